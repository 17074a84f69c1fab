import { LONGEST_REFERENCE, referenced } from './characterReferences';
import type { Letters } from './letterSearch';

/**
 * Decodes a text from all encodings that services, servers and templates apply to it:
 * percent-encoding, escapes of JSON and JavaScript, character references of HTML, in any number and
 * order. It is one pass: an escape is replaced by its character as soon as it is complete, and that
 * character may complete another escape.
 */

/** The source of a text's UTF-16 units, such as a string. */
export type LetterSource = Pick<string, 'charCodeAt' | 'length'>;

export interface LetterTaker {
	/** Takes the next characters: UTF-16 units, or single bytes if they were percent-encoded. */
	read(letters: Letters): void;
	/** Called before the last characters, if they may be an escape without its end. */
	incomplete(): void;
}

const [SPACE, HASH, PERCENT, AMPERSAND, PLUS, SEMICOLON, BACKSLASH, U, X] = [...' #%&+;\\ux'].map(
	(sign) => sign.charCodeAt(0),
);

/** Maximum number of characters in an incomplete escape. */
const OPEN = LONGEST_REFERENCE + 2;
/** Number of characters that are read before complete ones are passed on. */
const BLOCK = 1 << 14;
/** The beginning of an escape at the end of a text that was cut. */
const INCOMPLETE = /(?:%u?[\da-f]{0,3}|\\[ux]?[\da-f]{0,3}|&#?\w{0,24})$/i;

/** The value of a hex digit, else -1. */
function digit(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const letter = code | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const isSign = (code: number) => code === PERCENT || code === BACKSLASH || code === AMPERSAND;

const isWord = (code: number) =>
	code === HASH ||
	(code >= 0x30 && code <= 0x39) ||
	((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/**
 * Decodes a text for `taker`. A plus sign is a space, as in forms. Backslashes are removed, except
 * before text that only looks like an escape: their number depends on how often a text was quoted.
 *
 * @param kept number of characters before the next ones that stay available
 * @param isWall true for a position that ends all escapes that started before it
 */
export function decodeLetters(
	source: LetterSource,
	kept: number,
	taker: LetterTaker,
	isWall?: (position: number) => boolean,
): void {
	const room = Math.min(source.length, BLOCK + kept) + OPEN;
	const codes = new Uint16Array(room);
	const starts = new Float64Array(room);
	let count = 0;
	/** Index up to which characters were passed on. */
	let taken = 0;
	/** Index below which no escape is incomplete. */
	let floor = 0;
	/** Index of the last character that may start an escape. */
	let sign = -OPEN - 1;

	/** The value of the last `digits` characters in hex, or -1. */
	function hex(digits: number): number {
		let value = 0;
		for (let i = count - digits; i < count; i++) {
			const one = digit(codes[i]);
			if (one < 0) return -1;
			value = value * 16 + one;
		}
		return value;
	}

	function letter(back: number): number {
		return count - floor >= back ? codes[count - back] : -1;
	}

	/** Removes the escape that the last characters complete; returns its character, or -1. */
	function completed(): number {
		if (codes[count - 1] === SEMICOLON) return reference();
		if (digit(codes[count - 1]) < 0) return -1;
		const isByte = letter(3) === PERCENT;
		if (isByte || (letter(3) === X && letter(4) === BACKSLASH)) {
			const code = hex(2);
			if (code >= 0) return off(isByte ? 3 : 4, code);
		}
		if (letter(5) === U && (letter(6) === BACKSLASH || letter(6) === PERCENT)) {
			const code = hex(4);
			if (code >= 0) return off(6, code);
		}
		return -1;
	}

	function reference(): number {
		let at = count - 2;
		const lowest = Math.max(floor, count - OPEN);
		while (at >= lowest && isWord(codes[at])) at--;
		if (at < lowest || codes[at] !== AMPERSAND || at === count - 2) return -1;
		const code = referenced(String.fromCharCode(...codes.subarray(at + 1, count - 1)));
		return code === undefined ? -1 : off(count - at, code);
	}

	function off(letters: number, code: number): number {
		count -= letters;
		return code;
	}

	/** Adds a character, and those of the escapes that it completes. */
	function add(first: number, from: number): void {
		let code = first;
		let start = from;
		while (code >= 0) {
			if (count > floor && codes[count - 1] === BACKSLASH) {
				if (code === BACKSLASH) return;
				if (code !== U && code !== X) start = starts[--count];
			}
			if (isSign(code)) sign = count;
			codes[count] = code === PLUS ? SPACE : code;
			starts[count++] = start;
			code = completed();
			start = starts[count];
		}
	}

	function take(to: number): void {
		taker.read({ codes, starts, from: taken, to });
		taken = to;
	}

	/**
	 * Passes on the characters that cannot change any more, and removes those that are not needed
	 * again.
	 */
	function makeRoom(): void {
		take(count - OPEN);
		const gone = Math.max(0, taken - kept);
		codes.copyWithin(0, gone, count);
		starts.copyWithin(0, gone, count);
		count -= gone;
		taken -= gone;
		sign -= gone;
		floor = Math.max(0, floor - gone);
	}

	for (let at = 0; at < source.length; at++) {
		if (isWall?.(at)) floor = count;
		const code = source.charCodeAt(at);
		if (isSign(code) || count - sign <= OPEN) {
			add(code, at);
		} else {
			codes[count] = code === PLUS ? SPACE : code;
			starts[count++] = at;
		}
		if (count === room) makeRoom();
	}
	for (const end of ends()) {
		take(end);
		taker.incomplete();
	}
	take(count);

	/**
	 * Indices in `codes` at which an incomplete escape starts, ascending: the text may have been
	 * cut within it, and that escape may be within another one.
	 */
	function ends(): number[] {
		const tail = String.fromCharCode(...codes.subarray(Math.max(taken, count - OPEN), count));
		const at: number[] = [];
		for (let rest = tail; ; ) {
			const cut = INCOMPLETE.exec(rest);
			if (!cut) return at.reverse();
			rest = rest.slice(0, cut.index);
			at.push(count - tail.length + cut.index);
		}
	}
}
