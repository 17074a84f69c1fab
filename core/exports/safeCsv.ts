/**
 * Makes a CSV file safe for spreadsheets: a cell that a spreadsheet would read as a formula gets an
 * apostrophe in front (OWASP, "CSV Injection"). Numbers with a sign stay numbers.
 */

const [QUOTE, APOSTROPHE, COMMA, PLUS, MINUS, TAB, LF, CR, EQUALS, AT] = [...'"\',+-\t\n\r=@'].map(
	(sign) => sign.charCodeAt(0),
);
/** The first byte of U+FF0B, U+FF0D, U+FF1D and U+FF20, full-width signs, and of a byte order mark. */
const WIDE = 0xef;
/** The bytes of these signs and of the mark in UTF-8, after the first. */
const WIDE_SIGNS: readonly string[] = ['bc,8b', 'bc,8d', 'bc,9d', 'bc,a0'];
const BYTE_ORDER_MARK = 'bb,bf';

const NUMBER = /^[+-](?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 2^256 has 78 digits; a longer cell is not a number. */
const LONGEST_NUMBER = 128;
const isOfNumber = (byte: number) =>
	(byte >= 0x30 && byte <= 0x39) || [0x2e, 0x45, 0x65, PLUS, MINUS].includes(byte);

const isEnd = (byte: number) => byte === COMMA || byte === CR || byte === LF;

/** The state of the neutralizer after some bytes of a file; plain JSON. */
export interface CsvState {
	/** The cell is quoted. */
	isQuoted: boolean;
	/** Within quotes, the last byte was a quote: the end, or the first of two. */
	afterQuote: boolean;
	/** Nothing of the content of the cell was read. */
	isEmpty: boolean;
	/** Nothing of the file was read. */
	isFirst: boolean;
	/** The beginning of a cell that may be a number, or of a letter of several bytes. */
	held: readonly number[];
}

/** Makes a file safe piece by piece. */
export interface CsvNeutralizer {
	/**
	 * The safe form of the next bytes, in a buffer of its own. Some bytes may be held back until
	 * the next call.
	 */
	write(chunk: Uint8Array): Uint8Array;
	/** The bytes that were held back; call it at the end of the file. */
	end(): Uint8Array;
	/** The state from which another neutralizer can continue with the next bytes. */
	state(): CsvState;
}

/**
 * The same file with each cell made safe, chunk by chunk. A cell starts with a formula if its first
 * character is `=`, `+`, `-`, `@` (also full-width), a tab or a line break; a number is not
 * changed. Cells are separated by commas (RFC 4180); the text is UTF-8.
 */
export async function* safeCsv(
	chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
	const neutralizer = csvNeutralizer();
	for await (const chunk of chunks) yield neutralizer.write(chunk);
	const rest = neutralizer.end();
	if (rest.length > 0) yield rest;
}

/**
 * Makes a file safe by the rules of `safeCsv`. The result does not depend on the chunks. `before`
 * is the state of an earlier neutralizer, in the same process or an earlier one.
 */
export function csvNeutralizer(before?: CsvState): CsvNeutralizer {
	let { isQuoted, afterQuote, isEmpty, isFirst } = before ?? {
		isQuoted: false,
		afterQuote: false,
		isEmpty: true,
		isFirst: true,
	};
	let held = [...(before?.held ?? [])];
	let out = new Uint8Array(0);
	let size = 0;

	function put(...bytes: number[]): void {
		for (const byte of bytes) out[size++] = byte;
	}

	/**
	 * Releases the held bytes: a number or another character as it is, anything else after an
	 * apostrophe.
	 */
	function release(endsCell: boolean): void {
		const [sign, ...rest] = held;
		const letter = sign === WIDE ? rest.map((byte) => byte.toString(16)).join() : undefined;
		const isLetter = letter !== undefined && !WIDE_SIGNS.includes(letter);
		if (!isLetter && !(endsCell && NUMBER.test(String.fromCharCode(...held)))) put(APOSTROPHE);
		put(...held);
		held = [];
		isEmpty = isFirst && letter === BYTE_ORDER_MARK;
		isFirst = false;
	}

	/** Takes a byte of the content of a cell. */
	function content(byte: number): void {
		if (!isEmpty) {
			out[size++] = byte;
			return;
		}
		isEmpty = false;
		if (byte === PLUS || byte === MINUS || byte === WIDE) {
			held = [byte];
			return;
		}
		isFirst = false;
		const isFormula = [EQUALS, AT, TAB, CR, LF].includes(byte);
		if (isFormula) put(APOSTROPHE);
		put(byte);
	}

	function add(byte: number): void {
		if (held.length > 0) {
			const isLetter = held[0] === WIDE;
			const goesOn = afterQuote
				? false
				: isLetter
					? held.length < 3 && byte >= 0x80
					: held.length < LONGEST_NUMBER && isOfNumber(byte);
			if (goesOn) {
				held.push(byte);
				if (isLetter && held.length === 3) release(false);
				return;
			}
			// The next byte shows if a quote ends the cell.
			if (isQuoted && byte === QUOTE && !afterQuote) {
				afterQuote = true;
				return;
			}
			release((!isQuoted || afterQuote) && isEnd(byte));
			if (afterQuote) put(QUOTE);
		}
		if (isQuoted) {
			if (!afterQuote && byte === QUOTE) {
				afterQuote = true;
				return put(byte);
			}
			if (!afterQuote) return content(byte);
			afterQuote = false;
			if (byte === QUOTE) {
				isEmpty = false;
				return put(byte);
			}
			isQuoted = false;
		}
		if (isEnd(byte)) {
			isEmpty = true;
			isFirst = false;
			out[size++] = byte;
			return;
		}
		if (byte === QUOTE && isEmpty) {
			isQuoted = true;
			return put(byte);
		}
		content(byte);
	}

	function end(): void {
		if (held.length === 0) return;
		release(!isQuoted || afterQuote);
		if (afterQuote) put(QUOTE);
	}

	function written(act: () => void, bytes: number): Uint8Array {
		// At most every second byte gets an apostrophe.
		const most = bytes * 2 + LONGEST_NUMBER + 2;
		if (out.length < most) out = new Uint8Array(most);
		size = 0;
		act();
		return out.slice(0, size);
	}

	return {
		write: (chunk) => written(() => chunk.forEach(add), chunk.length),
		end: () => written(end, 0),
		state: () => ({ isQuoted, afterQuote, isEmpty, isFirst, held: [...held] }),
	};
}
