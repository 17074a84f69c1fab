/** True for a plain object, as parsed from JSON: no list, and not null. */
export function isMap(given: unknown): given is Record<string, unknown> {
	return typeof given === 'object' && given !== null && !Array.isArray(given);
}
