import { types } from 'node:util';

/**
 * All texts and keys in a value, however deep it is: what an attack gives back may be nested deeper
 * than JSON.stringify goes. Hidden properties, stacks of errors, maps, sets and bytes as text are
 * included; getters are not called.
 */
export function everythingIn(value: unknown): { text: string; keys: Set<string> } {
	const texts: string[] = [];
	const keys = new Set<string>();
	const seen = new Set<unknown>();
	const stack: unknown[] = [value];
	while (stack.length > 0) {
		const at = stack.pop();
		if (at === undefined || at === null) continue;
		if (typeof at !== 'object' && typeof at !== 'function') texts.push(String(at));
		else if (!seen.has(at)) {
			seen.add(at);
			for (const [key, inside] of partsOf(at)) {
				if (key !== undefined) keys.add(key);
				stack.push(inside);
			}
		}
	}
	return { text: [...keys, ...texts].join('\n'), keys };
}

/** What is directly in an object, with its key where it has one. */
function* partsOf(at: object): Generator<[key: string | undefined, inside: unknown]> {
	if (Array.isArray(at)) {
		for (const element of at) yield [undefined, element];
		return;
	}
	if (ArrayBuffer.isView(at)) {
		const { buffer, byteOffset, byteLength } = at;
		yield [undefined, Buffer.from(buffer, byteOffset, byteLength).toString('latin1')];
		return;
	}
	if (types.isMap(at) || types.isSet(at)) {
		for (const entry of at) yield [undefined, entry];
	}
	if (types.isNativeError(at)) yield [undefined, at.stack];
	for (const key of Reflect.ownKeys(at)) {
		yield [String(key), Object.getOwnPropertyDescriptor(at, key)?.value];
	}
}
