import { type Attempted, type AttemptOptions, attemptOne } from './attempt';
import { inParallel } from './parallel';
import type { Target } from './settings';
import {
	type Delivery,
	type FailingTarget,
	LAG_MS,
	type QueuePosition,
	type TargetState,
} from './store';
import { ANNOUNCE_MS } from './targetBook';

export interface QueueOptions extends AttemptOptions {
	name: string;
	/** Undefined if it is no longer configured. */
	target?: Target;
	/** The state of the target at the start of the run. */
	before: TargetState;
	/** Ids that this run has put and that the index may not show yet. */
	awaited: Set<string>;
	/** Unix milliseconds: no attempt may end after it. */
	deadline: number;
	/** The run, as the holder of leases. */
	holder: string;
	told: (attempted: Attempted) => void;
}

/** The deliveries of one target, sent a slice at a time. */
export interface TargetQueue {
	name: string;
	/** Sends some of the deliveries that are due. Returns whether more are due now. */
	slice(): Promise<boolean>;
	/** The state of the target after the run, merged with what another run may have written. */
	after(now: TargetState): TargetState;
}

/** Maximum deliveries and time of one slice; other targets are served between slices. */
const SLICE = 100;
const SLICE_MS = 5_000;
/** Timeouts in a row after which a target is skipped until the next run. */
const MAX_SILENT = 3;
/** A response after this time counts as slow. */
const SLOW_MS = 5_000;
/** A run waits for its own deliveries as long as the index may lag. */
const LAG_PAUSE_MS = 250;
/** An empty queue is read once more after this time before its state is removed. */
export const FORGET_MS = 600_000;
/**
 * A queue that was announced so recently is not taken for empty: an announcement is valid for half of
 * this time, and the index may not show yet what another function has put.
 */
const SETTLED_MS = 2 * ANNOUNCE_MS;
/** The longest wait for a target's rate within one turn. */
const PACE_PAUSE_MS = 1_000;
/** Number of dead letters that are written at once for a target that is no longer configured. */
const WIDTH_WITHOUT_TARGET = 10;
/** Time to store the result of an attempt. */
const SETTLE_MS = 1_000;
/** A lease lasts this much longer than a slice and its last attempt. */
const LEASE_SLACK_MS = 15_000;
/** Pause before a target is tried again that another run has, and how long it is tried. */
const BUSY_PAUSE_MS = 500;
const BUSY_MS = 10_000;

