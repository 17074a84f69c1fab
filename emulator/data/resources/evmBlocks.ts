import { blockHashOf } from '../../world/evmBlocks';
import type { Endpoint } from '../endpoint';
import { next, pageOf } from '../endpoint';
import { evmChainOf } from './evm';

/** Blocks that are listed at most: the newest. */
const LISTED = 1000;

/** EVM blocks: the latest ones, newest first, as far as the indexer has got. */
export const latestBlocks: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/blocks',
	answer(call) {
		const chain = evmChainOf(call);
		const { conditions } = call.world;
		const last = Math.max(0, chain.height - conditions.indexerLag);
		const first = Math.max(0, last - LISTED + 1);
		const heights = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const { items, nextPageToken } = pageOf(call, heights, (height) => [height, 0], true);
		return {
			...next(nextPageToken),
			blocks: items.map((height) => ({
				chainId: chain.chainId,
				blockNumber: String(height),
				blockTimestamp: chain.blockTime(height),
				blockHash: blockHashOf(chain, height),
				txCount: 0,
				baseFee: String(conditions.baseFee),
				gasUsed: '0',
				gasLimit: '15000000',
				gasCost: '0',
				parentHash: blockHashOf(chain, Math.max(0, height - 1)),
				feesSpent: '0',
				cumulativeTransactions: String(height),
			})),
		};
	},
};
