import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { avalancheApiTest, listSearchOf } from '../shared/methods';
import { properties, searches, subtitle } from './properties';
import { routes } from './routes';

export class Avalanche implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche',
		name: 'avalanche',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Read balances, transactions, staking, validators and metrics of Avalanche chains, aggregate signatures and export transactions',
		defaults: { name: 'Avalanche' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'avalancheApi',
				required: true,
				testedBy: 'avalancheApiTest',
				displayOptions: { hide: { operation: routes.offline } },
			},
		],
		properties,
	};

	methods = { credentialTest: { avalancheApiTest }, listSearch: listSearchOf(searches) };

	/** Loads the code of executions at the first one. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [{ runActions }, { actions }] = await Promise.all([
			import('../shared/router.js'),
			import('./actions/index.js'),
		]);
		return await runActions(this, actions);
	}
}
