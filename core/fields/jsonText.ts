import { parseJson } from '../protocol/json';

/** JSON that users write, read without loss: their numbers keep all digits, and no name is lost. */

/** A name that an object of a JSON text has twice: readers of JSON take the last one in silence. */
export class RepeatedName extends Error {
	constructor(readonly repeated: string) {
		super(`the name ${JSON.stringify(repeated)} occurs twice in one object`);
	}
}

/**
 * The value of a JSON text. Numbers that JavaScript would change are their text. Throws a
 * `RepeatedName`, or a SyntaxError where the text is no JSON.
 */
export function readJson(text: string): unknown {
	const value = parseJson(text, { exact: true });
	const repeated = repeatedName(text);
	if (repeated !== undefined) throw new RepeatedName(repeated);
	return value;
}

/** The mistake of a JSON text in which an object has a name twice; undefined for any other value. */
export function repetitionIn(given: unknown): RepeatedName | undefined {
	if (typeof given !== 'string') return undefined;
	try {
		readJson(given);
	} catch (error) {
		if (error instanceof RepeatedName) return error;
	}
	return undefined;
}

/** Strings, and the characters that begin, end and part objects and lists. */
const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\]:]/g;

/** The first name that an object of a JSON text, which is known to be valid, has twice. */
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
