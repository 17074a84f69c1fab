import { EVENT_VALUES } from './events';

/**
 * Sources that watch a subject: `"watch": "validator"` is another spelling of
 * `"event": "watchValidator"`.
 */

const PREFIX = 'watch';

/** The values of `watch`, by the events that they stand for. */
const WATCHES: ReadonlyMap<string, string> = new Map(
	EVENT_VALUES.filter((event) => event.startsWith(PREFIX)).map((event) => [
		event.slice(PREFIX.length).replace(/^[A-Z]/, (start) => start.toLowerCase()),
		event,
	]),
);

/** All values of `watch`. */
export const WATCH_VALUES: readonly string[] = [...WATCHES.keys()];

/** The same settings, in which each source has an event; an unknown `watch` is left as it is. */
export function withEvents(json: unknown): unknown {
	const { sources } = (json ?? {}) as { sources?: unknown };
	if (!Array.isArray(sources)) return json;
	return { ...(json as object), sources: sources.map(withEvent) };
}

function withEvent(source: unknown): unknown {
	if (typeof source !== 'object' || source === null || 'event' in source) return source;
	const { watch, ...rest } = source as Record<string, unknown>;
	const event = typeof watch === 'string' ? WATCHES.get(watch) : undefined;
	return event ? { event, ...rest } : source;
}
