import { readJson } from './jsonText';
import { valuesIn } from './loose';

/** An object with keys, such as JSON gives it: no list, and not null. */
export function isMap(given: unknown): given is Record<string, unknown> {
	return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** The value that a JSON text holds, or the value itself. */
export function mapOf(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	try {
		return readJson(given);
	} catch {
		return given;
	}
}

/**
 * The part of a loose value that breaks a rule, by its path: of a list one of its values, of an object
 * or its JSON text the value of a key. The whole value where it has no such part.
 */
export function culpritIn(given: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((whole, at) => {
		if (typeof at === 'number') {
			const list = typeof whole === 'string' ? valuesIn(whole) : whole;
			return Array.isArray(list) ? (list[at] as unknown) : whole;
		}
		const map = mapOf(whole);
		return isMap(map) ? map[String(at)] : whole;
	}, given);
}
