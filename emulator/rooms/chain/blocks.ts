import type { EvmChain } from '../../world';
import { blockHashOf } from '../../../core/testing/network/evmBlocks';
import { transactionOf, transfersAt } from '../../world/evmTransactions';
import { type Call, type Endpoint, listed } from '../../rest/endpoint';
import { evmChainOf, heightOf } from '../../data/evm';

/** Blocks of EVM chains. */

/** Number of latest blocks that the list has: of one chain, and of each of all chains. */
const LATEST = 1000;
const LATEST_OF_EACH = 8;
const GAS_LIMIT = 15_000_000;

function blockJson(call: Call, chain: EvmChain, height: number) {
	const tokens = call.world.tokens(chain);
	const transactions = transfersAt(tokens, height).map(transactionOf);
	const gasUsed = transactions.reduce((sum, one) => sum + one.gasUsed, 0);
	const time = chain.blockTime(height);
	const before = tokens.transactions().filter(({ blockNumber }) => blockNumber <= height).length;
	return {
		chainId: chain.chainId,
		blockNumber: String(height),
		blockTimestamp: time,
		...(call.dialect === 'live' ? { blockTimestampMilliseconds: time * 1000 } : {}),
		blockHash: blockHashOf(chain, height),
		txCount: transactions.length,
		baseFee: String(call.world.conditions.baseFee),
		gasUsed: String(gasUsed),
		gasLimit: String(GAS_LIMIT),
		gasCost: '0',
		parentHash: height > 0 ? blockHashOf(chain, height - 1) : `0x${'0'.repeat(64)}`,
		feesSpent: String(
			transactions.reduce((sum, one) => sum + BigInt(one.gasUsed) * one.gasPrice, 0n),
		),
		cumulativeTransactions: String(before),
	};
}

/** The heights of the latest blocks as far as the indexer has got, lowest first. */
function latest({ world }: Call, { height }: EvmChain, count: number): number[] {
	const last = Math.max(0, height - world.conditions.indexerLag);
	return Array.from({ length: Math.min(count, last + 1) }, (_, i) => last - i).reverse();
}

const block: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/blocks/{blockId}',
	answer(call) {
		const chain = evmChainOf(call);
		return blockJson(call, chain, heightOf(call, chain));
	},
};

const latestBlocks: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/blocks',
	answer(call) {
		const chain = evmChainOf(call);
		const json = (height: number) => blockJson(call, chain, height);
		const order = { position: (height: number) => [height, 0] as const, descending: true };
		return listed(call, 'blocks', latest(call, chain, LATEST), json, order);
	},
};

const latestBlocksOfAll: Endpoint = {
	method: 'GET',
	path: '/v1/blocks',
	answer(call) {
		const network = call.input.network === 'testnet' ? 'fuji' : call.input.network;
		const all = call.world.evmChains
			.filter((chain) => chain.status === 'OK' && (!network || chain.network === network))
			.flatMap((chain, index) =>
				latest(call, chain, LATEST_OF_EACH).map((height) => ({
					chain,
					height,
					position: [chain.blockTime(height), index] as const,
				})),
			)
			.sort((a, b) => a.position[0] - b.position[0] || a.position[1] - b.position[1]);
		type Latest = (typeof all)[number];
		const json = ({ chain, height }: Latest) => blockJson(call, chain, height);
		const order = { position: ({ position }: Latest) => position, descending: true };
		return listed(call, 'blocks', all, json, order);
	},
};

export const evmBlockEndpoints: Endpoint[] = [block, latestBlocks, latestBlocksOfAll];
