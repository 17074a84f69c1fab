import { Failure, isFailure, mayPass } from '../protocol/failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	seenMark,
	stateFor,
	watchedOf,
} from './event';
import { GONE, type Kept, type Look, step } from './levelSteps';
import { isSettling } from './notReady';
import { type Lenient, lenient, maybeIn, newlySkipped, saidOfSkipped } from './unreadable';

/**
 * The engine of threshold events: uptime, remaining time, balance, health. A source defines what is
 * read and the thresholds; the engine decides what was reported, what must hold, what is repeated
 * and what happens when a read fails.
 */

/** A subject at one check, with the facts for its event. */
export interface Reading<Facts> extends Look {
	/** The same for the same subject at every check: a node id, an address. */
	subject: string;
	/**
	 * What only this occurrence of the level has, if the service tells it, such as the end of a stake.
	 */
	occurrence?: string;
	facts: Facts;
}

/** The reading of a subject that is named in the settings and not there: it has no facts. */
export function goneReading(subject: string): Reading<never> {
	return { subject, level: GONE, facts: undefined as never };
}

/** When a level counts, and when it is reported again. */
export interface LevelRules {
	/** Checks in a row that must agree. */
	hold: number;
	/**
	 * Checks in a row that must fail before the failure is reported; 0: the failure is thrown
	 * instead.
	 */
	failedAfter: number;
	/** Report subjects that are beyond a threshold at the first check. */
	tellFirst: boolean;
	/** Milliseconds after which a lasting level is reported again; never if undefined. */
	repeatMs(level: number): number | undefined;
}

export type ChangeKind =
	/** A worse level. */
	| 'crossed'
	/** The same level, still. */
	| 'repeated'
	/** A better level that is still beyond a threshold. */
	| 'improved'
	| 'recovered'
	/** Named in the settings, or reported before, and now missing. */
	| 'gone'
	| 'returned'
	/** The read fails: the state of all subjects is unknown. */
	| 'checkFailed'
	| 'checkWorks'
	/** Records that cannot be read were skipped: the state of the others is known. */
	| 'unreadable'
	/** The state at the first check, if a source also reports subjects beyond no threshold. */
	| 'first';

/** A reported change. */
export interface Change<Facts> {
	kind: ChangeKind;
	/** What is watched, the subject, the change, and what only this occurrence has. */
	id: string;
	subject: string;
	/** Levels before and after; `from` is undefined at the first check. */
	from?: number;
	to: number;
	/** When the level was first seen, and since when the level before had lasted (ms). */
	since: number;
	before?: number;
	/** When it is reported (ms). */
	at: number;
	/** Absent if the check failed or the subject is missing. */
	facts?: Facts;
	failure?: Failure;
}

/** What defines one threshold event for the engine. */
export interface Levels<Settings, Facts> {
	key(settings: Settings): string;
	rules(settings: Settings): LevelRules;
	/**
	 * All subjects, each once, or a thrown `Failure`: a part of them only where a record cannot be read,
	 * which the context collects.
	 */
	read(settings: Settings, context: PollContext): Promise<Array<Reading<Facts>>>;
	event(change: Change<Facts>, settings: Settings): NetworkEvent;
	/** Failures that count as a failed check; others are thrown. Default: temporary failures. */
	counts?(failure: Failure): boolean;
	/** The level that every known subject gets when checks fail, instead of a separate event. */
	failedLevel?: number;
	/** Also stores, and reports at the first check, subjects beyond no threshold. */
	keepsAll?: boolean;
	/** Converts a state that an earlier version saved. */
	migrate?(saved: SourceState): SourceState;
}

/**
 * n: polls with events so far. s: subjects that are beyond a threshold or have a pending level. u: failed checks in a row, as
 * far as they are counted. f: whether the failing check was reported. w: since when checks are not
 * ready (ms). x: marks of records that were reported as unreadable.
 */
