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
	const take = (inside: unknown, key?: string) => {
		if (key !== undefined) keys.add(key);
		stack.push(inside);
	};
	while (stack.length > 0) {
		const at = stack.pop();
		if (at === undefined || at === null) continue;
		if (typeof at !== 'object' && typeof at !== 'function') texts.push(String(at));
		else if (!seen.has(at)) {
			seen.add(at);
			eachPart(at, take);
		}
	}
	return { text: [...keys, ...texts].join('\n'), keys };
}

/** Takes what is directly in an object, with its key where it has one. */
function eachPart(at: object, take: (inside: unknown, key?: string) => void): void {
	if (Array.isArray(at)) {
		for (const element of at) take(element);
		return;
	}
	if (ArrayBuffer.isView(at)) {
		const { buffer, byteOffset, byteLength } = at;
		take(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
		return;
	}
	if (types.isMap(at) || types.isSet(at)) {
		for (const entry of at) take(entry);
	}
	if (types.isNativeError(at)) take(at.stack);
	for (const key of Reflect.ownKeys(at)) {
		take(Object.getOwnPropertyDescriptor(at, key)?.value, String(key));
	}
}
