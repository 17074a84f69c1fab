import { randomUUID } from 'node:crypto';
import { LATE_MARK } from './adopt';
import type { Deliver, DeliverOptions } from './deliver';
import { inParallel } from './parallel';
import { FORGET_MS } from './queue';
import { LATE_QUEUES } from './lateQueues';
import { type SendQueue, queuedOf } from './sendQueue';
import type { QueuePage, QueuePosition, TargetState } from './store';

/**
 * The deliveries of the table that are due, for senders behind a queue: later attempts, messages of
 * notify itself, dead letters that were put back, and deliveries from before there was a queue.
 */

const PAGE = 100;
const PARALLEL_QUEUES = 8;
const PARALLEL_WRITES = 16;
/** The lease of a queue lasts as long as a page may take (ms). */
const LEASE_MS = 60_000;

type Read = (limit: number, after?: QueuePosition) => Promise<QueuePage>;

/** The rest of a queue: the time at which it is read again; absent if it is empty. */
interface Left {
	dueAt?: number;
}

/**
 * Puts the due deliveries into the queue. Each leaves the index after the queue has it: a run that
 * ends between the two repeats it, under the same id.
 */
export const drainTo =
	(queue: SendQueue): Deliver =>
	async (options) => {
		const { book, clock } = options;
		const now = clock.now();
		const before = book.states();
		const due = Object.entries(before).filter(
			([name, { dueAt }]) => name !== LATE_MARK && dueAt !== undefined && dueAt <= now,
		);
		const left = new Map<string, Left>();
		const holder = randomUUID();
		const work = [
			...due.map(([name]) => ({
				name: `pending#${name}`,
				read: ((limit, after) => options.store.pending(name, limit, after)) satisfies Read,
				ended: (result: Left) => void left.set(name, result),
			})),
			...LATE_QUEUES.map((name) => ({
				name,
				read: ((limit, after) => options.store.late(name, limit, after)) satisfies Read,
				ended: () => undefined,
			})),
		];
		await inParallel(work, PARALLEL_QUEUES, async ({ name, read, ended }) => {
			ended(await drain({ name, read, holder, queue }, options));
		});
		await book.change((states) => {
			// For the time when notify sends by itself again.
			states[LATE_MARK] = { dueAt: 0 };
			for (const [name, result] of left) {
				states[name] = after(states[name] ?? {}, before[name], result, clock.now());
			}
		});
		return { slowTargets: due.flatMap(([name, { slow }]) => (slow ? [name] : [])) };
	};

interface Drained {
	/** In the index, and of the lease. */
	name: string;
	read: Read;
	holder: string;
	queue: SendQueue;
}

async function drain(
	{ name, read, holder, queue }: Drained,
	{ store, clock, deadline, tally }: DeliverOptions,
): Promise<Left> {
	let position: QueuePosition | undefined;
	for (;;) {
		const now = clock.now();
		if (now >= deadline) return { dueAt: now };
		const page = await read(PAGE, position);
		const due = page.deliveries.filter(({ dueAt }) => dueAt <= now);
		const later = page.deliveries.find(({ dueAt }) => dueAt > now);
		if (due.length > 0) {
			// An empty queue needs no lease: most runs find nothing.
			const lease = await store.lease(name, holder, now + LEASE_MS, now);
			if (!lease) return { dueAt: now };
			// The index may show what another run has just put into the queue.
			if (lease.shared) {
				await store.release(name, holder, now);
				return { dueAt: now };
			}
			const lost = due.filter((delivery) => delivery.lost);
			for (const delivery of lost) {
				const lastError = 'its event is not in the table any more';
				const { attempts } = delivery;
				await store.queued.failed(delivery, { to: 'dead', dueAt: now, attempts, lastError }, now);
				tally.dead(delivery.target, lastError);
			}
			const sent = due.filter((delivery) => !delivery.lost);
			await queue.send(sent.map((delivery) => ({ delivery: queuedOf(delivery) })));
			await inParallel(sent, PARALLEL_WRITES, async (delivery) => {
				await store.queued.handedOver(delivery, name, now);
			});
			tally.queued(sent.length);
			await store.release(name, holder, clock.now());
		}
		if (later) return { dueAt: later.dueAt };
		if (!page.next) return {};
		position = page.next;
	}
}

/** The state of a target whose queue was read. */
function after(state: TargetState, before: TargetState, { dueAt }: Left, now: number): TargetState {
	// Deliveries that were announced in the meantime remain due.
	if (state.announcedAt !== before.announcedAt) return state;
	if (dueAt !== undefined) return { ...state, dueAt };
	// The index lags: an empty page is not proof so soon after an announcement.
	if (now - (state.announcedAt ?? -Infinity) < FORGET_MS) return { ...state, dueAt: now };
	const { dueAt: _, announcedAt: __, emptyAt: ___, ...rest } = state;
	return rest;
}
