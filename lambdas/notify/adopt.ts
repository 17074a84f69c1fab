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

/**
 * Time without any after which there are no more (ms): a sender may still empty a queue, which keeps a
 * message for 14 days.
 */
const FORGET_MS = 15 * 24 * 60 * 60_000;

/** Moves all of them, and removes the mark when there are no more. Reads nothing without the mark. */
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
	const now = clock.now();
	const { emptyAt } = book.states()[LATE_MARK];
	if (found === 0 && emptyAt !== undefined && now - emptyAt < FORGET_MS) return;
	if (found > 0 && emptyAt === undefined) return;
	await book.change((states) => {
		if (found > 0) states[LATE_MARK] = { dueAt: 0 };
		else if (emptyAt === undefined) states[LATE_MARK] = { dueAt: 0, emptyAt: now };
		else delete states[LATE_MARK];
	});
}
