import { type ResolvedColumn, partAt } from '../fields/columns';
import type { AnyOutput, Output } from '../fields/outputs';
import { inTableOrder } from '../fields/tableOrder';
import type { EventDeclaration, EventShape } from './declare';
import { HEADLINE, LEVEL_COLUMNS } from './item';

/**
 * The columns of events in the order of a table: what a message says, the event's own facts, how the level
 * changed, and at the end what programs refer to.
 */

const FIRST = ['title', 'severity', 'subject', 'occurredAt', 'text'];
const LAST = Object.keys(HEADLINE).filter((name) => !FIRST.includes(name));
const LEVELS = Object.keys(LEVEL_COLUMNS);
const COMMON = [...FIRST, ...LEVELS, ...LAST];

/** `own` are the columns of the event itself; all fields of its output by default. */
export function eventColumns(output: Output, own?: readonly ResolvedColumn[]): ResolvedColumn[] {
	const part = output as AnyOutput;
	const declared = part.type === 'object' ? Object.keys(part.fields) : [];
	const named = (names: readonly string[]) =>
		names
			.filter((name) => declared.includes(name))
			.map((name): ResolvedColumn => ({ path: [name], name, part: partAt(output, [name]) }));
	const facts = own ?? named(declared.filter((name) => !COMMON.includes(name)));
	const factNames = new Set(facts.map(({ name }) => name));
	const levels = named(LEVELS).filter(({ name }) => !factNames.has(name));
	return [...named(FIRST), ...inTableOrder([...facts, ...levels]), ...named(LAST)];
}

/** The output and the columns of an event's items for its settings. */
export function shapeOf(event: EventDeclaration, settings: unknown): EventShape {
	const { output, columns = eventColumns(output), shapeFor } = event;
	return shapeFor?.(settings) ?? { output, columns };
}
