import { type EventDeclaration, eventTypesOf } from '../../core/events/declare';
import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { eventLoaders, instantLoaders } from '../../core/subjects/events/loaders';

/** The events that sources and webhooks can name. They are loaded only if one names them. */

/** The types that the items of an event can have. */
export function typesOf(event: string, declarations: readonly EventDeclaration[]) {
	const declared = declarations.find(({ value }) => value === event);
	return declared ? eventTypesOf(declared) : [];
}

/** Events that open sockets, which a community node of n8n may not. */
const ownLoaders = { nodeOutside: async () => (await import('./outside.js')).nodeOutside };

/** The values of all events that the core declares. */
export const EVENT_VALUES: readonly string[] = Object.keys(eventLoaders);

/** The values of all events that a source can have. */
export const SOURCE_VALUES: readonly string[] = [...EVENT_VALUES, ...Object.keys(ownLoaders)];

/** The values of all events that webhooks report. */
export const INSTANT_VALUES: readonly string[] = Object.keys(instantLoaders);

/** The events that the entries of a list in a JSON value name, each once; it is not checked yet. */
export function eventsIn(json: unknown, list: 'sources' | 'webhooks'): string[] {
	const { [list]: entries } = (json ?? {}) as Record<string, unknown>;
	if (!Array.isArray(entries)) return [];
	const events = entries.map((entry: unknown) => (entry as { event?: unknown } | null)?.event);
	return [...new Set(events.filter((event) => typeof event === 'string'))];
}

type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Loads what events stand for; unknown values are left out. */
const loading =
	<T>(from: Loaders<T>) =>
	async (events: readonly string[]): Promise<T[]> => {
		const known = events.filter((event) => Object.hasOwn(from, event));
		return await Promise.all(known.map((event) => from[event]()));
	};
/** The declarations of the events that sources poll, and those that webhooks report, by their values. */
export const declared: Loaders<EventDeclaration> = { ...eventLoaders, ...ownLoaders };
export const instants: Loaders<InstantEvent> = instantLoaders;
export const declarationsOf = loading(declared);
export const instantsOf = loading(instants);
