import { Failure, isFailure, mayPass } from '../failure';
import { isPublicEndpoint } from '../protocol/ownNode';
import type { EventDeclaration, Watched } from './declare';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	oldestFirst,
	stateFor,
	watchedOf,
} from './event';
import { sharingReads } from './sharedReads';
import { checkEvent } from './watchChecks';

/**
 * The source of a watch: it polls the sources of its events at the same time, each with its own state.
 * An event that fails keeps its state, and the others continue.
 */

/** The rules of a watch. */
export interface WatchRules<Settings> {
	/** The `event` of its reports of failures. */
	type: string;
	/** Identifies the subject. */
	key(settings: Settings): string;
	/** The selected events. */
	watched(settings: Settings): readonly Watched[];
	/** Failed polls in a row after which an event reports that it cannot be read; 0: it is thrown. */
	failedAfter(settings: Settings): number;
}

/** The stored state of one event. */
interface Part {
	/** The state of its source; absent before its first poll that succeeded. */
	state?: SourceState;
	/** Time of its first poll (ms), while none has succeeded. */
	began?: number;
	/** Failed polls in a row, and the time of the first one (ms). */
	failures?: number;
	since?: number;
	/** True if the failure was reported. */
	told?: true;
}

interface WatchState extends SourceState {
	/** Number of polls with reports of failures. */
	polls: number;
	parts: Record<string, Part>;
	/** The event whose events are returned first, because they did not fit into the poll before. */
	first?: string;
}

type Readable = Extract<Watched, { settings: object }>;

/** Of several events in one poll, the maximum of those that would have to be stored to repeat the poll. */
const MOST_STORED = 100;

/** The event source of a watch. */
export function watchSource<Settings>(rules: WatchRules<Settings>): EventSource<Settings> {
	return {
		key: (settings) => rules.key(settings),
		async poll(settings, previous, given) {
			const key = rules.key(settings);
			const known = stateFor(key, previous) as WatchState | undefined;
			const context = sharingReads(given);
			const readable = readableOf(rules.watched(settings), context);
			const before: WatchState = known ?? { k: key, polls: 0, parts: {} };
			const now = context.clock.now();
			const polled = await Promise.all(
				readable.map(async (one) => await pollPart(one, before.parts[one.key], context)),
			);
			throwIfAllFailed(polled, rules.failedAfter(settings), known !== undefined);
			const result = resultOf(polled, before, context);
			const report = { type: rules.type, watched: watchedOf(key, given), now };
			return withFailures(polled, result, rules.failedAfter(settings), report);
		},
		async sample(settings, given, limit) {
			const context = sharingReads(given);
			const readable = readableOf(rules.watched(settings), context);
			const each = Math.max(1, Math.floor(limit / readable.length));
			const all = await Promise.all(
				readable.map(async ({ event, settings: own }) => {
					try {
						return { event, events: await event.source.sample(own, context, each) };
					} catch (error) {
						return { event, failure: failureIn(error) };
					}
				}),
			);
			const failed = all.flatMap(({ event, failure }) => (failure ? [{ event, failure }] : []));
			if (failed.length === all.length && failed[0]) throw failed[0].failure;
			for (const { event, failure } of failed) context.note?.(saidOfFailed(event, failure));
			return fewOfEach(
				all.map(({ events = [] }) => events),
				limit,
			);
		},
	};
}

/** The first of each list, then the second of each, and so on up to the limit; those of a list stay together. */
function fewOfEach<Item>(lists: readonly Item[][], limit: number): Item[] {
	const counts = lists.map(() => 0);
	for (let left = limit; left > 0; ) {
		const before = left;
		for (const [at, list] of lists.entries()) {
			if (left === 0 || counts[at] === list.length) continue;
			counts[at]++;
			left--;
		}
		if (left === before) break;
	}
	return lists.flatMap((list, at) => list.slice(0, counts[at]));
}

/**
 * The selected events that can be read with these settings and services; the others are noted. Throws
 * `Failure` if there are none.
 */
