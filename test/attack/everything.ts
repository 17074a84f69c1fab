/**
 * All texts and keys in a value, however deep it is: what an attack gives back may be nested deeper
 * than JSON.stringify goes.
 */
export function everythingIn(value: unknown): { text: string; keys: Set<string> } {
	const texts: string[] = [];
	const keys = new Set<string>();
	const seen = new Set<object>();
	const stack: unknown[] = [value];
	while (stack.length > 0) {
		const at = stack.pop();
		if (typeof at !== 'object' || at === null) {
			if (at !== undefined) texts.push(String(at));
		} else if (!seen.has(at)) {
			seen.add(at);
			for (const key of Object.keys(at)) {
				if (!Array.isArray(at)) keys.add(key);
				stack.push((at as Record<string, unknown>)[key]);
			}
		}
	}
	return { text: [...keys, ...texts].join('\n'), keys };
}
