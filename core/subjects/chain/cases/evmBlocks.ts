import type { OperationCase } from '../../../testing/cases/operationCase';

/** Blocks of EVM chains. Values are the examples of the documents' schemas. */

const source = 'openapi: EVM Blocks';
const HASH = '0x17533aeb5193378b9ff441d61728e7a2ebaf10f61fd5310759451627dfca2e7c';

const block = {
	chainId: '43114',
	blockNumber: '339',
	blockTimestamp: 1648672486,
	blockTimestampMilliseconds: 1648672486000,
	blockMinDelayExcess: 7477290,
	blockHash: HASH,
	txCount: 2,
	baseFee: '25000000000',
	gasUsed: '72746',
	gasLimit: '15000000',
	gasCost: '0',
	parentHash: '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa',
	feesSpent: '1818650000000000',
	cumulativeTransactions: '1213',
};
const item = {
	...block,
	blockNumber: 339,
	gasUsed: 72746,
	gasLimit: 15000000,
	cumulativeTransactions: 1213,
};
const page = { json: { blocks: [block] } };

export const evmBlocks: OperationCase[] = [
	{
		id: 'chain.getBlock',
		input: { chainId: '43114', blockId: 339 },
		request: { path: '/v1/chains/43114/blocks/339' },
		answer: { json: block },
		items: [item],
		source,
	},
	{
		id: 'chain.getManyBlocks',
		input: { chainId: '43114', pageSize: 1 },
		request: { path: '/v1/chains/43114/blocks?pageSize=1' },
		answer: page,
		items: [item],
		source,
	},
	{
		id: 'chain.getManyBlocksAllChains',
		input: { network: 'fuji' },
		request: { path: '/v1/blocks?network=fuji' },
		answer: page,
		items: [item],
		source,
	},
];
