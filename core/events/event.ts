import { createHash } from 'node:crypto';
import type { Client } from '../client';
import type { Clock } from '../protocol/ports';

/**
 * What is news. Each source is a function of its settings, its last state and what the services
 * answer now; hosts keep the state and hand on the events.
 */

/** One piece of news. */
export interface NetworkEvent {
	/** The same for the same news, also when a poll is repeated from the same state. */
	id: string;
	/** Such as `staking.transaction`, `validator.joined`, `health.changed`. */
	type: string;
	/** When it happened, or was first seen where the service does not say; ISO 8601. */
	timestamp: string;
	data: Record<string, unknown>;
}

/** A source's memory: one small JSON value. `k` says which settings it belongs to. */
export interface SourceState {
	k: string;
	[field: string]: unknown;
}

/** What a poll may use, and how far it may go. */
export interface PollContext {
	client: Client;
	clock: Clock;
	/** Milliseconds since 1970 at which no further page is begun. */
	deadline: number;
	/** Events of one poll at most; the rest comes with the next polls. */
	maxEvents: number;
	/** Pages of one poll at most. */
	maxPages: number;
	/**
	 * True where the host forgets the state of a poll without events: looks that must agree then
	 * happen within one poll, before its deadline.
	 */
	looksInOnePoll?: boolean;
}

/** What a poll found, oldest first. The state belongs to these events: keep both or neither. */
export interface PollResult {
	events: NetworkEvent[];
	state: SourceState;
	/** True where more is known to wait. */
	more: boolean;
}

/** A period of time: Unix seconds, both included. */
export interface Period {
	from: number;
	until: number;
}

/** Where a source begins: at what is there now, or at a moment (Unix seconds). */
export type StartFrom = 'now' | number;

/**
 * One kind of news. `poll` without a state, or with one of other settings, takes the baseline; it
 * throws `Failure` and changes nothing where a service fails.
 */
export interface EventSource<Settings> {
	/** A short mark of the settings that decide what is seen; a state belongs to one. */
	key(settings: Settings): string;
	/** True where a poll from an earlier state finds the same events again, with the same ids. */
	readsAgain?: boolean;
	poll(
		settings: Settings,
		state: SourceState | undefined,
		context: PollContext,
	): Promise<PollResult>;
	/** The newest real events, newest first, whatever the state. */
	sample(settings: Settings, context: PollContext, limit: number): Promise<NetworkEvent[]>;
	/**
	 * The events of a period again, oldest first, page by page, with the ids that polls give. Sources of
	 * lists that grow have it. Throws `Failure`.
	 */
	replay?(settings: Settings, period: Period, context: PollContext): AsyncIterable<NetworkEvent[]>;
}

/** A short mark of the settings that decide what a source sees. */
export function keyOf(settings: Record<string, unknown>): string {
	const parts = Object.keys(settings)
		.sort()
		.map((name) => [name, settings[name] ?? null]);
	return markOf(JSON.stringify(parts));
}

/** A short mark of a text: 72 bits of its sha256. */
export function markOf(given: string): string {
	return createHash('sha256').update(given).digest('base64url').slice(0, 12);
}

/** The state where it belongs to these settings; otherwise nothing, and a new baseline is taken. */
export function stateFor(key: string, state: SourceState | undefined): SourceState | undefined {
	return state?.k === key ? state : undefined;
}

/**
 * Where a source begins to number its news: at a moment (ms) in seconds, so that the numbers of another
 * baseline do not come again.
 */
export function firstNumber(now: number): number {
	return Math.floor(now / 1000);
}

/** Oldest first; what happened at the same moment keeps its order. */
export function inOrder(events: NetworkEvent[]): NetworkEvent[] {
	const at = new Map(events.map((event) => [event, Date.parse(event.timestamp)]));
	return events.sort((a, b) => (at.get(a) as number) - (at.get(b) as number));
}
