import { randomUUID } from 'node:crypto';
import { LATE_QUEUES, LOST, type QueuePosition } from './store';
import { inParallel } from '../shared/parallel';
import type { Outlet } from './fanOut';
import type { Tally } from './tally';

/** The later attempts in the table that are due: also dead letters that were put back. */

type DrainOptions = Outlet & { tally: Tally };

/** Deliveries of the first page of each queue, and of the largest: a run makes progress even if it ends early. */
const FIRST_PAGE = 3;
const PAGE = 100;
const PARALLEL_WRITES = 16;
/** The lease of a queue lasts as long as a page may take (ms). */
const LEASE_MS = 60_000;

/**
 * Puts the due deliveries into the queue, until none is left or the time has run out. Each leaves the index
 * after the queue has it: a run that ends between the two repeats it, under the same id.
 */
export async function drain(options: DrainOptions): Promise<void> {
	const holder = randomUUID();
	await Promise.all(LATE_QUEUES.map((name) => drainOne(name, holder, options)));
}

async function drainOne(
	name: string,
	holder: string,
	{ store, queue, clock, deadline, tally }: DrainOptions,
): Promise<void> {
	let position: QueuePosition | undefined;
	let size = FIRST_PAGE;
	do {
		const now = clock.now();
		if (now >= deadline) return;
		const page = await store.late(name, size, position, { until: now });
		size = Math.min(PAGE, size * 2);
		position = page.next;
		if (page.deliveries.length === 0) continue;
		// A queue without any needs no lease: most runs find none.
		const lease = await store.lease(name, holder, now + LEASE_MS, now);
		if (!lease) return;
		// The index may show what another run has just put into the queue.
		if (!lease.shared) {
			for (const delivery of page.deliveries.filter((one) => one.lost)) {
				const { attempts } = delivery;
				const how = { to: 'dead', dueAt: now, attempts, lastError: LOST } as const;
				await store.queued.failed(delivery, how, now);
				tally.dead(delivery.target, LOST);
			}
			const sent = page.deliveries.filter((one) => !one.lost);
			await queue.send(sent.map((delivery) => ({ delivery })));
			await inParallel(sent, PARALLEL_WRITES, async (delivery) => {
				await store.queued.handedOver(delivery, name, now);
			});
			tally.queued(sent.length);
		}
		await store.release(name, holder, clock.now());
		if (lease.shared) return;
	} while (position);
}
