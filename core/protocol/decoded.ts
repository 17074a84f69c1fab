import { LONGEST_REFERENCE, referenced } from './characterReferences';

/**
 * Texts without the encodings that services, servers and templates apply: percent-encoding, escapes of JSON and
 * JavaScript, character references of HTML, in any number and order.
 */

const [SPACE, HASH, PERCENT, AMPERSAND, PLUS, SEMICOLON, BACKSLASH, U, X] = [...' #%&+;\\ux'].map(
	(sign) => sign.charCodeAt(0),
);

/** Maximum number of characters in an incomplete escape. */
const OPEN = LONGEST_REFERENCE + 2;
/** The beginning of an escape at the end of a text that was cut. */
const INCOMPLETE = /(?:%u?[\da-f]{0,3}|\\[ux]?[\da-f]{0,3}|&#?\w{0,24})$/i;

const units = new TextDecoder('utf-16le', { ignoreBOM: true });

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
 * The text without encodings, in one pass: an escape is replaced by its character as soon as it is complete, and
 * that character may complete another one. A percent-encoded character beyond ASCII becomes its bytes, a plus sign
 * a space, as in forms. Backslashes are removed, except before what only looks like an escape: their number depends
 * on how often a text was quoted.
 */
export function decoded(text: string): string {
	const codes = new Uint16Array(text.length);
	let count = 0;
	/** Index of the last character that may start an escape. */
	let sign = -OPEN - 1;

	/** The value of the last `digits` characters in hex, or -1. */
	function hex(digits: number): number {
		let value = 0;
		for (let at = count - digits; at < count; at++) {
			const one = digit(codes[at]);
			if (one < 0) return -1;
			value = value * 16 + one;
		}
		return value;
	}

	const last = (back: number) => (count >= back ? codes[count - back] : -1);

	/** Removes the escape that the last characters complete; returns its character, or -1. */
	function completed(): number {
		if (last(1) === SEMICOLON) return reference();
		if (digit(last(1)) < 0) return -1;
		const isByte = last(3) === PERCENT;
		if (isByte || (last(3) === X && last(4) === BACKSLASH)) {
			const code = hex(2);
			if (code >= 0) return without(isByte ? 3 : 4, code);
		}
		if (last(5) === U && (last(6) === BACKSLASH || last(6) === PERCENT)) {
			const code = hex(4);
			if (code >= 0) return without(6, code);
		}
		return -1;
	}

	function reference(): number {
		let at = count - 2;
		const lowest = Math.max(0, count - OPEN);
		while (at >= lowest && isWord(codes[at])) at--;
		if (at < lowest || codes[at] !== AMPERSAND || at === count - 2) return -1;
		const code = referenced(String.fromCharCode(...codes.subarray(at + 1, count - 1)));
		return code === undefined ? -1 : without(count - at, code);
	}

	function without(letters: number, code: number): number {
		count -= letters;
		return code;
	}

	/** Adds a character, and those of the escapes that it completes. */
	function add(first: number): void {
		for (let code = first; code >= 0; code = completed()) {
			if (count > 0 && codes[count - 1] === BACKSLASH && code !== U && code !== X) count--;
			if (isSign(code)) sign = count;
			codes[count++] = code === PLUS ? SPACE : code;
		}
	}

	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isSign(code) || count - sign <= OPEN) add(code);
		else codes[count++] = code === PLUS ? SPACE : code;
	}
	return units.decode(codes.subarray(0, count));
}

/** The possible ends of a decoded text that was cut: escapes may have been cut, one within the other. */
export function endsOf(plain: string): string[] {
	const ends: string[] = [];
	for (let rest = plain, end = ''; rest !== end; rest = rest.replace(INCOMPLETE, '')) {
		ends.push(rest);
		end = rest;
	}
	return ends;
}
