import type { NetworkEvent, SourceState } from '../../core';
import type { Delivery } from './delivery';
import { pack, unpack } from './packed';
import type { QueuedStore } from './queuedStore';
import type { StoredSources } from './storedSources';
import type { StoredEvents } from './storedEvents';

export type { Delivery };
export { pack, unpack };

/**
 * One table: `pk` and `sk` (texts), and the index `queue` over `queue` (text) and `dueAt` (number,
 * Unix milliseconds). Items leave the index by losing `queue`; `expiresAt` (Unix seconds) is the
 * table's time to live.
 *
 *   source#<name>    cursor        version, data (gzip: the source's state, and events to fan out)
 *   source#<name>    part#<digest> version, data (gzip): a part of a large state (cursors.ts)
 *   source#<name>    fan-out       version of the cursor, and the position of its fan-out
 *   event#<id>       event         one event (as text, or gzip in data), for all its targets
 *   delivery#<name>  <message id>  one event for one target: the event is that of the message id
 *   sources          <two digits>  version, count, data (gzip): sources that are not in the settings
 *   lease#<name>     lease         heldBy, heldUntil, releasedAt: the run that sends to a target
 *   targets          state         version, data (gzip: the states of all targets)
 *
 * The index has all attributes of its items. They are deliveries without their events, which need
 * one unit; deliveries of an earlier version have the event themselves, and are read as well.
 * `queue` is `pending#<target>` or `dead`: the backlog of one target is not read for another. Behind a
 * queue of SQS it is `late#<number>` for attempts that the queue cannot delay so long.
 */
export const QUEUE_INDEX = 'queue';
/** Maximum lag of the index (ms). */
export const LAG_MS = 5_000;

/** An event in a cursor. `cutFrom`: its size in bytes, if it was too large and its data was cut. */
export type BatchEvent = NetworkEvent & { cutFrom?: number };

/** The state of a source. `batch` has events that are not all in the outbox yet. */
export interface Cursor {
	/** Counts writes; 0 before the first. */
	version: number;
	state?: SourceState;
	batch?: BatchEvent[];
	/** The parts of a large state in the table: those that it has, and others that were left there. */
	stored?: { named: readonly string[]; stray: readonly string[] };
}
/** The content that a cursor is moved to. */
export type NextCursor = Pick<Cursor, 'state' | 'batch'>;

/**
 * The position of a batch in the outbox: all events before `event` are there, and of `event` the
 * targets up to `target`.
 */
export interface FanOutPosition {
	event: number;
	/** Targets are taken in the order of their names. */
	target?: string;
}

/**
 * The result of an attempt: delivered, due again, or a dead letter. Times are Unix milliseconds.
 */
export type Settlement =
	| { to: 'delivered'; at: number }
	| { to: 'pending'; dueAt: number; attempts: number; lastError: string }
	| { to: 'dead'; at: number; attempts: number; lastError: string };

export interface DisabledTarget {
	/** Unix milliseconds. */
	at: number;
	reason: string;
	/** A digest of the disabled destination: another destination is another target. */
	urlMark: string;
}

export interface FailingTarget {
	/** Unix milliseconds: no attempt has succeeded since. */
	since: number;
	/** The id of the message that failed first. */
	first?: string;
	/** Of the last attempt; absent if there was no response. */
	status?: number;
	/** Of the last attempt. */
	reason: string;
}

/** The state of one target. Times are Unix milliseconds. */
export interface TargetState {
	/** Present if deliveries may be pending: the time from which its queue is read. */
	dueAt?: number;
	/** Time of the last announcement of deliveries, which is made just before they are put. */
	announcedAt?: number;
	/** Time since which its queue is empty. The index lags, so a single empty read is not proof. */
	emptyAt?: number;
	/** True if it responded late or not at all in the last run that sent to it. */
	slow?: boolean;
	/** Set from the first failed attempt until one succeeds. */
	failing?: FailingTarget;
	disabled?: DisabledTarget;
	/** The beginning of the interval whose heartbeat was put last. */
	heartbeatAt?: number;
}
export type TargetStates = Record<string, TargetState>;

