import type { ListPage } from '../../../events/arrivalSource';
import type { Transfer } from '../shared/transfers';

/**
 * Anybody can send tokens of their own making to any address, thousands in one transaction. Each of these
 * transfers would be an event, and those that matter would wait behind them.
 */

/** Incoming transfers of unknown tokens that fire for one transaction, by default. */
export const MOST_UNKNOWN = 20;

interface Limit {
	/** True for a transfer that the settings select. */
	isWanted(transfer: Transfer): boolean;
	/** True for a transfer to a watched address, of a token that is not known, in a transaction of somebody else. */
	isForeign(transfer: Transfer): boolean;
	/** Maximum number of foreign transfers of each transaction. */
	most: number;
}

/**
 * The transfers, without the foreign ones of a transaction beyond `most`: in place of these is one with
 * the number of them (`more`), and an id of its own.
 */
export function limited(transfers: readonly Transfer[], limit: Limit): Transfer[] {
	const counts = new Map<string, number>();
	const rests = new Map<string, Transfer & { more: number }>();
	const fitting: Transfer[] = [];
	for (const transfer of transfers) {
		if (!limit.isForeign(transfer) || !limit.isWanted(transfer)) {
			fitting.push(transfer);
			continue;
		}
		const transaction = `${transfer.chain}:${transfer.txHash}`;
		const count = (counts.get(transaction) ?? 0) + 1;
		counts.set(transaction, count);
		const rest = rests.get(transaction);
		if (count <= limit.most) fitting.push(transfer);
		else if (rest) rest.more += 1;
		else {
			const first = { ...transfer, id: `${transaction}:more`, more: 1 };
			rests.set(transaction, first);
			fitting.push(first);
		}
	}
	return fitting;
}

/** Pages of transfers, limited in the same way: a transaction is never on two pages. */
export async function* limitedPages(
	pages: AsyncIterable<ListPage<Transfer>>,
	limit: Limit,
): AsyncGenerator<ListPage<Transfer>> {
	for await (const page of pages) yield { ...page, items: limited(page.items, limit) };
}
