import * as staking from '../../staking/stakingTransaction';
import type { InputOf, OutputOf } from '../../../operations/declare';
import type { ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { avaxIn } from './amounts';
import { pagesOfList } from '../../../events/lists';

/** Staking transactions of the data service, as several events read them. */

/** Filters of the request for staking transactions. */
interface StakingQuery {
	network: string;
	blockchainId?: string;
	addresses?: string[];
	txTypes?: string[];
}

export type Transaction = OutputOf<
	typeof staking.getManyTransactions,
	'tolerant'
>['transactions'][number];

/** The pages of staking transactions in a given order, from a time on. */
export function stakingPages(
	{ network, blockchainId, addresses, txTypes }: StakingQuery,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<Transaction>> {
	// `startTimestamp` means "after": one second earlier includes the moment itself.
	const query =
		reading.order === 'newest'
			? { sortOrder: 'desc' }
			: { sortOrder: 'asc', startTimestamp: Math.max(0, reading.from - 1) };
	const input = { network, blockchainId, addresses, txTypes, ...query };
	return pagesOfList(
		context,
		staking.getManyTransactions,
		input as InputOf<typeof staking.getManyTransactions>,
		[['txHash'], ['blockTimestamp']],
	);
}

/** Time when a transaction was accepted (Unix seconds); 0 if the record has none. */
export function timeOf(transaction: Transaction): number {
	return Number(transaction.blockTimestamp ?? 0);
}

/** 70 bits of the transaction hash: enough to identify the transactions of an overlap. */
export function transactionMark(transaction: Transaction): string {
	return String(transaction.txHash).slice(-12);
}

/** The AVAX that a transaction stakes, in nAVAX; a subnet can have a staking asset of its own. */
export function stakedOf({ amountStaked }: Transaction): bigint {
	return avaxIn(amountStaked);
}