/** One page of a queue, in the order of due times. */
export interface QueuePage {
	deliveries: Delivery[];
	/** Start of the next page; absent at the end. */
	next?: QueuePosition;
}
/** The delivery after which a page starts; it may have left the queue. */
export type QueuePosition = Pick<Delivery, 'target' | 'id' | 'dueAt'>;

/** A lease that was taken. */
export interface Lease {
	/**
	 * True if another run had the lease until now, or shortly before: the index may still show
	 * deliveries that this other run has settled.
	 */
	shared: boolean;
}

/** The storage of notify. Writes marked "if" are conditional and return whether they took place. */
export interface Store {
	cursor(source: string): Promise<Cursor>;
	/** Writes the next version, and returns it, if the present one is still `from`. */
	moveCursor(source: string, from: Cursor, next: NextCursor): Promise<Cursor | undefined>;
	/** The position up to which the batch of this version of a cursor was put. */
	fanOutPosition(source: string, version: number): Promise<FanOutPosition | undefined>;
	saveFanOutPosition(source: string, version: number, position: FanOutPosition): Promise<void>;
	/** The states of all targets, in one read. */
	targets(): Promise<{ version: number; targets: TargetStates }>;
	/** Writes the states of all targets if their version is still `from`. */
	moveTargets(from: number, targets: TargetStates): Promise<boolean>;
	events: StoredEvents;
	/** The deliveries behind a queue. */
	queued: QueuedStore;
	/** The sources that are not in the settings. */
	sources: StoredSources;
	/** Puts a delivery unless it was put before; with a reason, as a dead letter. */
	addDelivery(delivery: Delivery, dead?: string): Promise<boolean>;
	/**
	 * Reads a target's queue in the order of due times, including deliveries that are not due yet.
	 */
	pending(target: string, limit: number, after?: QueuePosition): Promise<QueuePage>;
	/** Reads a queue of later attempts (`LATE_QUEUES`) in the same way; with a target, its own. */
	late(queue: string, limit: number, after?: QueuePosition, target?: string): Promise<QueuePage>;
	/**
	 * Reads the dead letters, the oldest first. With a target, a page may have fewer than
	 * requested, or none, although there is a next one.
	 *
	 * @param select `from` (Unix milliseconds): only letters that became dead then or later;
	 *   `bare`: without their events, which are not read
	 */
	dead(
		limit: number,
		after?: QueuePosition,
		target?: string,
		select?: { from?: number; bare?: boolean },
	): Promise<QueuePage>;
	/** True if there is a dead letter of this id. */
	isDead(target: string, id: string): Promise<boolean>;
	/**
	 * Claims a delivery until `until`, unless another run has claimed it. Returns its current
	 * state.
	 */
	claim(
		delivery: Pick<Delivery, 'target' | 'id' | 'dueAt'>,
		until: number,
	): Promise<Delivery | undefined>;
	/** Ends an attempt, if the delivery is still due at the same time, or the claim is still held. */
	settle(claimed: Delivery, settlement: Settlement): Promise<boolean>;
	/**
	 * Takes the lease of a target, or of a queue of the index, until `until` (Unix milliseconds), unless another run has it.
	 * While a run has it, no other run reads and sends the target's queue.
	 */
	lease(target: string, holder: string, until: number, now: number): Promise<Lease | undefined>;
	/** Ends a lease, if it is still held. */
	release(target: string, holder: string, now: number): Promise<void>;
	/** Puts a dead letter back into the outbox if it is one. */
	revive(dead: Pick<Delivery, 'target' | 'id'>, now: number): Promise<boolean>;
}

/** Maximum size of an event as JSON, as a delivery stores it. */
export const MAX_EVENT_BYTES = 380 * 1024;
