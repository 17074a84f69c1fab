import type { Failure } from '../failure';
import { GONE, type SubjectState, UNKNOWN, step } from './levelSteps';
import type {
	Change,
	ChangeKind,
	LevelRules,
	Levels,
	LevelsState,
	SubjectReading,
} from './levelTypes';

/** The effect of one check on the state of a threshold event, without requests. */

/**
 * The subjects at one check. `maybe`: true if a missing subject may be one of the unreadable
 * records.
 */
export interface GoodCheck<Facts> {
	readings: Array<SubjectReading<Facts>>;
	maybe(subject: string): boolean;
	failure?: undefined;
}

export type CheckOutcome<Facts> = GoodCheck<Facts> | { failure: Failure };
/** A change with the state of its subject after it is reported. */
export type PendingChange<Facts> = Omit<Change<Facts>, 'id' | 'key' | 'at'> & {
	subjectState?: SubjectState;
	occurrence?: string;
	/** Time of the last report (ms), if it is repeated. */
	last?: number;
};
/** The effect of a check on a state, before anything is reported. */
export interface Stepped<Facts> {
	state: LevelsState;
	changes: Array<PendingChange<Facts>>;
}

const PREFIX = 'NodeID-';

/** The subject of events about the check itself. */
export const CHECK = 'check';

/** The state after a check, and the changes to report. */
export function stepAll<Settings, Facts>(
	source: Levels<Settings, Facts>,
	rules: LevelRules,
	state: LevelsState,
	outcome: CheckOutcome<Facts>,
	now: number,
): Stepped<Facts> {
	return outcome.failure
		? afterFailedCheck(source, rules, state, outcome.failure, now)
		: afterGoodCheck(source, rules, state, outcome, now);
}

function afterFailedCheck<Settings, Facts>(
	{ failedLevel }: Levels<Settings, Facts>,
	{ failedAfter }: LevelRules,
	state: LevelsState,
	failure: Failure,
	now: number,
): Stepped<Facts> {
	const failures = Math.min((state.failures ?? 0) + 1, failedAfter);
	if (failures < failedAfter) return { state: { ...state, failures }, changes: [] };
	if (failedLevel === undefined) {
		if (state.failed) return { state: { ...state, failures }, changes: [] };
		const change = { kind: 'checkFailed', subject: CHECK, to: 0, since: now, failure } as const;
		return { state: { ...state, failures, failed: true }, changes: [change] };
	}
	const changes: Array<PendingChange<Facts>> = [];
	const subjects: LevelsState['subjects'] = {};
	for (const [subject, { c, ...confirmed }] of Object.entries(state.subjects)) {
		subjects[subject] = confirmed;
		if (confirmed.t === failedLevel) continue;
		const since = c?.find(([level]) => level === failedLevel)?.[2] ?? now;
		changes.push({
			...changeOf(confirmed, failedLevel, since, subject),
			failure,
			subjectState: { t: failedLevel, a: since, r: now },
		});
	}
	return { state: { ...state, subjects, failures }, changes };
}

function afterGoodCheck<Settings, Facts>(
	{ keepsAll }: Levels<Settings, Facts>,
	rules: LevelRules,
	{ failures: _, notReadySince: __, failed, ...state }: LevelsState,
	{ readings, maybe }: GoodCheck<Facts>,
	now: number,
): Stepped<Facts> {
	const changes: Array<PendingChange<Facts>> = failed
		? [{ kind: 'checkWorks', subject: CHECK, to: 0, since: now }]
		: [];
	const subjects: LevelsState['subjects'] = {};
	const keep = (subject: string, subjectState: SubjectState) => {
		if (keepsAll || subjectState.t !== 0 || subjectState.c) subjects[subject] = subjectState;
	};
	const readSubjects = new Set(readings.map(({ subject }) => subject));
	const absent = Object.entries(state.subjects).filter(([subject]) => !readSubjects.has(subject));
	for (const [subject, subjectState] of absent)
		if (maybe(subject)) subjects[subject] = subjectState;
	const unlisted = absent
		.filter(([subject, { t }]) => t > 0 && !maybe(subject))
		.map(([subject]) => ({
			subject,
			level: GONE,
			occurrence: undefined,
			nodeId: undefined,
			facts: undefined,
			repeats: true,
			unlisted: true,
		}));
	for (const { subject, occurrence, nodeId, facts, repeats, unlisted: isUnlisted, ...current } of [
		...readings.map((reading) => ({ repeats: true, ...reading, unlisted: false })),
		...unlisted,
	]) {
		const known = state.subjects[subject] as SubjectState | undefined;
		if (current.level === UNKNOWN) {
			if (known) subjects[subject] = known;
			continue;
		}
		const stepped = step(known, current, rules.hold, now);
		const node = nodeId ?? (known?.n && `${PREFIX}${known.n}`);
		const unreported = { ...stepped.unreported, ...nodeOf(subject, node) };
		const next = stepped.reported && { ...stepped.reported, ...nodeOf(subject, node) };
		// A confirmed level stays pending until there is room to report it.
		keep(subject, unreported);
		if (!next) {
			if (!repeats || !isDue(rules, unreported, now)) continue;
			const again = {
				from: unreported.t,
				to: unreported.t,
				since: unreported.a,
				before: unreported.a,
			};
			const last = unreported.r ?? unreported.a;
			const change = { kind: 'repeated', subject, ...again, occurrence, last, facts } as const;
			changes.push({ ...change, subjectState: { ...unreported, r: now } });
			continue;
		}
		changes.push({
			...changeOf(known, next.t, next.a, subject),
			nodeId: node,
			// The service does not identify the return of a missing subject, so it has no
			// occurrence.
			occurrence: known?.t === GONE ? undefined : occurrence,
			facts,
			// No state is stored for a subject that is reported as gone and not named in the
			// settings.
			subjectState: isUnlisted ? undefined : next,
		});
	}
	return { state: { ...state, subjects }, changes };
}

/** The node of a subject in its stored state. */
export function nodeOf(subject: string, nodeId?: string): Pick<SubjectState, 'n'> {
	return nodeId === undefined || nodeId === subject ? {} : { n: nodeId.replace(PREFIX, '') };
}

/** True if a reported level is due to be reported again. */
function isDue({ repeatMs }: LevelRules, { t, a, r, c }: SubjectState, now: number): boolean {
	const due = t > 0 && !c ? repeatMs(t) : undefined;
	return due !== undefined && now - (r ?? a) >= due;
}

function changeOf(known: SubjectState | undefined, to: number, since: number, subject: string) {
	const from = known?.t ?? 0;
	return { kind: kindOf(from, to), subject, from, to, since, before: known?.a };
}

function kindOf(from: number, to: number): ChangeKind {
	if (to === GONE) return 'gone';
	if (from === GONE) return to === 0 ? 'returned' : 'crossed';
	if (to > from) return 'crossed';
	return to === 0 ? 'recovered' : 'improved';
}
