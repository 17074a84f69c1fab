import { LONGEST_REFERENCE, referenced } from './characterReferences';
import type { Letters } from './letterSearch';

/**
 * Reads a text as it is meant after every encoding in which services, servers and templates repeat
 * a text: percent-encoding, escapes of JSON and JavaScript, references of HTML, each of them as
 * often as they were applied, and within each other. One pass: a writing is replaced by its letter
 * as soon as it is complete, and that letter may complete another writing.
 */

/** What a text is read from; a string is one. */
export type Source = Pick<string, 'charCodeAt' | 'length'>;

export interface LetterTaker {
	/** Takes the next letters: UTF-16 units, or single bytes where those were percent-encoded. */
	read(letters: Letters): void;
	/** Called before the last letters, where these may be a writing whose end is missing. */
	incomplete(): void;
}

const [SPACE, HASH, PERCENT, AMPERSAND, PLUS, SEMICOLON, BACKSLASH, U, X] = [...' #%&+;\\ux'].map(
	(sign) => sign.charCodeAt(0),
);

/** Letters that can still be part of a writing that is not complete. */
const OPEN = LONGEST_REFERENCE + 2;
/** Letters that are read before those that cannot change any more are taken. */
const BLOCK = 1 << 14;
/** The beginning of a writing, where a text was cut within it. */
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
 * Reads a text for `taker`. A plus sign is a space, as in forms. Backslashes are left out, except
 * before what only looks like an escape: how many stand before a letter depends on how often a text
 * was quoted.
 *
 * @param kept letters that stay before those that are taken next
 * @param isWall true for a position behind which no writing goes on that began before it
 */
export function decodeLetters(
	source: Source,
	kept: number,
	taker: LetterTaker,
	isWall?: (position: number) => boolean,
): void {
	const room = Math.min(source.length, BLOCK + kept) + OPEN;
	const codes = new Uint16Array(room);
	const starts = new Float64Array(room);
	let count = 0;
	/** Letters below it were taken. */
	let taken = 0;
	/** Letters below it belong to no open writing. */
	let floor = 0;
	/** The last letter at which a writing may begin. */
	let sign = -OPEN - 1;

	/** The number that the last `digits` letters are in hex, else -1. */
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

	/** Takes the writing that the last letters complete off the stack; returns its letter, else -1. */
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

	/** Adds a letter, and those that it completes. */
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

	/** Takes the letters that cannot change any more, and leaves out those that nobody asks for. */
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

	/** Where the text may end if it was cut within a writing, and that within another one. */
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
