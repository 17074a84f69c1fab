import { Failure, type FailureKind, isFailure, mayPass } from '../failure';
import { isPublicEndpoint } from '../protocol/ownNode';
import type { EventDeclaration, Watched } from './declare';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	markOf,
	oldestFirst,
	stateFor,
	watchedOf,
} from './event';
import { sharingReads } from './sharedReads';
import { checkEvent } from './watchChecks';

/**
 * The source of a watch: it polls the sources of its events at the same time, each with its own state.
 * An event that fails keeps its state, and the others continue. What fails for one reason is reported once.
 */

/** The rules of a watch. */
export interface WatchRules<Settings> {
	/** The `event` of its reports of failures. */
	type: string;
	/** The name of the watch, in reports about several events. */
	name: string;
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
	/** The reported cause of the failure. */
	cause?: string;
}

interface WatchState extends SourceState {
	/** Number of polls with reports of failures. */
	polls: number;
	parts: Record<string, Part>;
	/** The reported causes that last, each with the name in its report. */
	causes?: Record<string, string>;
	/** The event whose events are returned first, because they did not fit into the poll before. */
	first?: string;
}

type Readable = Extract<Watched, { settings: object }>;

/** Minimum time between polls of an event within one poll. */
const SHORTEST_PAUSE_MS = 100;
/** Failures of a service, whatever it was asked. */
const HOST_FAILS: ReadonlySet<FailureKind> = new Set([
	'network',
	'bad-gateway',
	'unavailable',
	'rate-limited',
]);

/** Of several events in one poll, the maximum of those that would have to be stored to repeat the poll. */
const MOST_STORED = 100;

