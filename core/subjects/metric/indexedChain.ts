import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { page, pageToken } from '../../operations/pages';
import { evmChain } from '../shared/data/fields';
import { networkFilter } from '../shared/metrics/fields';

/** A chain that the metrics service has data of. */
const CHAIN = {
	evmChainId: out.id(),
	chainName: out.name(),
	blockchainId: out.id('In cb58'),
	subnetId: out.id('In cb58'),
	network: out.choice(['mainnet', 'testnet']),
};

/** The chains that have metrics. */
export const getManyIndexedChains = declareList({
	id: 'metric.getManyIndexedChains',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getManyIndexedChains', name: 'Get Many Indexed Chains' },
	action: 'Get many chains that have metrics',
	description: 'Lists the EVM chains for which the metrics service has data',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/chains' },
	input: fieldSet({
		network: networkFilter('Only chains of this network; all by default'),
		pageToken: pageToken(),
	}),
	output: page({ chains: out.many(CHAIN) }),
	items: 'chains',
	paging: { style: 'token' },
	cost: 1,
	spec: 'Metrics service: EVM Chains',
});

/** One chain that has metrics. */
export const getIndexedChain = declare({
	id: 'metric.getIndexedChain',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getIndexedChain', name: 'Get Indexed Chain' },
	action: 'Get a chain that has metrics',
	description:
		'Returns name, blockchain ID, subnet and network of an EVM chain for which the metrics service has data; a chain without data is an error',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/chains/{chainId}' },
	input: fieldSet({ chainId: evmChain() }),
	output: out.object({ ...CHAIN, evmChainId: out.essential(out.id()) }),
	cost: 1,
	spec: 'Metrics service: EVM Chains',
});
