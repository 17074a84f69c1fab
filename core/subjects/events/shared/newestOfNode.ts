import type { PollContext } from '../../../events/event';
import { MINUTE_MS } from '../../../formats/timeUnits';
import * as evm from '../../evm/evm';
import { isMissing } from './blocks';

/** The highest block at which values were read, and when (ms). */
export interface Head {
	block: number;
	at: number;
}

/** Time in which an older block is that of a node behind the others (ms); later, the chain has begun anew. */
const BEHIND_MS = 10 * MINUTE_MS;

/**
 * Reads values at the newest block of an EVM chain, and gives them with the next `head`. Undefined if the node is behind
 * the one that answered before, under the same URL: its older values would be told as changes, and the next ones again.
 */
export async function atNewest<Values>(
	blockchainId: string,
	head: Head | undefined,
	{ client, clock }: PollContext,
	read: (block: number) => Promise<Values>,
): Promise<{ values: Values; head: Head } | undefined> {
	const at = clock.now();
	const isRecent = head !== undefined && at - head.at < BEHIND_MS;
	const { blockNumber: block } = await client.call(evm.getBlockNumber, { blockchainId });
	if (isRecent && block < head.block) return undefined;
	try {
		return { values: await read(block), head: { block, at } };
	} catch (error) {
		if (isRecent && isMissing(error)) return undefined;
		throw error;
	}
}
