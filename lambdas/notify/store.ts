import { gunzipSync, gzipSync } from 'node:zlib';
import type { NetworkEvent, SourceState } from '../../core/events/event';

/**
 * One table: `pk` and `sk` (texts), and the index `queue` over `queue` (text) and `dueAt` (number,
 * Unix milliseconds). Items leave the index by losing `queue`; `expiresAt` (Unix seconds) is the
 * table's time to live.
 *
 *     source#<name>    cursor        version, data (gzip: the source's state, and events to fan out)
 *     delivery#<name>  <message id>  one event for one target
 *     target#<name>    state         why a target is disabled
 */
export const QUEUE_INDEX = 'queue';
export type Queue = 'pending' | 'dead';

/** What is known of a source. `batch` holds events that are not all in the outbox yet. */
export interface Cursor {
	/** Counts writes; 0 before the first. */
	version: number;
	state?: SourceState;
	batch?: NetworkEvent[];
}

/** One event for one target, as it lies in the outbox. */
export interface Delivery {
	target: string;
	/** The message's id, the same in every attempt. */
	id: string;
	source: string;
	event: NetworkEvent;
	/** Attempts that failed. */
	attempts: number;
	/** Unix milliseconds; of a dead letter, when it died. */
	dueAt: number;
	createdAt: number;
	/** How the last attempt failed. */
	lastError?: string;
}

/** Why an attempt was the last, or when the next one is. */
export type Settlement =
	| { to: 'delivered'; at: number }
	| { to: 'pending'; dueAt: number; attempts: number; lastError: string }
	| { to: 'dead'; at: number; attempts: number; lastError: string };

export interface DisabledTarget {
	/** Unix milliseconds. */
	at: number;
	reason: string;
	/** A mark of the URL that was gone: another URL is another target. */
	urlMark: string;
}

/** What notify keeps. Writes marked "if" are conditional and say whether they took place. */
export interface Store {
	cursor(source: string): Promise<Cursor>;
	/** Writes the next version if the present one is still `from`. */
	moveCursor(source: string, from: number, next: Omit<Cursor, 'version'>): Promise<boolean>;
	/** Which of these deliveries were never put, in their order. */
	missing<D extends Pick<Delivery, 'target' | 'id'>>(deliveries: readonly D[]): Promise<D[]>;
	/** Puts a delivery if it was never there. A target that is disabled gets a dead letter. */
	addDelivery(delivery: Delivery, dead?: string): Promise<boolean>;
	/** The oldest of a queue that are due at `until`, at most `limit`. */
	queued(queue: Queue, until: number, limit: number, target?: string): Promise<Delivery[]>;
	/** Takes a delivery until `until` if nobody else has since. Gives it as it is now. */
	claim(delivery: Delivery, until: number): Promise<Delivery | undefined>;
	/** Ends an attempt if the claim is still held. */
	settle(claimed: Delivery, settlement: Settlement): Promise<boolean>;
	/** Puts a dead letter back into the outbox if it is one. */
	revive(dead: Delivery, now: number): Promise<boolean>;
	disabled(target: string): Promise<DisabledTarget | undefined>;
	disable(target: string, state: DisabledTarget): Promise<void>;
	enable(target: string): Promise<void>;
}

/** DynamoDB takes 400 KB an item; the rest of the item is small. */
export const MAX_CURSOR_BYTES = 380 * 1024;

/** State and events in one value: they belong together, so they are written together. */
export function packCursor({ state, batch }: Omit<Cursor, 'version'>): Uint8Array {
	return gzipSync(JSON.stringify({ state, batch }));
}

export function unpackCursor(data: Uint8Array): Omit<Cursor, 'version'> {
	return JSON.parse(gunzipSync(data).toString('utf8')) as Omit<Cursor, 'version'>;
}
