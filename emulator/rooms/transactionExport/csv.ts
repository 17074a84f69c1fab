import { Readable } from 'node:stream';

const HEADER = 'date,chainId,txHash,from,to,value,fee\r\n';
/** Rows of one length, so that a range can begin anywhere without making what lies before it. */
const ROW_BYTES = 256;
const CHUNK_ROWS = 512;
const MAX_EXPORT_BYTES = 1024 ** 3;

/** Eight hex digits that depend on two numbers only (a mixing step of MurmurHash3). */
function digits(seed: number, part: number): string {
	let mixed = (seed ^ Math.imul(part + 1, 0x9e3779b1)) | 0;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
}

function hex(seed: number, from: number, words: number): string {
	let out = '0x';
	for (let i = 0; i < words; i++) out += digits(seed, from + i);
	return out;
}

const NUMBER_DIGITS = 16;
const DATE_LETTERS = 20;

/** The last template: most requests are for one file, some part after another. */
let last: { of: string; chunk: ReturnType<typeof template> } | undefined;

function templateOf(seed: number, chainId: string) {
	const of = `${seed} ${chainId}`;
	if (last?.of !== of) last = { of, chunk: template(seed, chainId) };
	return last.chunk;
}

/** One chunk of rows; those of the others differ in their dates and in the ends of their hashes. */
function template(seed: number, chainId: string) {
	const before = `${'0'.repeat(DATE_LETTERS)},${chainId},`;
	const rows = Array.from({ length: CHUNK_ROWS }, (_, i) => {
		const mixed = (seed + Math.imul(i, 0x01000193)) | 0;
		const hash = `${hex(mixed, 0, 6)}${'0'.repeat(NUMBER_DIGITS)}`;
		const value = String(1_000_003 * (i + 1)).padStart(20, '0');
		const text = `${before}${hash},${hex(mixed, 8, 5)},${hex(mixed, 13, 5)},${value}`;
		return `${text},${'0'.repeat(ROW_BYTES - text.length - 3)}\r\n`;
	});
	const hashBytes = 2 + 48;
	return { bytes: Buffer.from(rows.join(''), 'latin1'), numberAt: before.length + hashBytes };
}

/** A CSV file of an exact size that is made while it is read. */
export interface CsvFile {
	size: number;
	/** Bytes from `start` to `end`, the end not included. */
	read(start: number, end: number): Readable;
}

/**
 * The file of an export: a header and rows of one length; a size that no whole number of rows gives
 * is cut in its last row, which ends with a line break nevertheless. Dates begin at `start` (Unix ms).
 */
export function csvFile(name: string, chainId: string, start: number, bytes: number): CsvFile {
	const size = Math.min(bytes, MAX_EXPORT_BYTES);
	let seed = 0;
	for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0;
	const { bytes: pattern, numberAt } = templateOf(seed, chainId);

	function rowsFrom(first: number, count: number): Buffer {
		const chunk = Buffer.from(pattern.subarray(0, count * ROW_BYTES));
		const date = `${new Date(start + first * 1000).toISOString().slice(0, 19)}Z`;
		for (let i = 0; i < count; i++) {
			chunk.write(date, i * ROW_BYTES, 'latin1');
			const number = String(first + i).padStart(NUMBER_DIGITS, '0');
			chunk.write(number, i * ROW_BYTES + numberAt, 'latin1');
		}
		return chunk;
	}

	function* chunks(from: number, to: number): Generator<Buffer> {
		let at = from;
		while (at < to) {
			let chunk: Buffer;
			let begins = 0;
			if (at < HEADER.length) {
				chunk = Buffer.from(HEADER);
			} else {
				// Whole chunks, so that a row is the same whatever range it is read in.
				const first = Math.floor((at - HEADER.length) / ROW_BYTES / CHUNK_ROWS) * CHUNK_ROWS;
				begins = HEADER.length + first * ROW_BYTES;
				chunk = rowsFrom(first, Math.min(CHUNK_ROWS, Math.ceil((to - begins) / ROW_BYTES)));
			}
			const part = Buffer.from(chunk.subarray(at - begins, Math.min(chunk.length, to - begins)));
			// The last two bytes of the file.
			for (const [back, letter] of [...'\n\r'].entries()) {
				const offset = size - 1 - back - at;
				if (size > HEADER.length + 1 && offset >= 0 && offset < part.length)
					part.write(letter, offset);
			}
			yield part;
			at += part.length;
		}
	}

	return {
		size,
		read: (from, to) => Readable.from(chunks(from, Math.min(to, size)), { objectMode: false }),
	};
}

/** The size of a file of this many rows. */
export function bytesOfRows(rows: number): number {
	return HEADER.length + rows * ROW_BYTES;
}
