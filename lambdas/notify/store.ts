import type { NetworkEvent, SourceState } from '../../core/events/event';
import type { Delivery } from './delivery';
import { pack, unpack } from './packed';
import type { QueuedStore } from './queuedStore';
import type { StoredSources } from './storedSources';
import type { StoredEvents } from './storedEvents';
import type { StoredStates } from './targetStates';

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
 *   delivery#<name>  <message id>  the outcome of one event for one target, or its next attempt
 *   sources          <two digits>  version, count, data (gzip): sources that are not in the settings
 *   lease#<name>     lease         heldBy, heldUntil, releasedAt: who uses what one can use at a time
 *   target#<name>    state         version, state: what is known of a target
 *   turn#<name>      turn          version, nextAt: the next request to a target with a rate
 *
 * The index has all attributes of its items: `queue` is `late#<number>` for attempts that the queue of SQS
 * cannot delay so long, `dead` for dead letters, and `target` for targets that fail or are disabled. Deliveries
 * are there without their events, and need one unit.
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
	 * True if another holder had the lease until now, or shortly before: the index may still show
	 * deliveries that it has put into the queue.
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
	/** The states of targets. */
	states: StoredStates;
	events: StoredEvents;
	/** The deliveries behind a queue. */
	queued: QueuedStore;
	/** The sources that are not in the settings. */
	sources: StoredSources;
	/** Puts a delivery as a dead letter, unless it was put before. */
	addDead(delivery: Delivery, reason: string): Promise<boolean>;
	/**
	 * Reads a queue of later attempts (`LATE_QUEUES`) in the order of due times.
	 *
	 * @param select `target`: only its attempts; a page may then have fewer than requested, or none, although
	 *   there is a next one. `until` (Unix milliseconds): only attempts that are due then or earlier
	 */
	late(
		queue: string,
		limit: number,
		after?: QueuePosition,
		select?: { target?: string; until?: number },
	): Promise<QueuePage>;
	/** The number of later attempts in a queue, of the first megabyte of it. */
	countLate(queue: string): Promise<number>;
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
	 * Takes a lease until `until` (Unix milliseconds), unless another holder has it: of a queue of the index, of
	 * a shard of the sources, or of one of the requests that a target accepts at once.
	 */
	lease(name: string, holder: string, until: number, now: number): Promise<Lease | undefined>;
	/** Ends a lease, if it is still held. */
	release(name: string, holder: string, now: number): Promise<void>;
	/** Makes a dead letter a later attempt that is due now, if it is one. */
	revive(dead: Pick<Delivery, 'target' | 'id'>, now: number): Promise<boolean>;
}

/** Maximum size of an event as JSON, as a delivery stores it. */
export const MAX_EVENT_BYTES = 380 * 1024;
