import { latin1 } from '../formats/bytes';

/** A cache of valid keys. */
export interface KeyCache<Key> {
	/** The key of a compressed form; undefined if it is invalid. */
	of(compressed: Uint8Array): Key | undefined;
	/** Number of cached keys. */
	size(): number;
}

/**
 * Keys by their compressed form. Checking a key takes most of the time of a verification, and
 * validators rarely change theirs: valid keys are cached up to a maximum number, and the least
 * recently used ones are removed first.
 *
 * @param parse parses a key in compressed form; throws, or returns undefined, if it is invalid
 */
export function createKeyCache<Key>(
	most: number,
	parse: (compressed: Uint8Array) => Key | undefined,
): KeyCache<Key> {
	const cached = new Map<string, Key>();
	return {
		of(compressed) {
			const name = latin1(compressed);
			const known = cached.get(name);
			const key = known ?? parsed(parse, compressed);
			if (!key) return undefined;
			// A map iterates its entries in insertion order: the first is the oldest.
			if (known) cached.delete(name);
			cached.set(name, key);
			if (cached.size > most) cached.delete(cached.keys().next().value as string);
			return key;
		},
		size: () => cached.size,
	};
}

function parsed<Key>(parse: (compressed: Uint8Array) => Key | undefined, compressed: Uint8Array) {
	try {
		return parse(compressed);
	} catch {
		return undefined;
	}
}
