import type { Failure } from '../failure';
import type { Service } from '../service';
import type { NetworkEvent, PollContext, SourceState } from './event';
import { GONE, type SubjectState, type CheckedLevel, UNKNOWN } from './levelSteps';

/** The parts of a threshold event: the readings of its source, its rules, changes and stored state. */

/** A subject at one check, with the facts for its event. */
export interface SubjectReading<Facts> extends CheckedLevel {
	/** The same for the same subject at every check: a node id, an address. */
	subject: string;
	/**
	 * Identifies this occurrence of the level, if the service provides it, such as the end of a
	 * stake.
	 */
	occurrence?: string;
	/** False if a lasting level is not reported again. */
	repeats?: boolean;
	/** Its node, which items name when the subject is gone. */
	nodeId?: string;
	facts: Facts;
}

/**
 * The reading of a subject that the settings name and the service does not list: it has no facts.
 */
export function goneReading(subject: string): SubjectReading<never> {
	return { subject, level: GONE, facts: undefined as never };
}

/** The reading of a subject that is there and that this check cannot judge: it has no facts. */
export function unknownReading(subject: string): SubjectReading<never> {
	return { subject, level: UNKNOWN, facts: undefined as never };
}

/** The conditions for a level to be reported, and to be reported again. */
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
	/** The same level after the interval of repetition. */
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
	/** Identifies the settings, the subject, the change and the occurrence. */
	id: string;
	/** Identifies the settings and the subject: the same for every change of this subject. */
	key: string;
	subject: string;
	/** Its node, if it is known. */
	nodeId?: string;
	/** Levels before and after; `from` is undefined at the first check. */
	from?: number;
	to: number;
	/** Time when the level was first seen (ms). `before`: the same for the previous level. */
	since: number;
	before?: number;
	/** Time of the report (ms). */
	at: number;
	/** Absent if the check failed or the subject is missing. */
	facts?: Facts;
	failure?: Failure;
}

/** A value as checks saw it: since when (ms), how often it changed until then, and the one before. */
export interface ObservedValue {
	since: number;
	changes: number;
	before?: string;
}

/** The values of subjects that the state remembers, by short texts. */
export interface ValueMemory {
	/** Remembers the value of a subject. */
	observe(subject: string, value: string): ObservedValue;
	/**
	 * Anything else that a source keeps from check to check, such as the values of counters: one small JSON
	 * value. It is set as soon as it is read, also if the read then fails.
	 */
	stored?: unknown;
}

/** The definition of one threshold event for the engine. */
export interface Levels<Settings, Facts> {
	key(settings: Settings): string;
	rules(settings: Settings): LevelRules;
	/**
	 * All subjects, each once. Records that cannot be read are collected by the context, and their
	 * subjects are missing. Throws `Failure`.
	 */
	read(
		settings: Settings,
		context: PollContext,
		memory: ValueMemory,
	): Promise<Array<SubjectReading<Facts>>>;
	event(change: Change<Facts>, settings: Settings): NetworkEvent;
	/** Failures that count as a failed check; others are thrown. Default: temporary failures. */
	counts?(failure: Failure): boolean;
	/** The level that every known subject gets when checks fail, instead of a separate event. */
	failedLevel?: number;
	/** With `failedLevel`: the service whose state is the subject. */
	service?: Service;
	/** Also stores, and reports at the first check, subjects beyond no threshold. */
	keepsAll?: boolean;
}

/** The stored state of a threshold event. */
export interface LevelsState extends SourceState {
	/** Number of polls with events so far. */
	polls: number;
	/** Subjects that are beyond a threshold or have a pending level, and all with `keepsAll`. */
	subjects: Record<string, SubjectState>;
	/** The value of each subject whose values are remembered. */
	values?: Record<string, [value: string, since: number, changes: number, before?: string]>;
	/** Number of failed checks in a row, as far as they are counted. */
	failures?: number;
	/** True if the failing check was reported. */
	failed?: true;
	/** True if no check was ready yet. */
	awaitsBaseline?: true;
	/** Time since which checks are not ready (ms). */
	notReadySince?: number;
	/** Marks of records that were reported as unreadable. */
	unreadable?: readonly string[];
	/** Values that the source keeps from check to check. */
	memory?: unknown;
}
