import type { NetworkEvent, SourceState } from '../../core/events/event';

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
 *   life#<name>      life          version, data (gzip): what a target was told, and what is held (heldStore.ts)
 *   silences         silences      version, silences
 *   link#<id>        link          the alert that a link acknowledges, and the digest of its token
 *
 * The index has all attributes of its items: `queue` is `late#<number>` for attempts that the queue of SQS
 * cannot delay so long, `dead` for dead letters, `held#<target>` for
 * events that wait for the next step of a target that holds events, and `target` for targets that fail or are disabled. Deliveries
 * are there without their events, and need one unit.
 */
export const QUEUE_INDEX = 'queue';
/** Maximum lag of the index (ms). */
export const LAG_MS = 5_000;
/**
 * Most invocations for one shard in a row: Lambda ends a chain of 16 that invoke each other as a loop.
 * The next run reads the rest, beginning with a random source.
 */
export const MOST_LINKS = 10;

/** One event for one target in the outbox. */
export interface Delivery {
	target: string;
	/** The message's id, the same in every attempt. */
	id: string;
	source: string;
	event: NetworkEvent;
	/** Attempts that failed. */
	attempts: number;
	/** Unix milliseconds; for a dead letter, the time when it became one. */
	dueAt: number;
	createdAt: number;
	/** Error of the last attempt. */
	lastError?: string;
	/** True if its event is not in the table any more: `event` has its id only. */
	lost?: true;
}

/**
 * The result of an attempt: delivered, due again, or a dead letter. Times are Unix milliseconds.
 */
export type Settlement =
	| { to: 'delivered' }
	| { to: 'pending' | 'dead'; dueAt: number; attempts: number; lastError: string };

/** The error of a delivery that is lost. */
export const LOST = 'its event is not in the table any more';

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

/** Maximum size of an event as JSON, as a delivery stores it. */
export const MAX_EVENT_BYTES = 380 * 1024;

/** The queues of the index with later attempts: several, because one takes 1,000 writes a second. */
export const LATE_QUEUES: readonly string[] = ['late#0', 'late#1', 'late#2', 'late#3'];

/** The queue of a delivery's later attempts. */
export function lateQueueOf({ id }: Pick<Delivery, 'id'>): string {
	return LATE_QUEUES[id.charCodeAt(id.length - 1) % LATE_QUEUES.length];
}
