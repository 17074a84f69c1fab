import type { InputOf, OutputOf } from '../operations/declare';
import { listStakingTransactions } from '../operations/data/stakingTransaction';
import { type ArrivalSettings, type Reading, arrivalsSource } from './arrivals';
import { type EventSource, type NetworkEvent, type PollContext, isoSeconds } from './event';
import { pagesOfList } from './lists';

/** Which staking transactions are news. */
export interface StakingSettings extends ArrivalSettings {
	network: string;
	blockchainId?: string;
	addresses?: string[];
	txTypes?: string[];
	/** nAVAX, decimal digits. */
	minAmountStaked?: string;
	nodeIds?: string[];
	subnetId?: string;
}

export type Transaction = OutputOf<typeof listStakingTransactions>['transactions'][number];

/** New transactions of `transactions:listStaking`: each once, oldest first. */
export const stakingSource: EventSource<StakingSettings> = arrivalsSource<
	StakingSettings,
	Transaction
>({ name: 'staking', pages: stakingPages, timeOf, markOf, matcher, event: eventOf });

/** The pages of staking transactions in an order, from a time on. */
export async function* stakingPages(
	{ network, blockchainId, addresses, txTypes }: StakingSettings,
	{ client }: PollContext,
	reading: Reading,
) {
	// `startTimestamp` means "after": one second earlier includes the moment itself.
	const query =
		reading.order === 'newest'
			? { sortOrder: 'desc' }
			: { sortOrder: 'asc', startTimestamp: Math.max(0, reading.from - 1) };
	const input = { network, blockchainId, addresses, txTypes, ...query };
	const list = pagesOfList(
		client,
		listStakingTransactions,
		input as InputOf<typeof listStakingTransactions>,
	);
	for await (const { items, response } of list) {
		yield { items: items as Transaction[], more: Boolean(response.nextPageToken) };
	}
}

function timeOf(transaction: Transaction): number {
	return Number(transaction.blockTimestamp ?? 0);
}

/** 70 bits of the transaction hash: enough to tell a window's transactions apart. */
function markOf(transaction: Transaction): string {
	return String(transaction.txHash).slice(-12);
}

function eventOf(transaction: Transaction): NetworkEvent {
	return {
		id: `staking.transaction:${String(transaction.txHash)}`,
		type: 'staking.transaction',
		timestamp: isoSeconds(timeOf(transaction)),
		data: transaction as Record<string, unknown>,
	};
}

/** The filters that the service does not have. */
function matcher({ minAmountStaked, nodeIds, subnetId }: StakingSettings) {
	const nodes = nodeIds && nodeIds.length > 0 ? new Set(nodeIds) : undefined;
	const least = minAmountStaked === undefined ? undefined : BigInt(minAmountStaked);
	return (transaction: Transaction): boolean => {
		if (nodes && !nodes.has(String(transaction.nodeId))) return false;
		if (subnetId && transaction.subnetId !== subnetId) return false;
		if (least === undefined) return true;
		const staked = (transaction.amountStaked ?? []) as Array<{ amount?: unknown }>;
		const sum = staked.reduce((total, { amount }) => total + BigInt(String(amount ?? 0)), 0n);
		return sum >= least;
	};
}
