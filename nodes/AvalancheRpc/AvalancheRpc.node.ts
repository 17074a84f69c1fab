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

export class AvalancheRpc implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche RPC',
		name: 'avalancheRpc',
		icon: {
			light: 'file:../../icons/avalancheRpc.svg',
			dark: 'file:../../icons/avalancheRpc.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Call an Avalanche node: health, info, P-Chain, X-Chain, C-Chain, index and EVM JSON-RPC, contracts by ABI, or any other method',
		defaults: { name: 'Avalanche RPC' },
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