/** Reads and sends the queue of one target, within its limits. */
export function targetQueue(options: QueueOptions): TargetQueue {
	const { name, target, store, clock, before, awaited, deadline } = options;
	/**
	 * Earliest time of the next request by the target's rate and the pause after a response (Unix
	 * ms).
	 */
	let turn = 0;
	const interval = target?.perMinute === undefined ? 0 : 60_000 / target.perMinute;
	/** Index entries that were processed: a stale page shows them again. */
	const handled = new Set<string>();
	let position: QueuePosition | undefined;
	/** Earliest due time of an unprocessed delivery. */
	let next = Infinity;
	let worked = false;
	let [silent, slow, left] = [0, false, false];
	let cautious = before.slow === true;
	/** Since the last success of this run, or its beginning. */
	let failing: FailingTarget | undefined;
	let succeeded = false;
	let lagUntil: number | undefined;
	let busyUntil: number | undefined;
	/** True while the index may show what another run has settled. */
	let shared = false;

	const inTime = () => {
		const begins = Math.max(turn, clock.now());
		const ends = begins + (target?.timeoutSeconds ?? 0) * 1000 + SETTLE_MS;
		return silent < MAX_SILENT && ends < deadline;
	};

	async function one(delivery: Delivery, sliceEnd: number): Promise<void> {
		const begins = Math.max(turn, clock.now());
		if (!inTime() || begins >= sliceEnd) {
			left = true;
			return;
		}
		turn = begins + interval;
		if (begins > clock.now()) await clock.sleep(begins - clock.now());
		handled.add(entryOf(delivery));
		const known = succeeded ? undefined : before.failing;
		const attempted = await attemptOne(delivery, target, { ...options, failing: known }, shared);
		if (!attempted) return;
		const { settlement, ms = 0 } = attempted;
		worked = true;
		lagUntil = undefined;
		silent = attempted.silent ? silent + 1 : 0;
		slow ||= ms > SLOW_MS;
		cautious &&= attempted.silent === true;
		if (settlement.to === 'pending') next = Math.min(next, settlement.dueAt);
		noteFailing(attempted, delivery.id);
		options.told(attempted);
	}

	function noteFailing({ settlement, status, ms }: Attempted, id: string): void {
		if (settlement.to === 'delivered') {
			[failing, succeeded] = [undefined, true];
		} else if (ms !== undefined && !options.disabled.has(name)) {
			const { since = clock.now(), first = id } = failing ?? {};
			const reason = settlement.lastError;
			failing = { since, first, ...(status !== undefined && { status }), reason };
		}
	}

	/** The target's failures in this run, merged with those that earlier runs recorded. */
	function failingAfter(earlier: FailingTarget | undefined): FailingTarget | undefined {
		if (succeeded || !earlier) return failing;
		return failing ? { ...failing, since: earlier.since, first: earlier.first } : earlier;
	}

	/** One page of the queue; true if more may be due now. */
	async function page(sliceEnd: number): Promise<boolean> {
		const now = clock.now();
		const found = await store.pending(name, SLICE, position);
		for (const { id } of found.deliveries) awaited.delete(id);
		const fresh = found.deliveries.filter((delivery) => !handled.has(entryOf(delivery)));
		const due = fresh.filter(({ dueAt }) => dueAt <= now);
		// A target that was slow gets one request at a time, until it responds.
		while (cautious && due.length > 0 && inTime()) await one(due.shift() as Delivery, sliceEnd);
		await inParallel(due, target?.concurrency ?? WIDTH_WITHOUT_TARGET, (delivery) =>
			one(delivery, sliceEnd),
		);
		if (left) return false;
		const later = fresh.find(({ dueAt }) => dueAt > now);
		if (later) next = Math.min(next, later.dueAt);
		position = later ? undefined : found.next;
		return position !== undefined;
	}

	/** Sends until the queue is empty, the slice ends, or the time has run out. */
	async function work(sliceEnd: number): Promise<boolean> {
		let more = true;
		while (more && inTime() && clock.now() < sliceEnd) more = await page(sliceEnd);
		if (!inTime()) left = true;
		if (left || more) {
			left = true;
			return inTime();
		}
		if (next <= clock.now()) {
			next = Infinity;
			return clock.now() < sliceEnd ? await work(sliceEnd) : true;
		}
		if (awaited.size === 0) return false;
		// The index lags behind the table: an empty page does not mean an empty queue.
		lagUntil ??= clock.now() + LAG_MS;
		if (clock.now() >= lagUntil) return false;
		await clock.sleep(LAG_PAUSE_MS);
		return clock.now() < sliceEnd ? await work(sliceEnd) : true;
	}

	/** Another run has the target: it is tried again for some time, and is left to that run then. */
	async function busy(): Promise<boolean> {
		left = true;
		busyUntil ??= clock.now() + BUSY_MS;
		if (clock.now() >= busyUntil || !inTime()) return false;
		await clock.sleep(BUSY_PAUSE_MS);
		return true;
	}

	return {
		name,
		async slice() {
			left = false;
			const now = clock.now();
			const sliceEnd = now + SLICE_MS;
			if (turn >= sliceEnd && inTime()) {
				left = true;
				await clock.sleep(PACE_PAUSE_MS);
				return true;
			}
			const longest = (target?.timeoutSeconds ?? 0) * 1000 + SETTLE_MS + LEASE_SLACK_MS;
			const lease = await store.lease(name, options.holder, sliceEnd + longest, now);
			if (!lease) return await busy();
			busyUntil = undefined;
			({ shared } = lease);
			// A position that was read before the other run sent.
			if (shared) position = undefined;
			try {
				return await work(sliceEnd);
			} finally {
				await store.release(name, options.holder, clock.now());
			}
		},
		after(now) {
			const { emptyAt: _, slow: __, failing: earlier, dueAt: theirs = Infinity, ...rest } = now;
			const stillFailing = failingAfter(earlier);
			const state: TargetState = {
				...rest,
				...((slow || silent > 0) && { slow: true }),
				...(stillFailing && { failing: stillFailing }),
			};
			const mine = left || awaited.size > 0 ? clock.now() : next;
			// Deliveries that another run has announced in the meantime remain due.
			const announced = now.announcedAt !== before.announcedAt;
			const dueAt = announced ? Math.min(mine, theirs) : mine;
			if (dueAt < Infinity) return { ...state, dueAt };
			const announcedFor = clock.now() - (now.announcedAt ?? -Infinity);
			if (announcedFor < SETTLED_MS) return { ...state, dueAt: clock.now() };
			const emptyAt = worked || announced ? clock.now() : (before.emptyAt ?? clock.now());
			if (clock.now() - emptyAt < FORGET_MS) {
				return { ...state, emptyAt, dueAt: emptyAt + FORGET_MS };
			}
			const { announcedAt: ___, failing: ____, ...known } = state;
			return known;
		},
	};
}

const entryOf = ({ id, dueAt }: Delivery) => `${id} ${dueAt}`;