interface LevelsState extends SourceState {
	form: 2;
	n: number;
	s: Record<string, Kept>;
	u?: number;
	f?: true;
	w?: number;
	x?: readonly string[];
}

/** The subjects at one check. `maybe`: whether one that is not among them may be unreadable. */
interface Looked<Facts> {
	readings: Array<Reading<Facts>>;
	maybe(subject: string): boolean;
	failure?: undefined;
}

type Seen<Facts> = Looked<Facts> | { failure: Failure };
/** A change with the state of its subject after it is reported. */
type Untold<Facts> = Omit<Change<Facts>, 'id' | 'at'> & {
	kept?: Kept;
	occurrence?: string;
	/** When it was reported last (ms), if it is repeated. */
	last?: number;
};
/** The effect of a check on a state, before anything is reported. */
interface Stepped<Facts> {
	state: LevelsState;
	changes: Array<Untold<Facts>>;
}

/** Minimum time between checks of one poll. */
const SHORTEST_PAUSE_MS = 100;
/**
 * How long checks may be not ready for a reason that ends by itself, before they count as failed: a
 * node that starts again and again never becomes ready.
 */
const LONGEST_SETTLING_MS = 30 * 60_000;
/** The subject of events about the check itself. */
const CHECK = 'check';

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
			const saved = stateFor(key, previous);
			const known = saved && ((source.migrate?.(saved) ?? saved) as LevelsState);
			const result = known
				? await watch(source, settings, known, context)
				: await first(source, settings, key, context);
			return withSkipped(source, settings, result, context);
		},
	};
}

/** A poll with the records that it skipped: as an event if failed checks are events. */
function withSkipped<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	result: PollResult,
	context: Lenient,
): PollResult {
	const { skipped, clock, maxEvents } = context;
	const { k, x } = result.state as LevelsState;
	const { fresh, marks } = newlySkipped(skipped, x);
	if (fresh.length === 0) return result;
	const state = { ...result.state, x: marks };
	const isEvent = source.failedLevel === undefined && source.rules(settings).failedAfter > 0;
	if (!isEvent) return { ...result, state, skipped: fresh };
	if (result.events.length >= maxEvents) return { ...result, more: true };
	const now = clock.now();
	const id = [watchedOf(k, context), CHECK, 'unreadable', marks.at(-1)].join(':');
	const failure = new Failure({ kind: 'invalid-response', message: saidOfSkipped(fresh) });
	const change = { kind: 'unreadable', id, subject: CHECK, to: 0 } as const;
	const event = source.event({ ...change, since: now, at: now, failure }, settings);
	return { ...result, events: [...result.events, event], state };
}

/** Reads the current state. A subject that may be unreadable does not count as gone. */
async function subjectsOf<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	context: Lenient,
): Promise<Looked<Facts>> {
	const before = context.skipped.length;
	const readings = await source.read(settings, context);
	const maybe = maybeIn(context.skipped.slice(before));
	return {
		readings: readings.filter(({ subject, level }) => level !== GONE || !maybe(subject)),
		maybe,
	};
}

/**
 * The baseline: it needs a response. Subjects beyond a threshold are reported at once, or not at
 * all.
 */
