import type { WantedEvent } from '../notify/recipients';
import type { Row, RowList } from './matching';
import type { KeyShelf } from './sealing';
import type { Subscription, SubscriptionKey } from './subscription';
import type { Token } from './tokens';

/**
 * The table of subscriptions: `pk` and `sk` (texts); `expiresAt` (Unix seconds) is its time to live.
 *
 *   tokens                     <id>                 a token
 *   owner#<owner>              count                the number of its subscriptions, never too small
 *   owner#<owner>              minute#<minute>      calls that change or send
 *   owner#<owner>              sub#<id>             a subscription
 *   match#<event>#<subject>    <severity>#<target>  a row of the index; v: version of its subscription
 *   attempts#<target>          <time>#<message>     an attempt to deliver
 *   samples                    <type>               the newest event of a type
 *   keys                       <year>               an encrypted data key
 *
 * The subscription is the truth, and rows are hints: a row of a subscription that does not exist any more, or
 * does not select the event, has no effect. Rows are put before the subscription selects by them.
 */

/** One attempt to deliver an event to a subscription. */
export interface AttemptRecord {
	/** The name of the target. */
	target: string;
	/** The id of the message. */
	message: string;
	type: string;
	/** Unix milliseconds. */
	at: number;
	/** Counted from 1. */
	attempt: number;
	/** `pending`: it is sent again later. */
	outcome: 'delivered' | 'pending' | 'dead';
	/** Of the response; absent if there was none. */
	status?: number;
	reason?: string;
	/** Duration of the request. */
	ms?: number;
}

/** One page of a list, and where the next one starts. */
export interface StoredPage<T> {
	items: T[];
	next?: string;
}

/** The part of the table that notify uses. Writes marked "if" are conditional and return whether they took place. */
export interface SubscriptionReader extends Pick<KeyShelf, 'dataKey'> {
	/** The newest version of a subscription. */
	find(key: SubscriptionKey): Promise<Subscription | undefined>;
	/** Subscriptions by the names of their targets; a version may be a second old. */
	findMany(names: readonly string[]): Promise<Map<string, Subscription>>;
	/** The names of the targets in a list of rows, in pages, in order, after one of them. */
	matching(list: RowList, after?: string): AsyncIterable<readonly MatchedRow[]>;
	/** Writes the next version if the present one is still `from`. */
	move(from: number, next: Subscription): Promise<boolean>;
	/** Removes rows if no version after `upTo` of their subscription has put them again. */
	removeRows(rows: readonly Row[], upTo: number): Promise<void>;
	noteAttempts(attempts: readonly AttemptRecord[]): Promise<void>;
	/** Keeps an event as the sample of its type. */
	noteSample(wanted: WantedEvent, now: number): Promise<void>;
}

export interface MatchedRow extends Row {
	/** The name of the target. */
	name: string;
	/** The version of its subscription that has put it. */
	version: number;
}

/** The part of the table that the API uses. */
export interface SubscriptionStore extends SubscriptionReader, KeyShelf {
	/** Puts a subscription if there is none of this key. */
	add(subscription: Subscription): Promise<boolean>;
	remove(key: SubscriptionKey): Promise<void>;
	/** The subscriptions of an owner, in the order of their ids. */
	list(owner: string, limit: number, after?: string): Promise<StoredPage<Subscription>>;
	/** Puts rows for a version of their subscription. */
	addRows(rows: readonly Row[], of: Subscription): Promise<void>;
	/** Counts one more subscription if the owner has fewer than `most`. */
	reserve(owner: string, most: number): Promise<boolean>;
	/** Counts a call of this minute if there were fewer than `most`. */
	countCall(owner: string, now: number, most: number): Promise<boolean>;
	/** The attempts of a target, the newest first. */
	attempts(target: string, limit: number, after?: string): Promise<StoredPage<AttemptRecord>>;
	/** The newest events, each of another type, the newest first. */
	samples(): Promise<WantedEvent[]>;
	token(id: string): Promise<Token | undefined>;
}

/** The part of the table that the command for tokens uses. */
export interface TokenStore {
	token(id: string): Promise<Token | undefined>;
	addToken(token: Token): Promise<boolean>;
	tokens(): Promise<Token[]>;
	/** Revokes a token; false if there is none. */
	revokeToken(id: string, now: number): Promise<boolean>;
}
