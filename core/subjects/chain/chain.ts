import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { choice } from '../../fields/inputs';
import * as shared from '../../operations/shared';
import { evmChain, wallet } from '../shared/data/fields';
import { networkToken } from '../shared/data/shapes';
import { knownCoin } from '../shared/knownColumn';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.chain,
	service: 'data',
} as const;

/** Fields of an EVM chain. */
function chainInfo() {
	return {
		chainId: out.id('EVM chain id'),
		chainName: out.name(),
		description: out.text(),
		platformChainId: out.optional(out.id('Blockchain id (cb58)')),
		subnetId: out.optional(out.id('In cb58')),
		vmId: out.optional(out.id('In cb58')),
		vmName: out.choice(['EVM', 'BITCOIN', 'ETHEREUM']),
		status: out.choice(['OK', 'UNAVAILABLE']),
		explorerUrl: out.optional(out.url()),
		rpcUrl: out.url(),
		wsUrl: out.optional(out.url()),
		chainLogoUri: out.optional(out.url()),
		isTestnet: out.flag(),
		private: out.optional(out.flag()),
		utilityAddresses: out.optional(
			out.object({ multicall: out.optional(out.address('Address of the multicall contract')) }),
		),
		networkToken: networkToken(),
		enabledFeatures: out.optional(out.list(out.choice(shared.FEATURES))),
	};
}

function columns(item: Paths<out.ObjectOf<ReturnType<typeof chainInfo>>>) {
	return [
		item.chainId,
		item.chainName,
		item.platformChainId,
		item.subnetId,
		item.vmName,
		item.status,
		item.isTestnet,
		as('symbol', item.networkToken.symbol),
		knownCoin(item.chainId),
		item.rpcUrl,
		item.explorerUrl,
	];
}

/** The chains that the data service supports. */
export const getMany = declareList({
	id: 'chain.getMany',
	...COMMON,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many supported chains',
	description:
		'Lists the EVM chains that the data service supports, with chain ID, blockchain ID, native token, RPC URL and status',
	call: { type: 'http', method: 'GET', path: '/v1/chains' },
	input: fieldSet({
		network: field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
			in: 'query',
			label: 'Network',
			description: 'Only chains of this network; both by default',
		}),
		feature: field(choice(shared.FEATURES, shared.FEATURE_CHOICES).optional(), {
			in: 'query',
			label: 'Feature',
			description: 'Only chains for which the service offers this feature',
		}),
	}),
	output: out.object({
		chains: out.many(chainInfo()),
	}),
	items: 'chains',
	columns,
	cost: 1,
	spec: 'Chain data: EVM queries',
});

/** One chain that the data service supports. */
export const get = declare({
	id: 'chain.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a supported chain',
	description:
		'Returns the details of an EVM chain: name, native token, RPC URL, explorer, status and features',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}' },
	input: fieldSet({ chainId: evmChain() }),
	output: out.object(chainInfo()),
	columns,
	cost: 1,
	spec: 'openapi: EVM Chains',
});

/** The chains that an address was active on. */
export const getManyOfAddress = declareList({
	id: 'chain.getManyOfAddress',
	...COMMON,
	entry: { value: 'getManyOfAddress', name: 'Get Many of Address' },
	action: 'Get many chains of an address',
	description:
		'Lists the EVM chains on which an address sent or received transactions or tokens; the whole response also lists chains that are not indexed',
	call: { type: 'http', method: 'GET', path: '/v1/address/{address}/chains' },
	input: fieldSet({ address: wallet() }),
	output: out.object({
		indexedChains: out.optional(out.objects(chainInfo())),
		unindexedChains: out.optional(
			out.list(out.id('EVM chain id'), 'Chains that the service does not index'),
		),
	}),
	items: 'indexedChains',
	columns,
	cost: 20,
	spec: 'openapi: EVM Chains',
});
