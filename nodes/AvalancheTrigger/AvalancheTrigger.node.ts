import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { avalancheApiTest } from '../shared/credentialTest';
import { poll } from './poll';
import { triggerProperties } from './properties';

export class AvalancheTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Trigger',
		name: 'avalancheTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { stakingTransaction: "New Staking Transaction", validator: "New Validator", health: "Node Health Changed" }[$parameter["event"]] }}',
		description:
			'Starts the workflow on new staking transactions, new validators, or when the health of a node changes',
		defaults: { name: 'Avalanche Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'avalancheApi', required: true, testedBy: 'avalancheApiTest' }],
		properties: triggerProperties,
	};

	methods = { credentialTest: { avalancheApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
