import type { Holdable } from './silences';

/** Data that an item carries from the poll to the execution, in addition to its fields. */
export interface EventMark {
	/** Names of the event: it was processed if the database has one of them. */
	ids: string[];
	/** True if this is a baseline, in case this is the first start of the trigger. */
	first?: true;
	/** Hints of the execution, in addition to its items; the first item carries them. */
	hints?: string[];
	/** With Deliver until Confirmed: the id that a workflow confirms. */
	confirm?: string;
	/** The event as silences and acknowledgements of the workflow select it. */
	holdable?: Holdable;
	/** True if it is returned, marked as such, while they hold it. */
	showHeld?: true;
	/** True for an item without an event: with its execution, n8n saves the state of held events. */
	keeps?: true;
	/** The events that an item gives up, confirmed or not. */
	givesUp?: readonly EventName[];
}

/** An event as an item names it that gives it up. */
export interface EventName {
	id: string;
	title: string;
	/** Time of the event, as in its item. */
	occurredAt: string | number;
}