function readableOf(watched: readonly Watched[], { client, note }: PollContext): Readable[] {
	const reasons: string[] = [];
	const readable = watched.filter((one): one is Readable => {
		const reason = one.leftOut ?? unreadableAt(one as Readable, client);
		if (reason !== undefined) reasons.push(`${one.event.name} (${reason})`);
		return reason === undefined;
	});
	if (reasons.length === 0) return readable;
	const list = reasons.join(', ');
	if (readable.length > 0) {
		note?.(`Events of this watch that are left out: ${list}`);
		return readable;
	}
	const message = `"Events" (events) must include an event that can be read. These cannot: ${list}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'events' });
}

/** The reason why the configured node cannot serve an event; undefined if it can. */
function unreadableAt(
	{ event: { ownNode }, settings }: Readable,
	client: PollContext['client'],
): string | undefined {
	if (!ownNode) return undefined;
	if (ownNode !== true && !ownNode.values.includes(String(settings[ownNode.field]))) {
		return undefined;
	}
	try {
		if (!isPublicEndpoint(client.access('node').url)) return undefined;
	} catch (error) {
		return failureIn(error).message;
	}
	return 'it needs a node of your own: set Node URL in the credential to your node';
}

interface Polled {
	event: EventDeclaration;
	key: string;
	settings: Readable['settings'];
	before: Part | undefined;
	result?: PollResult;
	failure?: Failure;
}

async function pollPart(
	{ event, key, settings }: Readable,
	before: Part | undefined,
	context: PollContext,
): Promise<Polled> {
	const { began } = before ?? {};
	// Without a state, all events since the first poll are new, not those since this one.
	const late =
		began !== undefined && 'startFrom' in event.fields.fields && settings.startFrom === undefined;
	const from = late ? { startFrom: Math.floor(began / 1000) } : {};
	const own = { event, key, settings, before };
	try {
		const result = await event.source.poll({ ...settings, ...from }, before?.state, context);
		return { ...own, result };
	} catch (error) {
		return { ...own, failure: failureIn(error) };
	}
}

/** A failure of a service; other errors are thrown. */
function failureIn(error: unknown): Failure {
	if (isFailure(error)) return error;
	throw error;
}

/**
 * A watch that cannot read anything fails as a single event does. So does an event whose settings a
 * service rejects at its first poll, while its user is looking.
 */
function throwIfAllFailed(polled: readonly Polled[], failedAfter: number, hasState: boolean): void {
	const failed = polled.flatMap(({ failure }) => failure ?? []);
	if (failed.length === 0) return;
	const isAll = failed.length === polled.length;
	const wrong = hasState ? undefined : failed.find((failure) => !mayPass(failure));
	if (wrong ?? (isAll || failedAfter === 0)) throw wrong ?? failed[0];
}

/** The events that fit into the poll, and the next state. The others are read again by the next poll. */
function resultOf(
	polled: readonly Polled[],
	before: WatchState,
	{ maxEvents, clock }: PollContext,
): PollResult & { state: WatchState } {
	const parts: Record<string, Part> = {};
	const again: Record<string, Part> = {};
	const events: NetworkEvent[] = [];
	const skipped: NonNullable<PollResult['skipped']> = [];
	let more = false;
	let canRepeat = true;
	let first: string | undefined;
	for (const { key, result, before: part = {} } of inTurn(polled, before.first)) {
		if (!result) {
			parts[key] = part.state ? part : { ...part, began: part.began ?? clock.now() };
			again[key] = parts[key];
			continue;
		}
		const isStored = events.length > 0 && !(canRepeat && result.readFrom);
		const most = isStored ? Math.min(maxEvents, MOST_STORED) : maxEvents;
		if (
			result.events.length > 0 &&
			events.length > 0 &&
			events.length + result.events.length > most
		) {
			first ??= key;
			const { state, began } = part;
			parts[key] = { ...(state && { state }), ...(began !== undefined && { began }) };
			again[key] = parts[key];
			more = true;
			continue;
		}
		events.push(...result.events);
		skipped.push(...(result.skipped ?? []));
		more ||= result.more;
		if (result.events.length > 0 && !result.readFrom) canRepeat = false;
		parts[key] = { state: result.state };
		again[key] = result.events.length > 0 ? { state: result.readFrom } : parts[key];
	}
	const { k, polls } = before;
	return {
		events: oldestFirst(events),
		state: { k, polls, parts, ...(first && { first }) },
		more,
		...(skipped.length > 0 && { skipped }),
		...(events.length > 0 && canRepeat && { readFrom: { k, polls, parts: again } }),
	};
}

/** The polled events, the one that was put off before the others. */
function inTurn(polled: readonly Polled[], first: string | undefined): Polled[] {
	return [...polled].sort((a, b) => Number(b.key === first) - Number(a.key === first));
}

/** The result with the reports of events that cannot be read any more, or can be read again. */
function withFailures(
	polled: readonly Polled[],
	result: PollResult & { state: WatchState },
	failedAfter: number,
	{ type, watched, now }: { type: string; watched: string; now: number },
): PollResult {
	const parts = { ...result.state.parts };
	const reports: NetworkEvent[] = [];
	const polls = result.state.polls + 1;
	const about = ({ name }: EventDeclaration, part: string) => ({
		type,
		name,
		key: `${watched}:${part}`,
	});
	for (const { event, key, before: part, failure } of polled) {
		const { failures = 0, since = now, told } = part ?? {};
		if (!failure) {
			if (!told) continue;
			const works = { kind: 'checkWorks', since: now, polls } as const;
			reports.push(checkEvent(about(event, key), works));
			continue;
		}
		const isDue = !told && failures + 1 >= failedAfter;
		parts[key] = {
			...parts[key],
			failures: failures + 1,
			since,
			...((told ?? isDue) && { told: true }),
		};
		if (!isDue) continue;
		const fails = { kind: 'checkFailed', failure, since, polls } as const;
		reports.push(checkEvent(about(event, key), fails));
	}
	if (reports.length === 0) return { ...result, state: { ...result.state, parts } };
	// Reports are stored to repeat the poll.
	const { readFrom: _, ...rest } = result;
	return {
		...rest,
		events: oldestFirst([...result.events, ...reports]),
		state: { ...result.state, polls, parts },
	};
}

function saidOfFailed({ name }: EventDeclaration, { message }: Failure): string {
	return `${name} cannot be read: ${message}`;
}
