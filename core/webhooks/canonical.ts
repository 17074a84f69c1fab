/**
 * Canonical JSON (RFC 8785): the text that the data service signs. Names are sorted by UTF-16 code
 * units at every depth, and nothing is between the parts. ECMAScript defines the forms of numbers and
 * texts that the RFC requires, so `JSON.stringify` writes them.
 */

/** Levels of nesting; messages of the service have fewer than ten. */
const MOST_DEPTH = 200;
/** A half of a surrogate pair without the other half. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function text(value: string): string {
	if (LONE_SURROGATE.test(value)) throw new RangeError('a text has a lone surrogate');
	return JSON.stringify(value);
}

/**
 * The canonical text of a value that `JSON.parse` returned. Throws a RangeError for a value that has
 * none: a number beyond the range of doubles, a text with a lone surrogate, or too many levels.
 */
export function canonicalJson(value: unknown, depth = 0): string {
	if (depth > MOST_DEPTH) throw new RangeError(`there are more than ${MOST_DEPTH} levels`);
	if (typeof value === 'string') return text(value);
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new RangeError('a number is beyond the range of doubles');
	}
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
	}
	const members = Object.entries(value)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, item]) => `${text(name)}:${canonicalJson(item, depth + 1)}`);
	return `{${members.join(',')}}`;
}
