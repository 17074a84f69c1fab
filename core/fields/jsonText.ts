import { parseJson } from '../formats/json';

/**
 * JSON that users write, read without loss: numbers keep all digits, and repeated names are errors.
 */

/**
 * A name that occurs twice in an object of a JSON text: JSON.parse would use the last one without
 * an error.
 */
export class RepeatedName extends Error {
	constructor(readonly repeated: string) {
		super(`the name ${JSON.stringify(repeated)} occurs twice in one object`);
	}
}

/**
 * The value of a JSON text. A number that JavaScript would change is kept as text. Throws a
 * `RepeatedName`, or a SyntaxError if the text is not JSON.
 */
export function readJson(text: string): unknown {
	const value = parseJson(text, { exact: true });
	const repeated = repeatedName(text);
	if (repeated !== undefined) throw new RepeatedName(repeated);
	return value;
}

/** The error for a JSON text with a repeated name in an object; undefined for any other value. */
export function repetitionIn(given: unknown): RepeatedName | undefined {
	if (typeof given !== 'string') return undefined;
	try {
		readJson(given);
	} catch (error) {
		if (error instanceof RepeatedName) return error;
	}
	return undefined;
}

/** Strings, and the characters that start, end and divide objects and lists. */
const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\]:]/g;

/** The first repeated name in an object of a JSON text; the text must be valid. */
function repeatedName(text: string): string | undefined {
	const open: Array<Set<string> | undefined> = [];
	let last = '';
	for (const [token] of text.matchAll(TOKENS)) {
		if (token === '{') open.push(new Set());
		else if (token === '[') open.push(undefined);
		else if (token === '}' || token === ']') open.pop();
		else if (token !== ':') last = token;
		else {
			// Escapes can spell the same name in another way.
			const name = JSON.parse(last) as string;
			const names = open.at(-1);
			if (names?.has(name)) return name;
			names?.add(name);
		}
	}
	return undefined;
}
