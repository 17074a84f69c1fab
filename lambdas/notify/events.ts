import { type EventDeclaration, eventTypesOf } from '../../core/events/declare';
import type { EventSource } from '../../core/events/event';
import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { eventLoaders, instantLoaders } from '../../subjects/events/loaders';

/** The events that sources and webhooks can name. They are loaded only if one names them. */

const LOADERS: Readonly<Record<string, () => Promise<EventDeclaration>>> = eventLoaders;
const INSTANT: Readonly<Record<string, () => Promise<InstantEvent>>> = instantLoaders;

/** The types that the items of an event can have. */
export function typesOf(event: string, declarations: readonly EventDeclaration[]) {
	const declared = declarations.find(({ value }) => value === event);
	return declared ? eventTypesOf(declared) : [];
}

/** The values of all events. */
export const EVENT_VALUES: readonly string[] = Object.keys(LOADERS);

/** The values of all events that webhooks report. */
export const INSTANT_VALUES: readonly string[] = Object.keys(INSTANT);

/** The events that the entries of a list in a JSON value name, each once; it is not checked yet. */
export function eventsIn(json: unknown, list: 'sources' | 'webhooks'): string[] {
	const { [list]: entries } = (json ?? {}) as Record<string, unknown>;
	if (!Array.isArray(entries)) return [];
	const events = entries.map((entry: unknown) => (entry as { event?: unknown } | null)?.event);
	return [...new Set(events.filter((event) => typeof event === 'string'))];
}

/** The declarations of events; unknown values are left out. */
export async function declarationsOf(events: readonly string[]): Promise<EventDeclaration[]> {
	const known = events.filter((event) => Object.hasOwn(LOADERS, event));
	return await Promise.all(known.map((event) => LOADERS[event]()));
}

/** The instant events of these values; unknown values are left out. */
export async function instantsOf(events: readonly string[]): Promise<InstantEvent[]> {
	const known = events.filter((event) => Object.hasOwn(INSTANT, event));
	return await Promise.all(known.map((event) => INSTANT[event]()));
}

/** Returns the poll of an event. */
export async function sourceOf(event: string): Promise<EventSource<unknown>> {
	const [{ source }] = await declarationsOf([event]);
	return source as EventSource<unknown>;
}

/** The instant event of a value that the settings have. */
export async function instantNamed(event: string): Promise<InstantEvent> {
	return (await instantsOf([event]))[0];
}
