import type { INodeParameters } from 'n8n-workflow';
import path from 'node:path';
import { parseFields } from '../../../core';
import { infoOf } from '../../../core/fields/fieldSet';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
	ExpectedItem,
} from '../../../core/testing/cases/eventCase';
import type { World } from '../../../core/testing/network';
import type { EventDeclaration } from '../../../core/events/declare';
import { eventDeclarations } from '../../../core/subjects/events/all';
import { isEventCaseFile, roomFiles, SUBJECTS } from '../../../core/subjects/rooms';

export type * from '../../../core/testing/cases/eventCase';

/** A use of an event, with its declaration. */
export interface EventCase extends EventUse {
	event: EventDeclaration;
	/** Name in tests. */
	name: string;
	/** The settings as the event reads them. */
	parsed(world: World): unknown;
}

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
export function itemOf(expected: ExpectedItem): unknown {
	const columns = Object.entries(expected).map(([name, value]) => [
		name,
		value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
	]);
	return expect.objectContaining(Object.fromEntries(columns) as ExpectedItem);
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
