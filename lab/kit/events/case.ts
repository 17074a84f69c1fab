import type { INodeParameters } from 'n8n-workflow';
import path from 'node:path';
import { infoOf, parseFields } from '../../../core';
import type { Control, World } from '../../../emulator';
import type { EventDeclaration } from '../../../core/events/declare';
import { eventDeclarations } from '../../../core/subjects/events/all';
import { isEventCaseFile, roomFiles, SUBJECTS } from '../../../core/subjects/rooms';

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
	first?: Told[];
	steps: Step[];
	/** Settings that are refused, and the words that name field and rule. */
	refused: Array<[settings: Record<string, unknown>, message: RegExp]>;
}

/** A use of an event, with its declaration. */
export interface EventCase extends EventUse {
	event: EventDeclaration;
	/** Name in tests. */
	name: string;
	/** The settings as the event reads them. */
	parsed(world: World): unknown;
}

export interface Step {
	/** Description of the change between two polls. */
	does: string;
	act(control: Control, world: World): unknown;
	/** Columns of the items that the next poll tells. */
	tells: Told[];
	/** True if the poll may report other items too, in any order. */
	others?: boolean;
}

/** Columns with their values; of a text also a pattern. */
export type Told = Record<string, unknown>;

/** An event that happens again and again: the tests of ids let it. */
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
	made: Told;
	/** Of a threshold event: columns of the generated recovery. */
	recovered?: Told;
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
export type ReplayedUse = (world: World, control?: Control) => INodeParameters;

/** An event with all that its folder has for tests and documents. */
export interface EventRoom {
	event: EventDeclaration;
	uses: readonly EventUse[];
	occurrences: readonly Occurrence[];
	sample: SampleUse;
	/** None if no node alone serves the event. */
	realNode: readonly NodeUse[];
	/** Of an event that can be replayed. */
	replayed?: ReplayedUse;
}

function loadRoom(event: EventDeclaration): EventRoom {
	const files = caseFiles.filter((file) => roomOf(file) === event.value);
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const modules = files.map((file) => require(path.join(SUBJECTS, file)) as Partial<EventRoom>);
	const {
		occurrences,
		sample,
		realNode = [],
		replayed,
		...uses
	} = Object.assign({}, ...modules) as Partial<EventRoom>;
	if (!occurrences || !sample) {
		throw new Error(
			`The cases of ${event.value} export no ${occurrences ? 'sample' : 'occurrences'}`,
		);
	}
	return {
		event,
		uses: Object.values(uses as Record<string, EventUse>),
		occurrences,
		sample,
		realNode,
		replayed,
	};
}

const caseFiles = roomFiles(isEventCaseFile);
const roomOf = (file: string) => file.split('/')[1];
for (const file of caseFiles) {
	if (!eventDeclarations.some(({ value }) => value === roomOf(file)))
		throw new Error(`core/subjects/${file} has cases of ${roomOf(file)}, which is not an event`);
}

/** Every event with its cases. */
export const eventRooms: readonly EventRoom[] = eventDeclarations.map(loadRoom);

/** The cases of all events. */
export const eventCases: readonly EventCase[] = eventRooms.flatMap(({ event, uses }) =>
	uses.map((use) => ({
		...use,
		event,
		name: nameOf({ event, note: use.note }),
		parsed: (world) => parseFields(event.fields, use.settings(world), 'test'),
	})),
);

/** Jest's matcher for an item. Scripts read cases too: only this function needs jest. */
export function itemOf(told: Told): unknown {
	const columns = Object.entries(told).map(([name, value]) => [
		name,
		value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
	]);
	return expect.objectContaining(Object.fromEntries(columns) as Told);
}

/** Name of a case in tests, or of another use. */
export function nameOf({ event, note }: Pick<EventCase, 'event' | 'note'>): string {
	return note ? `${event.name}, ${note}` : event.name;
}

/** A value as a form saves it: a list as text, an object as JSON text. */
function formValue(given: unknown): unknown {
	if (Array.isArray(given)) return given.join(', ');
	return typeof given === 'object' && given !== null ? JSON.stringify(given) : given;
}

/** Settings of an event as forms save them. */
export function parametersOf(
	{ fields }: EventDeclaration,
	settings: Record<string, unknown>,
): INodeParameters {
	const at = (...shows: string[]) =>
		Object.fromEntries(
			Object.entries(settings)
				.filter(([key]) => shows.includes(infoOf(fields, key).show))
				.map(([key, given]) => [key, formValue(given)]),
		) as INodeParameters;
	return { ...at('main'), filters: at('filter'), options: at('option') };
}
