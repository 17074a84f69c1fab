import { inParallel } from './parallel';
import { type PageLimits, positionOf } from './pages';
import type { Delivery, QueuePosition, Store } from './store';
import { openTargetBook } from './targetBook';

/** Which dead letters are put back into the outbox. */
export interface RedriveOrder {
	/** Only of this target. */
	target?: string;
	/** Only these, of every target that has them; `limit` does not apply. */
	ids?: string[];
	limit: number;
	after?: QueuePosition;
}

export interface Redriven {
	/** Ids of the deliveries, one for each target. */
	redriven: string[];
	/** Requested ids of which no dead letter was found. */
	notFound?: string[];
	/** Set if there may be more. */
	next?: QueuePosition;
}

/** Dead letters of one query; one that looks for ids reads as much as a query returns. */
const PAGE = 100;
const WIDE_PAGE = 1000;
const PARALLEL_CALLS = 16;

/**
 * Puts dead letters back into the outbox. Letters of a named target are addressed directly by their
 * ids. Ids without a target are searched in all dead letters; without ids the oldest come first.
 */
export async function redrive(
	{ target, ids, limit, after }: RedriveOrder,
	{ store, clock, until }: Omit<PageLimits, 'limit'> & { store: Store },
): Promise<Redriven> {
	const book = await openTargetBook(store);
	const redriven: string[] = [];

	async function revive(letters: ReadonlyArray<Pick<Delivery, 'target' | 'id'>>): Promise<void> {
		await book.announce(new Set(letters.map((letter) => letter.target)), clock.now());
		await inParallel(letters, PARALLEL_CALLS, async (letter) => {
			if (await store.revive(letter, clock.now())) redriven.push(letter.id);
		});
	}
	const answer = (next?: QueuePosition): Redriven => {
		const found = new Set(redriven);
		const notFound = [...new Set(ids)].filter((id) => !found.has(id));
		return { redriven, ...(notFound.length > 0 && { notFound }), ...(next && { next }) };
	};

	if (ids && target !== undefined) {
		const letters: Array<Pick<Delivery, 'target' | 'id'>> = [];
		await inParallel([...new Set(ids)], PARALLEL_CALLS, async (id) => {
			if (await store.isDead(target, id)) letters.push({ target, id });
		});
		await revive(letters);
		return answer();
	}
	const wanted = ids && new Set(ids);
	let position = after;
	do {
		const size = wanted ? WIDE_PAGE : Math.min(PAGE, limit - redriven.length);
		const page = await store.dead(size, position, target);
		const letters = page.deliveries.filter(({ id }) => wanted?.has(id) ?? true);
		await revive(letters);
		position = page.next && positionOf(page.next);
		const isFull = !wanted && redriven.length >= limit;
		if (isFull || clock.now() >= until) return answer(position);
	} while (position);
	return answer();
}
