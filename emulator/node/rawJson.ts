type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Whole numbers that a double would change stay whole, so that ids and amounts are echoed exactly. */
const exact: Reviver = (_key, value, { source }) =>
	typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
		? BigInt(source)
		: value;

/** Parses JSON; unsafe integers become bigints. Throws a SyntaxError on anything else. */
export function parseRawJson(text: string): unknown {
	return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
