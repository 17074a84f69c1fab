import type { FieldSet } from '../fields/fieldSet';
import type { Output } from '../fields/outputs';
import type { EventSource } from './event';

/** What menus and the reference say of an event. */
export interface EventHead {
	/** As workflows and settings save it. */
	value: string;
	/** The `event` of its items, such as `validator.uptime`. */
	type: string;
	/** Title Case, as the menu shows it. */
	name: string;
	/** One sentence of the menu. */
	description: string;
	/** What the user waits for, in words: "There is no … to show". */
	what: string;
	/** What is asked, and how often: shown in the reference. */
	reads: string;
	/** What is remembered, and its bound: shown in the reference. */
	remembers: string;
}

/**
 * A declared event: all that the trigger's form, the notify function's settings, the reference and
 * the tests are made from.
 */
export interface EventDeclaration extends EventHead {
	fields: FieldSet;
	/** All columns of an item. */
	output: Output;
	// Settings are those that the field set gives.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	source: EventSource<any>;
}

/** The head of an event, without what else is declared of it. */
export function headOf({
	value,
	type,
	name,
	description,
	what,
	reads,
	remembers,
}: EventHead): EventHead {
	return { value, type, name, description, what, reads, remembers };
}
