import { isMap } from '../formats/json';
import { isId } from '../formats/ids';

/**
 * Reads payloads without a schema. No document describes the messages of the primary network and of
 * validators, so values are found by their names, at any depth.
 */

/** Maximum depth at which a payload is searched. */
const MOST_LEVELS = 6;

/** The members of a payload and of all its objects and lists, those of outer levels first. */
function* membersOf(payload: unknown): Generator<[name: string, value: unknown]> {
	let level: unknown[] = [payload];
	for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
		const next: unknown[] = [];
		for (const one of level) {
			if (Array.isArray(one)) next.push(...(one as unknown[]));
			if (!isMap(one)) continue;
			for (const [name, value] of Object.entries(one)) {
				yield [name, value];
				next.push(value);
			}
		}
		level = next;
	}
}

const lower = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));

/** The first value with one of the names, in any case, that keeps the rule. */
export function firstNamed<Value>(
	payload: unknown,
	names: readonly string[],
	isOne: (value: unknown) => value is Value,
): Value | undefined {
	const wanted = lower(names);
	for (const [name, value] of membersOf(payload)) {
		if (wanted.has(name.toLowerCase()) && isOne(value)) return value;
	}
	return undefined;
}

const HASH_NAME = /tx_?(hash|id)$/i;

/** The hashes (cb58) of all transactions that a payload names, each once, those of outer levels first. */
export function hashesIn(payload: unknown): string[] {
	const found = new Set<string>();
	for (const [name, value] of membersOf(payload)) {
		if (HASH_NAME.test(name) && typeof value === 'string' && isId(value)) found.add(value);
	}
	return [...found];
}
