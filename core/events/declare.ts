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
	/** Further values of `event`, if items of the event have several. */
	otherTypes?: readonly string[];
	/** Title Case, as the menu shows it. */
	name: string;
	/** One sentence of the menu. */
	description: string;
	/** Noun phrase for the event's subject, as in "each … with the same filters". */
	what: string;
	/** The requests of one poll, for the reference. */
	reads: string;
	/** The state that is stored and its size, for the reference. */
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
	/**
	 * Columns that Simplify keeps, of items that hold a whole record of the service; absent if items are
	 * flat.
	 */
	columns?: readonly ResolvedColumn[];
	/** Of a watch: the events that it is made of. */
	watched?: WatchedEvents;
	/** The output and the columns of some settings, where they differ. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	shapeFor?(settings: any): EventShape;
	/** Parameters of `eth_subscribe` for what makes a poll at once worthwhile, at the chain of the settings. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	subscriptions?(settings: any): unknown[][];
	// The type of settings is that of the field set of the event.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	source: EventSource<any>;
}

/** An event of a watch with its own settings, or with the reason why it is left out. */
export type Watched = {
	event: EventDeclaration;
	/** Identifies it within the watch. */
	key: string;
} & (
	| { settings: Readonly<Record<string, unknown>>; leftOut?: undefined }
	| { settings?: undefined; leftOut: string }
);

/** The events that a watch is made of. */
export interface WatchedEvents {
	/** All events that the watch can select. */
	events: readonly EventDeclaration[];
	/** Those that need a node of the user's own, and are left out with a public endpoint. */
	ownNode: readonly EventDeclaration[];
	/** The events that the settings of the watch select. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	settingsOf(settings: any): readonly Watched[];
}

/** The output and the columns of an event's items for some settings. */
export interface EventShape {
	output: Output;
	/** Columns of a simplified item. */
	columns: readonly ResolvedColumn[];
	/** The values that determine the kinds of the output, if there are any. */
	input?: Readonly<Record<string, unknown>>;
}

/** The types that the items of an event can have. */
export function eventTypesOf({ type, otherTypes = [] }: EventHead): readonly string[] {
	return [type, ...otherTypes];
}

/** The head of an event, without the rest of its declaration. */
export function headOf({
	value,
	type,
	otherTypes,
	name,
	description,
	what,
	reads,
	remembers,
	ownNode,
}: EventHead): EventHead {
	return {
		...{ value, type, name, description, what, reads, remembers },
		...(otherTypes && { otherTypes }),
		...(ownNode && { ownNode }),
	};
}
