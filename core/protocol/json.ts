/**
 * JSON without loss: an integer that a double cannot hold becomes its decimal string. Where no
 * digit run is long enough to matter, the text goes to JSON.parse untouched.
 */

/** A separator and a long integer: 9007199254740992 has 16 digits; shorter ones are always safe. */
const LONG = /[:,[ \n\t\r]-?\d{16,}/g;

/**
 * Parses JSON text. Throws a SyntaxError as JSON.parse does. A key named `__proto__` is removed: a
 * copy of the object key by key would set its prototype.
 */
export function parseJson(text: string): unknown {
	const runs = longRuns(text);
	const lossless = runs.length > 0 ? quoteLongIntegers(text, runs) : text;
	// The second form is how an underscore can be written in escapes.
	const suspicious = text.includes('__proto__') || text.includes('\\u005');
	return JSON.parse(lossless, suspicious ? withoutPrototype : undefined) as unknown;
}

function withoutPrototype(key: string, value: unknown): unknown {
	return key === '__proto__' ? undefined : value;
}

/** Where long digit runs start and end that stand behind a separator, as most in quotes do not. */
function longRuns(text: string): Array<[start: number, end: number]> {
	const found = Array.from(text.matchAll(LONG), ({ index, 0: run }): [number, number] => [
		index + 1,
		index + run.length,
	]);
	const [whole] = /^-?\d{16,}/.exec(text) ?? [];
	if (whole) found.unshift([0, whole.length]);
	return found;
}

/** Puts quotes around integers beyond 2^53 that are values, leaving texts as they are. */
function quoteLongIntegers(text: string, runs: ReadonlyArray<[number, number]>): string {
	let out = '';
	let copied = 0;
	let outside = 0; // No string holds this place, whatever came before it.
	let quote = text.indexOf('"'); // The first one from there on.
	for (const [start, end] of runs) {
		if (isValueOfKey(text, start)) {
			outside = Math.max(outside, start);
		} else {
			// Walk string by string up to the digits, to know whether they stand inside one.
			if (quote !== -1 && quote < outside) quote = text.indexOf('"', outside);
			while (quote !== -1 && quote < start) {
				outside = endOfString(text, quote);
				quote = text.indexOf('"', outside);
			}
		}
		if (start < outside || !standsAlone(text, end)) continue;
		const token = text.slice(start, end);
		if (Number.isSafeInteger(Number(token)) || /^-?0/.test(token)) continue;
		out += `${text.slice(copied, start)}"${token}"`;
		copied = end;
	}
	return out + text.slice(copied);
}

/**
 * True where what stands before `start` can only be a key and its colon. A quote behind a character
 * that neither escapes it nor comes before a string has to be a closing one.
 */
function isValueOfKey(text: string, start: number): boolean {
	if (text[start - 1] !== ':' || text[start - 2] !== '"') return false;
	const last = text[start - 3];
	return last !== '\\' && last !== '{' && last !== undefined && !isSeparator(last);
}

/** A fraction or an exponent makes it a double by its sender's choice; a key has to stay a key. */
function standsAlone(text: string, end: number): boolean {
	const next = text[end];
	if (next === '}' || next === ',' || next === ']' || next === undefined) return true;
	let at = end;
	while (isSpace(text[at])) at++;
	return at > end ? text[at] !== ':' : !['.', 'e', 'E', ':'].includes(next);
}

/** The position after the closing quote of the string that opens at `open`. */
function endOfString(text: string, open: number): number {
	let quote = open;
	for (;;) {
		quote = text.indexOf('"', quote + 1);
		if (quote === -1) return text.length;
		let slashes = 0;
		while (text[quote - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return quote + 1;
	}
}

function isSeparator(character: string): boolean {
	return character === ':' || character === ',' || character === '[' || isSpace(character);
}

function isSpace(character: string | undefined): boolean {
	return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}
