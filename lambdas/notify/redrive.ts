import { inParallel } from '../shared/parallel';
import type { Asked } from './actionSchema';
import type { AnswerLimits } from './pages';
import type { Store } from './dynamoStore';
import type { Delivery, QueuePosition } from './store';

/** Dead letters per query; a search for ids reads as many as a query returns. */
const PAGE = 100;
const WIDE_PAGE = 1000;
const PARALLEL_CALLS = 16;

/**
 * Puts dead letters back into the outbox. Letters of a named target are addressed directly by their
 * ids. Ids without a target are searched in all dead letters; without ids the oldest come first. The ids of
 * deliveries stay the same: receivers recognize what they have accepted before.
 */
export async function redrive(
	{ target, ids, since, until = Infinity, limit, after }: Asked<'redrive'>,
	{ store, clock, until: end }: Omit<AnswerLimits, 'limit'> & { store: Store },
) {
	const redriven: string[] = [];

	async function revive(letters: ReadonlyArray<Pick<Delivery, 'target' | 'id'>>): Promise<void> {
		await inParallel(letters, PARALLEL_CALLS, async (letter) => {
			if (await store.revive(letter, clock.now())) redriven.push(letter.id);
		});
	}
	/**
	 * `redriven`: ids of the deliveries, one for each target; `notFound`: requested ids that are not among the dead
	 * letters; `next`: set if there may be more.
	 */
	const answer = (next?: QueuePosition) => {
		const found = new Set(redriven);
		const notFound = [...new Set(ids)].filter((id) => !found.has(id));
		return { redriven, ...(notFound.length > 0 && { notFound }), ...(next && { next }) };
	};

	if (ids && target !== undefined) {
		await revive([...new Set(ids)].map((id) => ({ target, id })));
		return answer();
	}
	const wanted = ids && new Set(ids);
	let position = after;
	do {
		const size = wanted ? WIDE_PAGE : Math.min(PAGE, limit - redriven.length);
		// A letter cannot be dead before it was created, so the query can start at `since`.
		const page = await store.dead(size, position, { target, from: since, bare: true });
		const letters = page.deliveries.filter(
			({ id, createdAt }) =>
				(!wanted || wanted.has(id)) && createdAt >= (since ?? 0) && createdAt < until,
		);
		await revive(letters);
		position = page.next;
		const isFull = !wanted && redriven.length >= limit;
		if (isFull || clock.now() >= end) return answer(position);
	} while (position);
	return answer();
}
