import type { AttemptOptions } from './attempt';
import { LATE_QUEUES } from './lateQueues';

/**
 * Later attempts of senders behind a queue, for a function that sends by itself again: they move to
 * the queues of their targets.
 */

/**
 * The entry among the states of targets that says that there may be some. No target has this name,
 * because names have no such character.
 */
export const LATE_MARK = '~late';

const PAGE = 100;

/** Moves all of them, and removes the mark when there are none. Reads nothing without the mark. */
export async function adoptLate({
	store,
	book,
	clock,
	deadline,
}: Pick<AttemptOptions, 'store' | 'book' | 'clock'> & { deadline: number }): Promise<void> {
	if (book.states()[LATE_MARK] === undefined) return;
	let found = 0;
	for (const queue of LATE_QUEUES) {
		for (;;) {
			const { deliveries } = await store.late(queue, PAGE);
			if (deliveries.length === 0 || clock.now() >= deadline) break;
			let moved = 0;
			await book.announce(new Set(deliveries.map(({ target }) => target)), clock.now());
			for (const delivery of deliveries) {
				if (await store.queued.adopt(delivery, queue)) moved++;
			}
			found += deliveries.length;
			// The index may show the same entries again: the next run looks once more.
			if (moved < deliveries.length) break;
		}
	}
	if (found > 0) return;
	await book.change((states) => void delete states[LATE_MARK]);
}
