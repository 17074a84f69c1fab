import { Failure, isFailure, mayPass } from '../failure';
import {
	type EventSource,
	type PollContext,
	type PollResult,
	type SourceState,
	pollMark,
	stateFor,
	watchedOf,
} from './event';
import {
	CHECK,
	type GoodCheck,
	type CheckOutcome,
	type Stepped,
	type PendingChange,
	nodeOf,
	stepAll,
} from './levelChecks';
import { GONE, UNKNOWN } from './levelSteps';
import type { LevelRules, Levels, LevelsState, ValueMemory } from './levelTypes';
import { isSettling } from './notReady';
import { type Lenient, lenient, maybeIn, newlySkipped, saidOfSkipped } from './unreadable';

/**
 * The engine of threshold events: uptime, remaining time, balance, health. A source defines what is
 * read and the thresholds; the engine decides what was reported, what must hold, what is repeated
 * and what happens when a read fails.
 */

/** Minimum time between checks of one poll. */
const SHORTEST_PAUSE_MS = 100;
/**
 * Maximum time (ms) in which checks may be not ready for a temporary reason before they count as
 * failed: a node that restarts again and again never becomes ready.
 */
const LONGEST_SETTLING_MS = 30 * 60_000;
/** An event source of thresholds. */
export function levelsSource<Settings, Facts>(
	source: Levels<Settings, Facts>,
	sample: EventSource<Settings>['sample'],
): EventSource<Settings> {
	return {
		key: (settings) => source.key(settings),
		sample: async (settings, context, limit) => await sample(settings, lenient(context), limit),
		async poll(settings, previous, given) {
			const key = source.key(settings);
			const context = lenient(given);
			const known = stateFor(key, previous) as LevelsState | undefined;
			const result =
				known && !known.awaitsBaseline
					? await watch(source, settings, known, context)
					: await first(source, settings, key, known, context);
			return { ...withSkipped(source, settings, result, context), ...downIn(source, result) };
		},
	};
}

/** The service whose state is the subject, if it fails or is in the state that it has then. */
function downIn<Settings, Facts>(
	{ failedLevel, service }: Levels<Settings, Facts>,
	{ state }: PollResult,
): Pick<PollResult, 'down'> {
	const { failures, subjects } = state as LevelsState;
	const isDown = failures ?? Object.values(subjects).some(({ t }) => t === failedLevel);
	return service && isDown ? { down: service } : {};
}

/** A poll with the records that it skipped: as an event if failed checks are events. */
function withSkipped<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	result: PollResult,
	context: Lenient,
): PollResult {
	const { skipped, clock, maxEvents } = context;
	const { k, unreadable } = result.state as LevelsState;
	const { fresh, marks } = newlySkipped(skipped, unreadable);
	if (fresh.length === 0) return result;
	const state = { ...result.state, unreadable: marks };
	const isEvent = source.failedLevel === undefined && source.rules(settings).failedAfter > 0;
	if (!isEvent) return { ...result, state, skipped: fresh };
	if (result.events.length >= maxEvents) return { ...result, more: true };
	const now = clock.now();
	// It has no recovery: each of these events is an alert of its own.
	const id = [watchedOf(k, context), CHECK, 'unreadable', marks.at(-1)].join(':');
	const failure = new Failure({ kind: 'invalid-response', message: saidOfSkipped(fresh) });
	const change = { kind: 'unreadable', id, key: id, subject: CHECK, to: 0 } as const;
	const event = source.event({ ...change, since: now, at: now, failure }, settings);
	return { ...result, events: [...result.events, event], state };
}

/** Reads the current state. A subject that may be unreadable does not count as gone. */
async function subjectsOf<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	context: Lenient,
	memory: StateMemory,
): Promise<GoodCheck<Facts>> {
	const before = context.skipped.length;
	const readings = await source.read(settings, context, memory);
	const maybe = maybeIn(context.skipped.slice(before));
	return {
		readings: readings.filter(({ subject, level }) => level !== GONE || !maybe(subject)),
		maybe,
	};
}

