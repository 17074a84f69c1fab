import { isoSeconds } from '../formats/time';
import type { InputOf, OutputOf } from '../operations/declare';
import { listStakingTransactions } from '../operations/data/stakingTransaction';
import { TX_TYPE_CHOICES } from '../operations/shared';
import { type ArrivalSettings, type ListPage, type Reading, arrivalsSource } from './arrivals';
import type { EventSource, NetworkEvent, PollContext } from './event';
import { headed } from './item';
import { pagesOfList } from './lists';
import { avax, moment } from './words';

/** Which staking transactions are events. */
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

/** The pages of staking transactions in a given order, from a time on. */
export function stakingPages(
	{ network, blockchainId, addresses, txTypes }: StakingSettings,
	context: PollContext,
	reading: Reading,
): AsyncGenerator<ListPage<Transaction>> {
	// `startTimestamp` means "after": one second earlier includes the moment itself.
	const query =
		reading.order === 'newest'
			? { sortOrder: 'desc' }
			: { sortOrder: 'asc', startTimestamp: Math.max(0, reading.from - 1) };
	const input = { network, blockchainId, addresses, txTypes, ...query };
	return pagesOfList(
		context,
		listStakingTransactions,
		input as InputOf<typeof listStakingTransactions>,
		[['txHash'], ['blockTimestamp']],
	);
}

/** When a transaction was accepted: Unix seconds. */
export function timeOf(transaction: Transaction): number {
	return Number(transaction.blockTimestamp ?? 0);
}

/** 70 bits of the transaction hash: enough to identify the transactions of a window. */
export function markOf(transaction: Transaction): string {
	return String(transaction.txHash).slice(-12);
}

function eventOf(transaction: Transaction): NetworkEvent {
	const { txHash, nodeId, subnetId } = transaction;
	const subject = nodeId ?? subnetId ?? String(txHash);
	return headed(
		{
			id: `staking.transaction:${String(txHash)}`,
			event: 'staking.transaction',
			severity: 'info',
			subject,
			...wordsOf(transaction, subject),
			occurredAt: isoSeconds(timeOf(transaction)),
			url: null,
		},
		transaction,
	);
}

function wordsOf(transaction: Transaction, subject: string): { title: string; text: string } {
	const { txType, endTimestamp } = transaction;
	const type = TX_TYPE_CHOICES.find(({ value }) => value === txType)?.name ?? String(txType);
	const amount = stakedOf(transaction);
	const staked = amount > 0n ? `, ${avax(amount)}` : '';
	const until = endTimestamp ? `, until ${moment(Number(endTimestamp))}` : '';
	return {
		title: `${subject}: ${type}${staked}`,
		text: `${type}${staked} for ${subject} at ${moment(timeOf(transaction))}${until}.`,
	};
}

/** The sum that a transaction stakes, in nAVAX. */
export function stakedOf({ amountStaked }: Transaction): bigint {
	return (amountStaked ?? []).reduce((sum, { amount }) => sum + BigInt(String(amount ?? 0)), 0n);
}

/** The filters that the service does not support. */
function matcher({ minAmountStaked, nodeIds, subnetId }: StakingSettings) {
	const nodes = nodeIds && nodeIds.length > 0 ? new Set(nodeIds) : undefined;
	const least = minAmountStaked === undefined ? undefined : BigInt(minAmountStaked);
	return (transaction: Transaction): boolean => {
		if (nodes && !nodes.has(String(transaction.nodeId))) return false;
		if (subnetId && transaction.subnetId !== subnetId) return false;
		return least === undefined || stakedOf(transaction) >= least;
	};
}
