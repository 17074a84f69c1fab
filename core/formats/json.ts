/**
 * JSON without loss: an integer that a double cannot hold becomes its decimal string. If no run of
 * digits is long enough, the text goes to JSON.parse unchanged.
 */

/**
 * A separator and a long integer: 9007199254740992 has 16 digits; shorter integers are always safe.
 */
const LONG = /[:,[ \n\t\r]-?\d{16,}/g;

/** A separator and a number of any form. */
const ANY = /[:,[ \n\t\r]-?\d[\d.eE+-]*/g;

/** Some programs write it before a JSON text, although JSON does not allow it. */
const BYTE_ORDER_MARK = '\ufeff';

/** A text without its byte order mark. */
export function withoutMark(text: string): string {
	return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The numbers of a text that are kept as text, and the places where they are searched. */
interface QuotedNumbers {
	pattern: RegExp;
	/** Matches a number at the start of the text, which no separator precedes. */
	alone: RegExp;
	isQuoted(token: string): boolean;
}

const LONG_INTEGERS: QuotedNumbers = {
	pattern: LONG,
	alone: /^-?\d{16,}/,
	isQuoted: (token) => !Number.isSafeInteger(Number(token)) && !/^-?0/.test(token),
};

const INEXACT_NUMBERS: QuotedNumbers = {
	pattern: ANY,
	alone: /^-?\d[\d.eE+-]*/,
	isQuoted: (token) => !isExact(token),
};

/**
 * Parses JSON text. Throws a SyntaxError as JSON.parse does; a byte order mark is skipped. A key named
 * `__proto__` is removed: a copy of the object key by key would set its prototype. With `exact`, every
 * number that JavaScript would change is kept as its text: also a fraction with more digits than a
 * double, and 1e400.
 */
export function parseJson(given: string, { exact = false } = {}): unknown {
	const text = withoutMark(given);
	const numbers = exact ? INEXACT_NUMBERS : LONG_INTEGERS;
	const runs = runsOf(text, numbers);
	const lossless = runs.length > 0 ? quoted(text, runs, numbers) : text;
	// The second form is the beginning of an escaped underscore.
	const suspicious = text.includes('__proto__') || text.includes('\\u005');
	return JSON.parse(lossless, suspicious ? withoutPrototype : undefined) as unknown;
}

/** Maximum length of a number: no double is written with more characters. */
const LONGEST_NUMBER = 1100;
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Sign, digits without zeros at the ends, and power of ten: equal for equal numbers. */
function decimalOf(token: string): string | undefined {
	const [, sign, whole, fraction = '', power = '0'] = NUMBER.exec(token) ?? [];
	if (whole === undefined) return undefined;
	const digits = (whole + fraction).replace(/^0+/, '');
	const short = digits.replace(/0+$/, '');
	if (short === '') return '0';
	return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** True for a number that a double holds exactly, and for a text that is not a number of JSON. */
function isExact(token: string): boolean {
	const value = Number(token);
	const isInteger = /^-?\d+$/.test(token);
	if (isInteger && Number.isSafeInteger(value)) return true;
	if (isInteger || token.length > LONGEST_NUMBER) return !NUMBER.test(token);
	const decimal = decimalOf(token);
	return decimal === undefined || decimal === decimalOf(String(value));
}

function withoutPrototype(key: string, value: unknown): unknown {
	return key === '__proto__' ? undefined : value;
}

/**
 * Start and end of each run of number characters after a separator, as most in quotes have none.
 */
function runsOf(
	text: string,
	{ pattern, alone }: QuotedNumbers,
): Array<[start: number, end: number]> {
	const found = Array.from(text.matchAll(pattern), ({ index, 0: run }): [number, number] => [
		index + 1,
		index + run.length,
	]);
	const [whole] = alone.exec(text) ?? [];
	if (whole) found.unshift([0, whole.length]);
	return found;
}

/** Puts quotes around the numbers that are kept as text, leaving texts as they are. */
function quoted(
	text: string,
	runs: ReadonlyArray<[number, number]>,
	{ isQuoted }: QuotedNumbers,
): string {
	let out = '';
	let copied = 0;
	let outside = 0; // No string holds this place, whatever came before it.
	let quote = text.indexOf('"'); // The first one from there on.
	for (const [start, end] of runs) {
		if (isValueOfKey(text, start)) {
			outside = Math.max(outside, start);
		} else {
			// Skips string by string up to the digits, to find out if they are inside of one.
			if (quote !== -1 && quote < outside) quote = text.indexOf('"', outside);
			while (quote !== -1 && quote < start) {
				outside = endOfString(text, quote);
				quote = text.indexOf('"', outside);
			}
		}
		if (start < outside || !standsAlone(text, end)) continue;
		const token = text.slice(start, end);
		if (!isQuoted(token)) continue;
		out += `${text.slice(copied, start)}"${token}"`;
		copied = end;
	}
	return out + text.slice(copied);
}

/**
 * True if the text before `start` can only be a key and its colon. A quote after a character that
 * neither escapes it nor precedes a string must be a closing one.
 */
function isValueOfKey(text: string, start: number): boolean {
	if (text[start - 1] !== ':' || text[start - 2] !== '"') return false;
	const last = text[start - 3];
	return last !== '\\' && last !== '{' && last !== undefined && !isSeparator(last);
}

/**
 * False for a number that continues as a fraction or exponent, which the sender meant as a double,
 * and for a key.
 */
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

/** True for a plain object, as parsed from JSON: no list, and not null. */
export function isMap(given: unknown): given is Record<string, unknown> {
	return typeof given === 'object' && given !== null && !Array.isArray(given);
}
