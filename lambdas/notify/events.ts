import {
	type EventDeclaration,
	eventLoaders,
	type EventSource,
	healthSource,
	stakingSource,
	validatorSource,
} from '../../core';

/** The events that a source can name. Declared ones are loaded only if a source names them. */

const OWN: Readonly<Record<string, EventSource<never>>> = {
	stakingTransaction: stakingSource,
	validator: validatorSource,
	health: healthSource,
};
const DECLARED: Readonly<Record<string, () => Promise<EventDeclaration>>> = eventLoaders;

/** The types of the items of events that are not declared. */
const OWN_TYPES: Readonly<Record<string, readonly string[]>> = {
	stakingTransaction: ['staking.transaction'],
	validator: ['validator.joined', 'validator.left', 'validator.inactive', 'validator.active'],
	health: ['health.changed'],
};

/** The types that the items of an event can have. */
export function typesOf(event: string, declarations: readonly EventDeclaration[]) {
	const declared = declarations.find(({ value }) => value === event);
	return declared ? [declared.type] : OWN_TYPES[event];
}

/** The values of all events. */
export const EVENT_VALUES: readonly string[] = [...Object.keys(OWN), ...Object.keys(DECLARED)];

/** The events that the sources in a JSON value name, each once; it is not checked yet. */
export function eventsIn(json: unknown): string[] {
	const { sources } = (json ?? {}) as { sources?: unknown };
	if (!Array.isArray(sources)) return [];
	const events = sources.map((source: unknown) => (source as { event?: unknown } | null)?.event);
	return [...new Set(events.filter((event) => typeof event === 'string'))];
}

/** The declarations among events. */
export async function declarationsOf(events: readonly string[]): Promise<EventDeclaration[]> {
	const declared = events.filter((event) => Object.hasOwn(DECLARED, event));
	return await Promise.all(declared.map((event) => DECLARED[event]()));
}

/** Returns the poll of an event. */
export async function sourceOf(event: string): Promise<EventSource<unknown>> {
	const [declaration] = await declarationsOf([event]);
	return (declaration?.source ?? OWN[event]) as EventSource<unknown>;
}
