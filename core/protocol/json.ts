/**
 * JSON without loss: an integer that a double cannot hold becomes its decimal string. Where no
 * digit run is long enough to matter, the text goes to JSON.parse untouched.
 */

// 9007199254740992 has 16 digits; shorter integers are always safe. The token must stand alone: no
// fraction, no exponent, which are doubles by their sender's choice.
const LONG_INTEGER = /-?\d{16,}/g;
// Most long digit runs stand in quotes: only one behind a separator calls for a closer look.
const BARE = /[:,[\s]-?\d{16}/;
const ALONE = /^-?\d{16}/;

/**
 * Parses JSON text. Throws a SyntaxError as JSON.parse does. A key named `__proto__` is left out:
 * who copies the object key by key would set its prototype.
 */
export function parseJson(text: string): unknown {
	const lossless = BARE.test(text) || ALONE.test(text) ? quoteLongIntegers(text) : text;
	// The second form is how an underscore can be written in escapes.
	const suspicious = text.includes('__proto__') || text.includes('\\u005');
	return JSON.parse(lossless, suspicious ? withoutPrototype : undefined) as unknown;
}

function withoutPrototype(key: string, value: unknown): unknown {
	return key === '__proto__' ? undefined : value;
}

/** Puts quotes around integers beyond 2^53 that are values, leaving texts as they are. */
function quoteLongIntegers(text: string): string {
	let out = '';
	let copied = 0;
	let at = 0; // Everything before it is known to be outside of strings at this point.
	let open = text.indexOf('"'); // The first quote from there on, looked up once.
	LONG_INTEGER.lastIndex = 0;
	for (let match = LONG_INTEGER.exec(text); match; match = LONG_INTEGER.exec(text)) {
		const start = match.index;
		// Walk string by string up to the digits, to know whether they stand inside one.
		let inside = false;
		while (!inside && open !== -1 && open < start) {
			at = endOfString(text, open);
			open = text.indexOf('"', at);
			inside = at > start;
		}
		if (inside) {
			LONG_INTEGER.lastIndex = at;
			continue;
		}
		const end = start + match[0].length;
		// A key must stay a key without quotes, so that JSON.parse refuses it.
		const alone = !/^(?:[.eE]|\s*:)/.test(text.slice(end)) && !/[.eE+]/.test(text[start - 1] ?? '');
		if (alone && !Number.isSafeInteger(Number(match[0])) && !/^-?0/.test(match[0])) {
			out += `${text.slice(copied, start)}"${match[0]}"`;
			copied = end;
		}
	}
	return out + text.slice(copied);
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
