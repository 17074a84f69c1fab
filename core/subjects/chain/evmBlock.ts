import { fieldSet } from '../../fields/fieldSet';
import type { Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { onEvm } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { blockId, ofNetwork } from '../shared/data/evmFields';
import { blockDelay, inBlock } from '../shared/data/evmShapes';
import { evmChain } from '../shared/data/fields';

/** Blocks of EVM chains. */

function block() {
	return {
		chainId: out.id('EVM chain id'),
		...inBlock(),
		...blockDelay(),
		txCount: out.count('Transactions in the block'),
		baseFee: out.gasPrice('Per unit of gas'),
		gasUsed: out.gas(),
		gasLimit: out.gas(),
		gasCost: out.wei('Fee that the block itself must pay'),
		parentHash: out.hash(),
		feesSpent: out.wei('Burned fees of the transactions'),
		cumulativeTransactions: out.count('Transactions of the chain up to and including this block'),
	};
}

type Block = out.ObjectOf<ReturnType<typeof block>>;

function columns(item: Paths<Block>) {
	return [
		item.chainId,
		item.blockNumber,
		item.blockTimestamp,
		item.blockHash,
		item.parentHash,
		item.txCount,
		item.gasUsed,
		item.gasLimit,
		item.baseFee,
		item.feesSpent,
		item.cumulativeTransactions,
	];
}

const COMMON = {
	node: 'avalanche',
	resource: dataResources.chain,
	service: 'data',
	columns,
	explorer: onEvm(({ blockNumber, chainId }: Paths<Block>) => [
		{ page: 'block', of: blockNumber, chain: chainId },
	]),
	spec: 'openapi: EVM Blocks',
} as const;

/** One block of an EVM chain. */
export const getBlock = declare({
	id: 'chain.getBlock',
	...COMMON,
	entry: { value: 'getBlock', name: 'Get Block' },
	action: 'Get a block of a chain',
	description:
		'Returns a block of an EVM chain by its number or its hash, with its gas, its fees and its number of transactions',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/blocks/{blockId}' },
	input: fieldSet({ chainId: evmChain(), blockId: blockId() }),
	output: out.object(block()),
	cost: 10,
});

/** The newest blocks of an EVM chain. */
export const getManyBlocks = declareList({
	id: 'chain.getManyBlocks',
	...COMMON,
	entry: { value: 'getManyBlocks', name: 'Get Many Blocks' },
	action: 'Get many latest blocks of a chain',
	description: 'Lists the latest blocks of an EVM chain, newest first',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/blocks' },
	input: fieldSet({ chainId: evmChain(), ...pages() }),
	output: page({ blocks: out.many(block()) }),
	items: 'blocks',
	paging: byToken(),
	cost: 10,
});

/** The newest blocks of all EVM chains. */
export const getManyBlocksAllChains = declareList({
	id: 'chain.getManyBlocksAllChains',
	...COMMON,
	entry: { value: 'getManyBlocksAllChains', name: 'Get Many Blocks of All Chains' },
	action: 'Get many latest blocks of all chains',
	description:
		'Lists the latest blocks of all supported EVM chains, newest first, optionally of one network',
	call: { type: 'http', method: 'GET', path: '/v1/blocks' },
	input: fieldSet({
		network: ofNetwork('blocks'),
		...pages(),
	}),
	output: page({ blocks: out.many(block()) }),
	items: 'blocks',
	paging: byToken(),
	cost: 20,
});
