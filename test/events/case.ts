import type { INodeParameters } from 'n8n-workflow';
import { infoOf } from '../../core';
import type { Control, World } from '../../emulator';
import type { EventDeclaration } from '../../core/events/declare';

/** One event's case: what happens to the emulated network, and what must be told of it. */
export interface EventCase {
	event: EventDeclaration;
	/** Tells several cases of one event apart. */
	note?: string;
	/** Values of the event's fields, from the world as it is then. */
	settings(world: World): Record<string, unknown>;
	/** What is there before the first poll. */
	prepare?(control: Control, world: World): unknown;
	/** What the first poll tells; nothing by default. */
	first?: Told[];
	steps: Step[];
	/** Settings that are refused, and the words that name field and rule. */
	refused: Array<[settings: Record<string, unknown>, message: RegExp]>;
}

export interface Step {
	/** What happens between two polls, in words. */
	does: string;
	act(control: Control, world: World): unknown;
	/** Columns of the items that the next poll tells. */
	tells: Told[];
	/** Others are told beside, and in any order. */
	others?: boolean;
}

/** Columns with their values; of a text also a pattern. */
export type Told = Record<string, unknown>;

/** What jest compares an item with. Scripts read cases too: only this function needs jest. */
export function itemOf(told: Told): unknown {
	const columns = Object.entries(told).map(([name, value]) => [
		name,
		value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value,
	]);
	return expect.objectContaining(Object.fromEntries(columns) as Told);
}

/** What tests call a case. */
export function nameOf({ event, note }: EventCase): string {
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