async function first<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	k: string,
	context: Lenient,
): Promise<PollResult> {
	const { readings } = await subjectsOf(source, settings, context);
	const now = context.clock.now();
	const state: LevelsState = { k, form: 2, n: 0, s: {} };
	const { tellFirst } = source.rules(settings);
	const changes: Array<Untold<Facts>> = [];
	for (const { subject, level, occurrence, facts } of readings) {
		if (level === 0 && !source.keepsAll) continue;
		const kept = { t: level, a: now, r: now };
		if (tellFirst) {
			const kind = level === 0 ? 'first' : level === GONE ? 'gone' : 'crossed';
			changes.push({ kind, subject, to: level, since: now, occurrence, facts, kept });
		} else {
			state.s[subject] = kept;
		}
	}
	return told(source, settings, { state, changes }, context);
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
	const { clock, deadline, looksInOnePoll } = context;
	const rules = source.rules(settings);
	for (let state = known; ; ) {
		const seen = await look(source, settings, context);
		const now = clock.now();
		const { w = now } = state;
		if (seen.failure && isSettling(seen.failure)) {
			if (now - w < LONGEST_SETTLING_MS) return { events: [], state: { ...state, w }, more: false };
			if (rules.failedAfter === 0) throw seen.failure;
		}
		const made = stepAll(source, rules, state, seen, now);
		const result = told(source, settings, made, context);
		const missing = looksMissing(rules, made.state, source.failedLevel);
		if (!looksInOnePoll || missing === 0 || result.events.length > 0) return result;
		const pause = (deadline - now) / (missing + 1);
		if (pause < SHORTEST_PAUSE_MS) {
			const atOnce = { ...rules, hold: 1, failedAfter: seen.failure ? 1 : rules.failedAfter };
			const last = stepAll(source, atOnce, state, seen, now);
			return told(source, settings, last, context);
		}
		await clock.sleep(pause);
		state = result.state as LevelsState;
	}
}

/** Reads the current state. A failure that does not count as a failed check is thrown. */
async function look<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	context: Lenient,
): Promise<Seen<Facts>> {
	try {
		return await subjectsOf(source, settings, context);
	} catch (error) {
		const { counts = mayPass } = source;
		const { failedAfter } = source.rules(settings);
		if (isFailure(error) && (isSettling(error) || (counts(error) && failedAfter > 0)))
			return { failure: error };
		throw error;
	}
}

/** How many more checks must agree before a level counts; 0 if nothing is pending. */
function looksMissing(rules: LevelRules, { s, u, f }: LevelsState, failedLevel?: number): number {
	if (u !== undefined) {
		const done =
			failedLevel === undefined ? f : Object.values(s).every(({ t }) => t === failedLevel);
		return done ? 0 : Math.max(0, rules.failedAfter - u);
	}
	const looks = Object.values(s).flatMap(({ c = [] }) => c.map(([, count]) => rules.hold - count));
	return Math.max(0, ...looks);
}

function stepAll<Settings, Facts>(
	source: Levels<Settings, Facts>,
	rules: LevelRules,
	state: LevelsState,
	seen: Seen<Facts>,
	now: number,
): Stepped<Facts> {
	return seen.failure
		? failedLook(source, rules, state, seen.failure, now)
		: goodLook(source, rules, state, seen, now);
}

function failedLook<Settings, Facts>(
	{ failedLevel }: Levels<Settings, Facts>,
	{ failedAfter }: LevelRules,
	state: LevelsState,
	failure: Failure,
	now: number,
): Stepped<Facts> {
	const u = Math.min((state.u ?? 0) + 1, failedAfter);
	if (u < failedAfter) return { state: { ...state, u }, changes: [] };
	if (failedLevel === undefined) {
		if (state.f) return { state: { ...state, u }, changes: [] };
		const change = { kind: 'checkFailed', subject: CHECK, to: 0, since: now, failure } as const;
		return { state: { ...state, u, f: true }, changes: [change] };
	}
	const changes: Array<Untold<Facts>> = [];
	const s: LevelsState['s'] = {};
	for (const [subject, { c, ...kept }] of Object.entries(state.s)) {
		s[subject] = kept;
		if (kept.t === failedLevel) continue;
		const since = c?.find(([level]) => level === failedLevel)?.[2] ?? now;
		changes.push({
			...changeOf(kept, failedLevel, since, subject),
			failure,
			kept: { t: failedLevel, a: since, r: now },
		});
	}
	return { state: { ...state, s, u }, changes };
}

