import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { choice } from '../../fields/inputs';
import * as shared from '../shared';

import { networkToken } from './shapes';

/** The chains that the data service supports. */
export const listChains = declareList({
	id: 'chain.getMany',
	node: 'avalanche',
	resource: dataResources.chain,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many supported chains',
	description:
		'Lists the EVM chains that the data service supports, with chain ID, blockchain ID, native token, RPC URL and status',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/chains' },
	input: fieldSet({
		network: field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
			in: 'query',
			label: 'Network',
			description: 'Only chains of this network; both when left out',
		}),
		feature: field(choice(shared.FEATURES, shared.FEATURE_CHOICES).optional(), {
			in: 'query',
			label: 'Feature',
			description: 'Only chains for which the service offers this feature',
		}),
	}),
	output: out.object({
		chains: out.many({
			chainId: out.id('EVM chain id'),
			chainName: out.name(),
			description: out.text(),
			platformChainId: out.id('Blockchain id (cb58)'),
			subnetId: out.id('In cb58'),
			vmId: out.id('In cb58'),
			vmName: out.name('Such as EVM'),
			status: out.text('OK or UNAVAILABLE'),
			explorerUrl: out.url(),
			rpcUrl: out.url(),
			wsUrl: out.url(),
			chainLogoUri: out.url(),
			isTestnet: out.flag(),
			private: out.flag(),
			utilityAddresses: out.object({ multicall: out.address('Address of the multicall contract') }),
			networkToken: networkToken(),
			enabledFeatures: out.texts('Such as nftIndexing, webhooks, teleporter'),
		}),
	}),
	items: 'chains',
	columns: (item) => [
		item.chainId,
		item.chainName,
		item.platformChainId,
		item.subnetId,
		item.vmName,
		item.status,
		item.isTestnet,
		as('symbol', item.networkToken.symbol),
		item.rpcUrl,
		item.explorerUrl,
	],
	cost: 1,
	spec: 'Chain data: EVM queries',
});
