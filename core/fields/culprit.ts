import { isMap } from '../formats/json';
import { readJson } from './jsonText';
import { valuesIn } from './loose';

/** The value of a JSON text, or the value itself. */
export function mapOf(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	try {
		return readJson(given);
	} catch {
		return given;
	}
}

/**
 * The part of a loose value that breaks a rule, by its path: a value of a list, or the value of a
 * key in an object or its JSON text. The whole value if it has no such part.
 */
export function wrongPartOf(given: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((whole, at) => {
		if (typeof at === 'number') {
			const list = typeof whole === 'string' ? valuesIn(whole) : whole;
			return Array.isArray(list) ? (list[at] as unknown) : whole;
		}
		const map = mapOf(whole);
		return isMap(map) ? map[String(at)] : whole;
	}, given);
}
