/** Values by the name of a field. */
export type Known = ReadonlyMap<string, string>;

/** Longer texts are not ids. */
const LONGEST = 128;

/** Stores the first text or number of each name in a response, for operations that need it. */
export function remember(answer: unknown, answered: Map<string, string>, depth = 0): void {
	if (typeof answer !== 'object' || answer === null || depth > 8) return;
	for (const [key, value] of Object.entries(answer)) {
		const isValue = typeof value === 'string' || typeof value === 'number';
		if (isValue && !/^\d+$/.test(key)) {
			const text = String(value);
			if (text !== '' && text.length <= LONGEST && !answered.has(key)) answered.set(key, text);
		}
	}
	const inner = Array.isArray(answer) ? answer.slice(0, 3) : Object.values(answer);
	for (const each of inner) remember(each, answered, depth + 1);
}