type StateMemory = ValueMemory & { values: NonNullable<LevelsState['values']> };

/** The memory of a state, for one check. `now`: ms. */
export function memoryOfState(
	{ values: known, memory: stored }: Pick<LevelsState, 'values' | 'memory'>,
	now: number,
): StateMemory {
	const values = { ...known };
	return {
		values,
		stored,
		observe(subject, value) {
			const known = values[subject] ?? [value, now, 0];
			const [last, , count] = known;
			const next = last === value ? known : ([value, now, count + 1, last] as const);
			values[subject] = [...next];
			const [, since, changes, before] = next;
			return { since, changes, before };
		},
	};
}

/**
 * The baseline: it needs a response, and waits for what ends by itself. Subjects beyond a threshold are
 * reported at once, or not at all.
 */
async function first<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	k: string,
	known: LevelsState | undefined,
	context: Lenient,
): Promise<PollResult> {
	const now = context.clock.now();
	const empty: LevelsState = { k, polls: 0, subjects: {} };
	const { notReadySince = now } = known ?? {};
	const memory = memoryOfState({ memory: known?.memory }, now);
	let readings: GoodCheck<Facts>['readings'];
	try {
		({ readings } = await subjectsOf(source, settings, context, memory));
	} catch (error) {
		const waits =
			isFailure(error) && isSettling(error) && now - notReadySince < LONGEST_SETTLING_MS;
		if (!waits) throw error;
		const waiting = { ...withMemory(empty, memory, false), awaitsBaseline: true, notReadySince };
		return { events: [], state: waiting, more: false };
	}
	const state = withMemory(empty, memory, true);
	const { tellFirst } = source.rules(settings);
	const changes: Array<PendingChange<Facts>> = [];
	for (const { subject, level, occurrence, nodeId, facts } of readings) {
		if (level === UNKNOWN || (level === 0 && !source.keepsAll)) continue;
		const subjectState = { t: level, a: now, ...nodeOf(subject, nodeId) };
		if (tellFirst) {
			const kind = level === 0 ? 'first' : level === GONE ? 'gone' : 'crossed';
			changes.push({
				kind,
				subject,
				nodeId,
				to: level,
				since: now,
				occurrence,
				facts,
				subjectState,
			});
		} else {
			state.subjects[subject] = subjectState;
		}
	}
	return asEvents(source, settings, { state, changes }, context);
}

/**
 * Checks once, or, if the host does not store the state of a poll without events, until the checks
 * that must agree have been made. They are spread over the time until the deadline; if it comes
 * first, the checks so far decide.
 */
async function watch<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	known: LevelsState,
	context: Lenient,
): Promise<PollResult> {
	const { clock, deadline, checksInOnePoll } = context;
	const rules = source.rules(settings);
	for (let state = known; ; ) {
		const memory = memoryOfState(state, clock.now());
		const outcome = await check(source, settings, context, memory);
		state = withMemory(state, memory, outcome.failure === undefined);
		const now = clock.now();
		const { notReadySince = now } = state;
		if (outcome.failure && isSettling(outcome.failure)) {
			if (now - notReadySince < LONGEST_SETTLING_MS) {
				return { events: [], state: { ...state, notReadySince }, more: false };
			}
			if (isThrown(source, settings, context)) throw outcome.failure;
		}
		const made = stepAll(source, rules, state, outcome, now);
		const result = asEvents(source, settings, made, context);
		const missing = checksMissing(rules, made.state, source.failedLevel);
		if (!checksInOnePoll || missing === 0 || result.events.length > 0) return result;
		const pause = (deadline - now) / (missing + 1);
		if (pause < SHORTEST_PAUSE_MS) {
			const atOnce = { ...rules, hold: 1, failedAfter: outcome.failure ? 1 : rules.failedAfter };
			const last = stepAll(source, atOnce, state, outcome, now);
			return asEvents(source, settings, last, context);
		}
		await clock.sleep(pause);
		state = result.state as LevelsState;
	}
}

