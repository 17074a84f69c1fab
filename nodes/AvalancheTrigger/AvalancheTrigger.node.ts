import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type ITriggerFunctions,
	type ITriggerResponse,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { avalancheApiTest, listSearchOf } from '../shared/methods';
import { searches, subtitle, triggerProperties } from './properties';

export class AvalancheTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Trigger',
		name: 'avalancheTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		// Version 1 has the thresholds of events among the options.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle,
		// The node list shows the action node and the trigger as one entry, with this description.
		description:
			'Reads balances, transactions, validators and metrics of Avalanche chains, and starts workflows on new staking transactions and validators, and when a validator, an L1, a balance or a node needs attention',
		defaults: { name: 'Avalanche Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'avalancheApi', required: true, testedBy: 'avalancheApiTest' }],
		properties: triggerProperties,
	};

	methods = {
		credentialTest: { avalancheApiTest },
		listSearch: listSearchOf(searches),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { pollWithBell } = await import('./bell.js');
		return await pollWithBell(this);
	}

	/** Called at activation, before the first poll. It starts no executions: polls do. */
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse | undefined> {
		if (this.getNodeParameter('options.pollAtOnce', false) !== true) return undefined;
		const { hangBell } = await import('./bell.js');
		return hangBell(this);
	}

	/** Runs in each execution that a poll starts, and when a user tests the node. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { handOn } = await import('./handOn.js');
		return await handOn(this);
	}
}
