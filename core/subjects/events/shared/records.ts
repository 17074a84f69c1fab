import * as primaryTransaction from '../../primaryTransaction/primaryTransaction';
import * as staking from '../../staking/historicalReward';
import type { InputOf, ItemOf, OutputOf } from '../../../operations/declare';
import type { PollContext } from '../../../events/event';
import { lenient } from '../../../events/unreadable';
import { isFailure } from '../../../failure';

/**
 * Reads the records that messages name, so that their items have the columns of polls. A message can
 * be faster than the lists of the service: a record that is not there is read again, after pauses.
 */

/** Pauses before a missing record is read again (ms). */
const PAUSES_MS = [2_000, 5_000];

export type PrimaryRecord = OutputOf<typeof primaryTransaction.get, 'tolerant'>;
export type RewardRecord = ItemOf<typeof staking.getManyHistoricalRewards, 'tolerant'>;

/** Reads until there is a result or the pauses are used up. */
async function awaited<Result>(
	{ clock, deadline }: PollContext,
	read: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
	for (const pause of [...PAUSES_MS, undefined]) {
		const found = await read();
		if (found !== undefined) return found;
		if (pause === undefined || clock.now() + pause >= deadline) return undefined;
		await clock.sleep(pause);
	}
	return undefined;
}

/** The transaction on the first of the chains that has it, with that chain. Throws `Failure`. */
export async function primaryRecord(
	{ network, chains, txHash }: { network: string; chains: readonly string[]; txHash: string },
	given: PollContext,
): Promise<{ chain: string; tx: PrimaryRecord } | undefined> {
	const context = lenient(given);
	return await awaited(context, async () => {
		for (const chain of chains) {
			const input = { network, blockchainId: chain, txHash };
			try {
				const tx = await context.client.call(
					primaryTransaction.get,
					input as InputOf<typeof primaryTransaction.get>,
				);
				return { chain, tx };
			} catch (error) {
				if (!isFailure(error) || error.kind !== 'not-found') throw error;
			}
		}
		return undefined;
	});
}

/** Rewards of one page: a message is about one of the newest. */
const NEWEST = 100;

/** The rewards of stakes, or of payments, with one of these hashes. Throws `Failure`. */
export async function rewardRecords(
	query: { network: string; nodeIds?: string[]; addresses?: string[] },
	hashes: readonly string[],
	given: PollContext,
): Promise<RewardRecord[] | undefined> {
	const context = lenient(given);
	const wanted = new Set(hashes);
	const input = { ...query, sortOrder: 'desc', pageSize: NEWEST } as InputOf<
		typeof staking.getManyHistoricalRewards
	>;
	return await awaited(context, async () => {
		const page = await context.client.call(staking.getManyHistoricalRewards, input);
		const found = (page.historicalRewards ?? []).filter(
			({ txHash, rewardTxHash }) => wanted.has(String(txHash)) || wanted.has(String(rewardTxHash)),
		);
		return found.length > 0 ? found : undefined;
	});
}
