import type { ResolvedColumn } from '../fields/columns';
import type { FieldSet } from '../fields/fieldSet';
import type { Output } from '../fields/outputs';
import type { EventSource } from './event';

/** The texts of an event in menus and in the reference. */
export interface EventHead {
	/** As workflows and settings save it. */
	value: string;
	/** The `event` of its items, such as `validator.uptime`. */
	type: string;
	/** Title Case, as the menu shows it. */
	name: string;
	/** One sentence of the menu. */
	description: string;
	/** What the event is about, as in "There is no … to show". */
	what: string;
	/** Which requests a poll makes: shown in the reference. */
	reads: string;
	/** Which state is stored, and its size: shown in the reference. */
	remembers: string;
	/**
	 * Present if the event cannot read a public endpoint: always, or for these values of a field. Its
	 * polls then fail before the first request.
	 */
	ownNode?: true | { field: string; values: readonly string[] };
}

/**
 * A declared event. The trigger's form, the notify function's settings, the reference and the tests
 * are derived from it.
 */
export interface EventDeclaration extends EventHead {
	fields: FieldSet;
	/** All columns of an item. */
	output: Output;
	/** Columns that Simplify keeps, of items that are not flat. */
	columns?: readonly ResolvedColumn[];
	// Settings are those that the field set gives.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	source: EventSource<any>;
}

/** The head of an event, without the rest of its declaration. */
export function headOf({
	value,
	type,
	name,
	description,
	what,
	reads,
	remembers,
	ownNode,
}: EventHead): EventHead {
	return { value, type, name, description, what, reads, remembers, ...(ownNode && { ownNode }) };
}
