import { gunzipSync, gzipSync } from 'node:zlib';
import type { NetworkEvent, SourceState } from '../../core';

/**
 * One table: `pk` and `sk` (texts), and the index `queue` over `queue` (text) and `dueAt` (number,
 * Unix milliseconds). Items leave the index by losing `queue`; `expiresAt` (Unix seconds) is the
 * table's time to live.
 *
 *     source#<name>    cursor        version, data (gzip: the source's state, and events to fan out)
 *     source#<name>    fan-out       version of the cursor, and how far its events are in the outbox
 *     delivery#<name>  <message id>  one event for one target
 *     targets          state         version, data (gzip: what is known of every target)
 *
 * `queue` is `pending#<target>` or `dead`: a backlog of one target is not read for another.
 */
export const QUEUE_INDEX = 'queue';

/** An event in a cursor. `cutFrom`: its size in bytes, if it was too large and its data was cut. */
export type BatchEvent = NetworkEvent & { cutFrom?: number };

/** The state of a source. `batch` has events that are not all in the outbox yet. */
export interface Cursor {
	/** Counts writes; 0 before the first. */
	version: number;
	state?: SourceState;
	batch?: BatchEvent[];
}

/** How far a batch is in the outbox: all events before `event`, and of that one the targets up to `target`. */
export interface FanOutPosition {
	event: number;
	/** Targets are taken in the order of their names. */
	target?: string;
}

/** One event for one target in the outbox. */
export interface Delivery {
	target: string;
	/** The message's id, the same in every attempt. */
	id: string;
	source: string;
	event: NetworkEvent;
	/** Attempts that failed. */
	attempts: number;
	/** Unix milliseconds; for a dead letter, when it became one. */
	dueAt: number;
	createdAt: number;
	/** How the last attempt failed. */
	lastError?: string;
}

/** The reason why an attempt was the last, or the time of the next one. */
export type Settlement =
	| { to: 'delivered'; at: number }
	| { to: 'pending'; dueAt: number; attempts: number; lastError: string }
	| { to: 'dead'; at: number; attempts: number; lastError: string };

export interface DisabledTarget {
	/** Unix milliseconds. */
	at: number;
	reason: string;
	/** A digest of the URL that was gone: another URL is another target. */
	urlMark: string;
}

export interface FailingTarget {
	/** Unix milliseconds: no attempt has succeeded since. */
	since: number;
	/** Of the last attempt; absent if there was no response. */
	status?: number;
	/** Of the last attempt. */
	reason: string;
}

/** The state of one target. Times are Unix milliseconds. */
export interface TargetState {
	/** Set if deliveries may be pending: from when on to read its queue. */
	dueAt?: number;
	/** When deliveries were last announced, just before they were put. */
	announcedAt?: number;
	/** Since when its queue is empty. The index lags, so a single empty read is not proof. */
	emptyAt?: number;
	/** True if it responded late or not at all in the last run that sent to it. */
	slow?: boolean;
	/** Set from the first failed attempt until one succeeds. */
	failing?: FailingTarget;
	disabled?: DisabledTarget;
}
export type TargetStates = Record<string, TargetState>;

/** One page of a queue, those that are due first in front. */
export interface QueuePage {
	deliveries: Delivery[];
	/** Start of the next page; absent at the end. */
	next?: QueuePosition;
}
/** The delivery that a page begins behind; it need not be in the queue any more. */
export type QueuePosition = Pick<Delivery, 'target' | 'id' | 'dueAt'>;

/** What notify keeps. Writes marked "if" are conditional and return whether they took place. */
export interface Store {
	cursor(source: string): Promise<Cursor>;
	/** Writes the next version if the present one is still `from`. */
	moveCursor(source: string, from: number, next: Omit<Cursor, 'version'>): Promise<boolean>;
	/** How far the batch of this version of a cursor was put. */
	fanOutPosition(source: string, version: number): Promise<FanOutPosition | undefined>;
	saveFanOutPosition(source: string, version: number, position: FanOutPosition): Promise<void>;
	/** The states of all targets, in one read. */
	targets(): Promise<{ version: number; targets: TargetStates }>;
	/** Writes the states of all targets if their version is still `from`. */
	moveTargets(from: number, targets: TargetStates): Promise<boolean>;
	/** Puts a delivery if it was never there; with a reason, as a dead letter. */
	addDelivery(delivery: Delivery, dead?: string): Promise<boolean>;
	/** Reads a target's queue in the order in which its deliveries are due, due or not. */
	pending(target: string, limit: number, after?: QueuePosition): Promise<QueuePage>;
	/**
	 * Reads the dead letters, oldest first. With a target, a page may have fewer than there are, or
	 * none, and still a next one.
	 */
	dead(limit: number, after?: QueuePosition, target?: string): Promise<QueuePage>;
	/** True if there is a dead letter of this id. */
	isDead(target: string, id: string): Promise<boolean>;
	/** Takes a delivery until `until` if nobody else has since. Returns it as it is now. */
	claim(
		delivery: Pick<Delivery, 'target' | 'id' | 'dueAt'>,
		until: number,
	): Promise<Delivery | undefined>;
	/** Ends an attempt if the claim is still held. */
	settle(claimed: Delivery, settlement: Settlement): Promise<boolean>;
	/** Puts a dead letter back into the outbox if it is one. */
	revive(dead: Pick<Delivery, 'target' | 'id'>, now: number): Promise<boolean>;
}

/** DynamoDB accepts 400 KB an item; the rest of the item is small. */
export const MAX_CURSOR_BYTES = 380 * 1024;
/** Of an event as JSON, which a delivery holds as it is. */
export const MAX_EVENT_BYTES = 380 * 1024;

/** State and events in one value: they belong together, so they are written together. */
export function packCursor({ state, batch }: Omit<Cursor, 'version'>): Uint8Array {
	return pack({ state, batch });
}

export function pack(value: unknown): Uint8Array {
	return gzipSync(JSON.stringify(value));
}

export function unpack<T>(data: Uint8Array): T {
	return JSON.parse(gunzipSync(data).toString('utf8')) as T;
}