/** Reads the current state. A failure that does not count as a failed check is thrown. */
async function check<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	context: Lenient,
	memory: StateMemory,
): Promise<CheckOutcome<Facts>> {
	try {
		return await subjectsOf(source, settings, context, memory);
	} catch (error) {
		const { counts = mayPass } = source;
		const isCounted = (failure: Failure) => counts(failure) && !isThrown(source, settings, context);
		if (isFailure(error) && (isSettling(error) || isCounted(error))) return { failure: error };
		throw error;
	}
}

/** A state with the memory of a check; values of subjects of a check that read all of them only. */
function withMemory(
	state: LevelsState,
	{ stored, values }: StateMemory,
	isRead: boolean,
): LevelsState {
	return {
		...state,
		...(isRead && Object.keys(values).length > 0 && { values }),
		...(stored !== undefined && { memory: stored }),
	};
}

/**
 * A state with what a later poll, whose state was not stored, kept: a host may store the states of polls with
 * events only. Of a watch, in the state of each of its events.
 */
export function withMemoryOf(state: SourceState, later: SourceState | undefined): SourceState {
	const { memory, parts: laterParts } = (later ?? {}) as Partial<LevelsState> & Parts;
	const { parts } = state as Parts;
	if (!parts || !laterParts) return memory === undefined ? state : { ...state, memory };
	const merged = Object.entries(parts).map(([key, part]) => {
		const own = part?.state && withMemoryOf(part.state, laterParts[key]?.state);
		return [key, own ? { ...part, state: own } : part];
	});
	return { ...state, parts: Object.fromEntries(merged) as Parts['parts'] };
}

interface Parts {
	parts?: Record<string, { state?: SourceState } | undefined>;
}

/** True if failed checks are not events of this source. */
function isThrown<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	{ throwsFailedChecks }: PollContext,
): boolean {
	if (throwsFailedChecks && source.failedLevel === undefined) return true;
	return source.rules(settings).failedAfter === 0;
}

/** Number of further checks that must agree before a pending level counts; 0 if none is pending. */
function checksMissing(
	rules: LevelRules,
	{ subjects, failures, failed }: LevelsState,
	failedLevel?: number,
): number {
	if (failures !== undefined) {
		const done =
			failedLevel === undefined
				? failed
				: Object.values(subjects).every(({ t }) => t === failedLevel);
		return done ? 0 : Math.max(0, rules.failedAfter - failures);
	}
	const counts = Object.values(subjects).flatMap(({ c = [] }) =>
		c.map(([, count]) => rules.hold - count),
	);
	return Math.max(0, ...counts);
}
/** The changes as events, as many as fit into a poll; the rest stays pending. */
function asEvents<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	{ state, changes }: Stepped<Facts>,
	context: PollContext,
): PollResult {
	if (changes.length === 0) return { events: [], state, more: false };
	const isCheck = ({ subject }: PendingChange<Facts>) => (subject === CHECK ? 0 : 1);
	const byAge = [...changes].sort((a, b) => isCheck(a) - isCheck(b) || a.since - b.since);
	const fitting = byAge.slice(0, context.maxEvents);
	const subjects = { ...state.subjects };
	const at = context.clock.now();
	const watched = watchedOf(state.k, context);
	const polls = state.polls + 1;
	const events = fitting.map(({ subjectState, occurrence, last, ...change }) => {
		const { subject, kind, to, since } = change;
		if (subjectState && (subjectState.t !== 0 || source.keepsAll)) subjects[subject] = subjectState;
		else delete subjects[subject];
		const again = last === undefined ? [] : [last.toString(36)];
		const key = `${watched}:${subject}`;
		const id = [key, kind, to, ...again, occurrence ?? pollMark(since, polls)].join(':');
		const { failure } = change;
		const service = kind === 'checkFailed' && failure?.service ? { service: failure.service } : {};
		return { ...source.event({ ...change, id, key, at }, settings), ...service };
	});
	return { events, state: { ...state, polls, subjects }, more: fitting.length < byAge.length };
}