function goodLook<Settings, Facts>(
	{ keepsAll }: Levels<Settings, Facts>,
	rules: LevelRules,
	{ u: _, w: __, f: failed, ...state }: LevelsState,
	{ readings, maybe }: Looked<Facts>,
	now: number,
): Stepped<Facts> {
	const changes: Array<Untold<Facts>> = failed
		? [{ kind: 'checkWorks', subject: CHECK, to: 0, since: now }]
		: [];
	const s: LevelsState['s'] = {};
	const keep = (subject: string, kept: Kept) => {
		if (keepsAll || kept.t !== 0 || kept.c) s[subject] = kept;
	};
	const seen = new Set(readings.map(({ subject }) => subject));
	const absent = Object.entries(state.s).filter(([subject]) => !seen.has(subject));
	for (const [subject, kept] of absent) if (maybe(subject)) s[subject] = kept;
	const unlisted = absent
		.filter(([subject, { t }]) => t > 0 && !maybe(subject))
		.map(([subject]) => ({
			subject,
			level: GONE,
			occurrence: undefined,
			facts: undefined,
			unlisted: true,
		}));
	for (const { subject, occurrence, facts, unlisted: isUnlisted, ...shown } of [
		...readings.map((reading) => ({ ...reading, unlisted: false })),
		...unlisted,
	]) {
		const known = state.s[subject] as Kept | undefined;
		const { kept, told: next } = step(known, shown, rules.hold, now);
		// A confirmed level stays pending until there is room to report it.
		keep(subject, kept);
		if (!next) {
			if (!isDue(rules, kept, now)) continue;
			const again = { from: kept.t, to: kept.t, since: kept.a, before: kept.a };
			const last = kept.r ?? kept.a;
			const change = { kind: 'repeated', subject, ...again, occurrence, last, facts } as const;
			changes.push({ ...change, kept: { ...kept, r: now } });
			continue;
		}
		changes.push({
			...changeOf(known, next.t, next.a, subject),
			// That a missing subject is back is not an occurrence that a service tells.
			occurrence: known?.t === GONE ? undefined : occurrence,
			facts,
			// No state is stored for a subject that is reported as gone and not named in the
			// settings.
			kept: isUnlisted ? undefined : next,
		});
	}
	return { state: { ...state, s }, changes };
}

/** True if a reported level is due to be reported again. */
function isDue({ repeatMs }: LevelRules, { t, a, r, c }: Kept, now: number): boolean {
	const due = t > 0 && !c ? repeatMs(t) : undefined;
	return due !== undefined && now - (r ?? a) >= due;
}

function changeOf(known: Kept | undefined, to: number, since: number, subject: string) {
	const from = known?.t ?? 0;
	return { kind: kindOf(from, to), subject, from, to, since, before: known?.a };
}

function kindOf(from: number, to: number): ChangeKind {
	if (to === GONE) return 'gone';
	if (from === GONE) return to === 0 ? 'returned' : 'crossed';
	if (to > from) return 'crossed';
	return to === 0 ? 'recovered' : 'improved';
}

/** The changes as events, as many as fit into a poll; the rest stays pending. */
function told<Settings, Facts>(
	source: Levels<Settings, Facts>,
	settings: Settings,
	{ state, changes }: Stepped<Facts>,
	context: PollContext,
): PollResult {
	if (changes.length === 0) return { events: [], state, more: false };
	const isCheck = ({ subject }: Untold<Facts>) => (subject === CHECK ? 0 : 1);
	const byAge = [...changes].sort((a, b) => isCheck(a) - isCheck(b) || a.since - b.since);
	const fitting = byAge.slice(0, context.maxEvents);
	const s = { ...state.s };
	const at = context.clock.now();
	const watched = watchedOf(state.k, context);
	const n = state.n + 1;
	const events = fitting.map(({ kept, occurrence, last, ...change }) => {
		const { subject, kind, to, since } = change;
		if (kept && (kept.t !== 0 || source.keepsAll)) s[subject] = kept;
		else delete s[subject];
		const again = last === undefined ? [] : [last.toString(36)];
		const id = [watched, subject, kind, to, ...again, occurrence ?? seenMark(since, n)].join(':');
		return source.event({ ...change, id, at }, settings);
	});
	return { events, state: { ...state, n, s }, more: fitting.length < byAge.length };
}
