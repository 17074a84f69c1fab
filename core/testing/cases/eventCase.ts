import type { Control, World } from '../network';

/**
 * One use of an event: changes of the emulated network, and the items that must report them. `cases.ts`, or
 * the files of `cases`, in the folder of an event export uses by any names, and `occurrences`, `sample`,
 * `realNode` and `replayed`.
 */
export interface EventUse {
	/** Tells several cases of one event apart. */
	note?: string;
	/** Values of the event's fields, from the world as it is then. */
	settings(world: World): Record<string, unknown>;
	/** Changes the network before the first poll. */
	prepare?(control: Control, world: World): unknown;
	/** Items of the first poll; none by default. */
	first?: ExpectedItem[];
	steps: Step[];
	/** Settings that are refused, and the words that name field and rule. */
	refused: Array<[settings: Record<string, unknown>, message: RegExp]>;
}

export interface Step {
	/** Description of the change between two polls. */
	does: string;
	act(control: Control, world: World): unknown;
	/** Columns of the items that the next poll tells. */
	tells: ExpectedItem[];
	/** True if the poll may report other items too, in any order. */
	others?: boolean;
}

/** Columns with their values; of a text also a pattern. */
export type ExpectedItem = Record<string, unknown>;

/** An event that happens again and again, for the tests of its ids. */
export interface Occurrence {
	/** Tells several occurrences of one event apart. */
	note?: string;
	settings(world: World): Record<string, unknown>;
	prepare?(control: Control, world: World): unknown;
	/** Lets the event happen for the time of this number, from 1 on: odd times are bad, even ones good again. */
	happen(control: Control, world: World, time: number): unknown;
	/** True of an item of a list: its id does not depend on the node that is asked. */
	item?: boolean;
	/** True if the service identifies each occurrence: its id does not depend on poll and state. */
	identified?: boolean;
}

/** The generated test event of some settings. */
export interface SampleUse {
	settings(world: World): Record<string, unknown>;
	/** Changes the network first. */
	prepare?(control: Control, world: World): unknown;
	/** The JSON-RPC error of all calls, where the emulator has real items to show. */
	failing?: string;
	/** Columns of the generated event: the subject and thresholds of the settings. */
	made: ExpectedItem;
	/** Columns of the generated recovery, of a threshold event. */
	recovered?: ExpectedItem;
}

/** Values of a real node by their roles, such as `validator.id`: lab/opinions/realNode. */
type NodeFacts = Readonly<Record<string, string>>;

/** Settings for a real node, chosen so that the event fires. */
export interface NodeUse {
	note?: string;
	/** Facts without which the use is left out. */
	needs?: readonly string[];
	settings(facts: NodeFacts): Record<string, unknown>;
	/** Start of the first poll (Unix seconds); the end of the list by default. */
	from?(facts: NodeFacts): number;
	/** Columns whose values must come from the node's answers. */
	said: readonly string[];
	/** Columns that are made from the answers, and how. */
	made?: Readonly<Record<string, (answers: readonly unknown[]) => unknown>>;
	/** True if the newest items are read as samples too; these must be real ones. */
	sampled?: boolean;
	/** True where the first poll, or the newest items, must hold an event. */
	fires: boolean | ((facts: NodeFacts) => boolean);
}

/**
 * Settings, as forms save them, of a replay that finds items in the emulator's data, or in what it adds by `control`,
 * which the example of the reference gives.
 */
export type ReplayedUse = (world: World, control?: Control) => Record<string, unknown>;
