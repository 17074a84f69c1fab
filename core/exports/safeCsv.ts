/**
 * Makes a CSV file safe for spreadsheets: a cell that a spreadsheet would read as a formula gets an
 * apostrophe in front (OWASP, "CSV Injection"). Numbers with a sign stay numbers.
 */

const [QUOTE, APOSTROPHE, COMMA, PLUS, MINUS, TAB, LF, CR, EQUALS, AT] = [...'"\',+-\t\n\r=@'].map(
	(sign) => sign.charCodeAt(0),
);
/** The first byte of U+FF0B, U+FF0D, U+FF1D and U+FF20, full-width signs, and of a byte order mark. */
const WIDE = 0xef;
const WIDE_SIGNS: readonly string[] = ['＋', '－', '＝', '＠'];
const BYTE_ORDER_MARK = '\ufeff';

const NUMBER = /^[+-](?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** 2^256 has 78 digits; a longer cell is no number. */
const LONGEST_NUMBER = 128;
const isOfNumber = (byte: number) =>
	(byte >= 0x30 && byte <= 0x39) || [0x2e, 0x45, 0x65, PLUS, MINUS].includes(byte);

const isEnd = (byte: number) => byte === COMMA || byte === CR || byte === LF;

/**
 * The same file, cell by cell safe, as its chunks arrive. A cell begins with a formula if its first
 * letter is `=`, `+`, `-`, `@` (also full-width), a tab or a line break; one that is a number is not
 * changed. Cells are separated by commas, as RFC 4180 has it; the text is UTF-8.
 */
export async function* safeCsv(
	chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
	const cells = cellReader();
	for await (const chunk of chunks) yield cells.read(chunk);
	const rest = cells.end();
	if (rest.length > 0) yield rest;
}

function cellReader() {
	let isQuoted = false;
	/** Within quotes, the last byte was a quote: the end, or the first of two. */
	let afterQuote = false;
	/** Nothing of the content of the cell was read. */
	let isEmpty = true;
	let isFirst = true;
	/** The beginning of a cell that may be a number, or of a letter of several bytes. */
	let held: number[] = [];
	let out = new Uint8Array(0);
	let size = 0;

	function put(...bytes: number[]): void {
		for (const byte of bytes) out[size++] = byte;
	}

	/** Ends what is held: a number or another letter as it is, all else behind an apostrophe. */
	function release(endsCell: boolean): void {
		const text = Buffer.from(held).toString('utf8');
		const isLetter = held[0] === WIDE && !WIDE_SIGNS.includes(text);
		if (!isLetter && !(endsCell && NUMBER.test(text))) put(APOSTROPHE);
		put(...held);
		held = [];
		isEmpty = isFirst && text === BYTE_ORDER_MARK;
		isFirst = false;
	}

	/** A byte of the content of a cell. */
	function content(byte: number): void {
		if (!isEmpty) return put(byte);
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
			// Whether a quote ends the cell is known at the next byte.
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
			return put(byte);
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
		out = new Uint8Array(bytes * 2 + LONGEST_NUMBER + 2);
		size = 0;
		act();
		return Buffer.from(out.buffer, 0, size);
	}

	return {
		read: (chunk: Uint8Array) => written(() => chunk.forEach(add), chunk.length),
		end: () => written(end, 0),
	};
}