/** The event source of a watch. */
export function watchSource<Settings>(rules: WatchRules<Settings>): EventSource<Settings> {
	return {
		key: (settings) => rules.key(settings),
		async poll(settings, previous, given) {
			const key = rules.key(settings);
			const known = stateFor(key, previous) as WatchState | undefined;
			const context: PollContext = { ...sharingReads(given), throwsFailedChecks: true };
			const failedAfter = rules.failedAfter(settings);
			const readable = readableOf(rules.watched(settings), context);
			const before: WatchState = known ?? { k: key, polls: 0, parts: {} };
			const polled = await Promise.all(
				readable.map(
					async (one) => await pollPart(one, before.parts[one.key], failedAfter, context),
				),
			);
			throwIfAllFailed(polled, failedAfter, known !== undefined);
			const result = resultOf(polled, before, context);
			const { type, name } = rules;
			const report = { type, name, watched: watchedOf(key, given), now: context.clock.now() };
			return withFailures(polled, result, failedAfter, report);
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
	/** Failed polls in a row, with this one. */
	failures: number;
}

/**
 * Polls an event. If the poll fails, it is repeated within the time of this poll until it has failed often
 * enough to be reported, where the host does not store the state of polls without events.
 */
async function pollPart(
	readable: Readable,
	before: Part | undefined,
	failedAfter: number,
	context: PollContext,
): Promise<Polled> {
	const { clock, deadline, checksInOnePoll } = context;
	const { event, key, settings } = readable;
	const own = { event, key, settings, before };
	for (let failures = (before?.failures ?? 0) + 1; ; failures++) {
		try {
			return { ...own, result: await pollOnce(readable, before, context), failures: 0 };
		} catch (error) {
			const failure = failureIn(error);
			const missing = failedAfter - failures;
			const isLast = !checksInOnePoll || !before?.state || before.cause || missing <= 0;
			if (isLast) return { ...own, failure, failures };
			const pause = (deadline - clock.now()) / (missing + 1);
			if (pause < SHORTEST_PAUSE_MS) return { ...own, failure, failures: failedAfter };
			await clock.sleep(pause);
		}
	}
}

async function pollOnce(
	{ event, settings }: Readable,
	before: Part | undefined,
	context: PollContext,
): Promise<PollResult> {
	const { began } = before ?? {};
	// Without a state, all events since the first poll are new, not those since this one.
	const late =
		began !== undefined && 'startFrom' in event.fields.fields && settings.startFrom === undefined;
	const from = late ? { startFrom: Math.floor(began / 1000) } : {};
	return await event.source.poll({ ...settings, ...from }, before?.state, context);
}

/** A failure of a service; other errors are thrown. */
function failureIn(error: unknown): Failure {
	if (isFailure(error)) return error;
	throw error;
}

/**
 * A watch that cannot read anything fails as a single event does, unless one of them would report that its
 * check fails. So does an event whose settings a service rejects at its first poll, while its user is
 * looking.
 */
function throwIfAllFailed(polled: readonly Polled[], failedAfter: number, hasState: boolean): void {
	const failed = polled.flatMap(({ failure }) => failure ?? []);
	if (failed.length === 0) return;
	const isAll =
		failed.length === polled.length &&
		!polled.some(
			({ event, before, failure }) =>
				before?.state && event.fields.keys.includes('failedChecks') && failure && mayPass(failure),
		);
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
			parts[key] = { state, began };
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
	const { k, polls, causes } = before;
	return {
		events: oldestFirst(events),
		state: { k, polls, parts, ...(causes && { causes }), ...(first && { first }) },
		more,
		...(skipped.length > 0 && { skipped }),
		...(events.length > 0 &&
			canRepeat && { readFrom: { k, polls, parts: again, ...(causes && { causes }) } }),
	};
}

/** The polled events, the one that was put off before the others. */
function inTurn(polled: readonly Polled[], first: string | undefined): Polled[] {
	return [...polled].sort((a, b) => Number(b.key === first) - Number(a.key === first));
}

/**
 * The result with the reports of events that cannot be read any more, or can be read again: one for all
 * that fail for the same reason, and none for what an event that is down reports itself.
 */
function withFailures(
	polled: readonly Polled[],
	result: PollResult & { state: WatchState },
	failedAfter: number,
	{ type, name, watched, now }: { type: string; name: string; watched: string; now: number },
): PollResult {
	const parts = { ...result.state.parts };
	const causes = { ...result.state.causes };
	const polls = result.state.polls + 1;
	const about = (cause: string) => ({ type, name: causes[cause], key: `${watched}:${cause}` });
	const down = new Set<string>(polled.flatMap(({ result: own }) => own?.down ?? []));
	const due = new Map<string, Array<Polled & { failure: Failure; since: number }>>();
	for (const one of polled) {
		const { key, before: part, failure, failures } = one;
		if (!failure) continue;
		const { since = now, cause: reportedCause } = part ?? {};
		const cause = reportedCause ?? causeOf(failure);
		if (!reportedCause && down.has(cause)) {
			const { failures: _, since: __, ...working } = parts[key];
			parts[key] = working;
			continue;
		}
		const isDue = !reportedCause && failures >= failedAfter;
		if (isDue && !(cause in causes)) {
			due.set(cause, [...(due.get(cause) ?? []), { ...one, failure, since }]);
		}
		parts[key] = { ...parts[key], failures, since, ...((reportedCause ?? isDue) && { cause }) };
	}
	const reports: NetworkEvent[] = [];
	for (const cause of Object.keys(causes)) {
		if (Object.values(parts).some((part) => part.cause === cause)) continue;
		const works = { kind: 'checkWorks', since: now, polls } as const;
		reports.push(checkEvent(about(cause), works));
		delete causes[cause];
	}
	for (const [cause, all] of due) {
		const names = all.map(({ event }) => event.name);
		const [{ failure, since }] = all;
		causes[cause] = names.length === 1 ? names[0] : name;
		const fails = { kind: 'checkFailed', failure, names, since, polls } as const;
		reports.push(checkEvent(about(cause), fails));
	}
	const { causes: _, ...rest } = result.state;
	const state = { ...rest, parts, ...(Object.keys(causes).length > 0 && { causes }) };
	if (reports.length === 0) return { ...result, state };
	// Reports are stored to repeat the poll.
	const { readFrom: __, ...others } = result;
	return {
		...others,
		events: oldestFirst([...result.events, ...reports]),
		state: { ...state, polls },
	};
}

/** The service that fails as a whole, or a mark of the failure. */
function causeOf({ kind, service, message }: Failure): string {
	return service && HOST_FAILS.has(kind) ? service : markOf(`${kind} ${message}`);
}

function saidOfFailed({ name }: EventDeclaration, { message }: Failure): string {
	return `${name} cannot be read: ${message}`;
}
