import { createHash } from 'node:crypto';
import type { AnyClient } from '../client';
import { durationSeconds } from '../fields/lines';
import { isFailure } from '../failure';
import type { Clock } from '../protocol/ports';
import type { Service } from '../service';
import type { SkippedRecord } from '../protocol/reading';

/**
 * Events. Each source is a function of its settings, its last state and the current responses of
 * the services; hosts store the state and deliver the events.
 */

/** One event. */
export interface NetworkEvent {
	/**
	 * Identifies the subject that is watched and this occurrence. Where the service identifies the
	 * occurrence (a transaction, a message, the end of a stake), the id is the same in every
	 * process. Otherwise it has the time at which a poll first saw the new state, and the number of
	 * the poll among those with events: both are saved with the state. The id is the same as often
	 * as the event is delivered, and no other occurrence has it, even if the state was lost or
	 * replaced by an older one.
	 */
	id: string;
	/** Such as `staking.transaction`, `validator.joined`, `health.changed`. */
	type: string;
	/** Time of the occurrence, or of its first observation if the service has no time; ISO 8601. */
	timestamp: string;
	data: Record<string, unknown>;
	/** The service that a failed check could not read; it is not a column. */
	service?: Service;
}

/** The state of a source: one small JSON value. `k` identifies the settings that it is for. */
export interface SourceState {
	k: string;
	[field: string]: unknown;
}

/** A record that an event skipped. */
export type Unreadable = Pick<SkippedRecord, 'operation' | 'path' | 'message' | 'names'>;

/** The client, clock and limits of one poll. */
export interface PollContext {
	/** Events read tolerantly: a field that a response lacks is reported by the client's `missing`. */
	client: AnyClient;
	clock: Clock;
	/** Milliseconds since 1970 after which no further page is requested. */
	deadline: number;
	/** Maximum number of events of one poll; the next polls return the rest. */
	maxEvents: number;
	/** Maximum number of pages of one poll. */
	maxPages: number;
	/**
	 * True if the host does not store the state of a poll without events: checks that must agree
	 * are then made within one poll, before its deadline.
	 */
	checksInOnePoll?: boolean;
	/** True if the caller counts and reports failed checks: a threshold event then throws each. */
	throwsFailedChecks?: boolean;
	/** Called for each record that cannot be read, whether it was reported before or not. */
	skip?(record: Unreadable): void;
	/**
	 * Called with a sentence about a part that this poll leaves out, such as an event that needs a node
	 * of the user's own. Each poll repeats it: the host decides how often it is shown.
	 */
	note?(sentence: string): void;
}

/**
 * The result of a poll, oldest first. Store the state and deliver the events together, or neither.
 */
export interface PollResult {
	events: NetworkEvent[];
	state: SourceState;
	/** True if more events are known to be pending. */
	more: boolean;
	/** Records that could not be read, and were not reported before; absent if there are none. */
	skipped?: Unreadable[];
	/** The state from which a poll returns the same events again, with the same ids, if there is one. */
	readFrom?: SourceState;
	/** The service that the event reports, or is about to report, as down. */
	down?: Service;
}

/** A period: Unix seconds, both inclusive. */
export interface Period {
	from: number;
	until: number;
}

/** A duration before the first poll, such as `60m`. */
export type Ago = `${number}${'s' | 'm' | 'h' | 'd' | 'w'}`;

/** The start of a source: now, a time (Unix seconds), or a duration before the first poll. */
export type StartFrom = 'now' | number | Ago;

/** The start, with a duration converted to Unix seconds. `now`: time of the first poll (ms). */
export function startMomentOf(startFrom: StartFrom = 'now', now: number): 'now' | number {
	if (startFrom === 'now' || typeof startFrom === 'number') return startFrom;
	return Math.max(0, Math.floor(now / 1000) - (durationSeconds(startFrom) ?? 0));
}

/**
 * One kind of event. `poll` without a state, or with a state of other settings, takes the baseline;
 * if a service fails, it throws `Failure` and changes nothing.
 */
export interface EventSource<Settings> {
	/** A short digest of the settings that select events; a state is valid for one. */
	key(settings: Settings): string;
	poll(
		settings: Settings,
		state: SourceState | undefined,
		context: PollContext,
	): Promise<PollResult>;
	/**
	 * The newest real events, newest first, independent of the state; generated ones if there are
	 * none.
	 */
	sample(settings: Settings, context: PollContext, limit: number): Promise<NetworkEvent[]>;
	/**
	 * The events of records that the host received without a poll, such as those of a webhook: of the
	 * records that the settings select, with the same ids as in polls. Only sources of lists that grow
	 * have it.
	 */
	eventsOf?(
		settings: Settings,
		records: readonly unknown[],
		context: PollContext,
	): Promise<NetworkEvent[]>;
	/**
	 * The events of a period again, oldest first, page by page, with the same ids as in polls. Only
	 * sources of lists that grow have it. Throws `Failure`.
	 */
	replay?(settings: Settings, period: Period, context: PollContext): AsyncIterable<NetworkEvent[]>;
}

/** A short digest of the settings that select events. */
export function settingsKey(settings: Record<string, unknown>): string {
	const parts = Object.keys(settings)
		.sort()
		.map((name) => [name, settings[name] ?? null]);
	return markOf(JSON.stringify(parts));
}

/** A short mark of a text: 72 bits of its sha256. */
export function markOf(given: string): string {
	return createHash('sha256').update(given).digest('base64url').slice(0, 12);
}

/** The state if it is for these settings; otherwise undefined, and a new baseline is taken. */
export function stateFor(key: string, state: SourceState | undefined): SourceState | undefined {
	return state?.k === key ? state : undefined;
}

const SERVICES = ['data', 'metrics', 'node'] as const;

/**
 * A mark of what is watched: the settings by their key, and the services by their URLs. A URL may hold
 * a secret, so ids of events have the mark only.
 */
export function watchedOf(key: string, { client }: Pick<PollContext, 'client'>): string {
	const urls = SERVICES.map((service) => {
		try {
			return client.access(service).url;
		} catch (error) {
			// A service that is not configured is not watched.
			if (isFailure(error)) return null;
			throw error;
		}
	});
	return markOf(JSON.stringify([key, urls]));
}

/**
 * The end of an id of an occurrence that the service does not identify: the time at which it was
 * first seen (ms), and the number of the poll that reports it.
 */
export function pollMark(since: number, number: number): string {
	return `${since.toString(36)}:${number}`;
}

/** Oldest first; events of the same time keep their order. */
export function oldestFirst(events: NetworkEvent[]): NetworkEvent[] {
	const at = new Map(events.map((event) => [event, Date.parse(event.timestamp)]));
	return events.sort((a, b) => (at.get(a) as number) - (at.get(b) as number));
}
