import { Failure, isFailure } from '../failure';
import { MAX_DOWNLOAD_BYTES } from './download';

const [LF, CR] = [0x0a, 0x0d];
const GZIP = [0x1f, 0x8b];
/** Longest header line (bytes). */
export const MAX_HEADER_BYTES = 64 * 1024;
const MAX_NAME = 200;
const CONTROLS = /[\x00-\x1f\x7f]/;

/**
 * The bytes of an exported file from its beginning, unpacked if it is a gzip file. Throws `Failure` of kind
 * `invalid-response` before the first byte if the file does not begin with the header line of a CSV file:
 * an error page, a JSON document, or nothing. The service documents no columns, so all names are accepted.
 *
 * @param found set to what the file is found to be
 */
export async function* csvOnly(
	chunks: AsyncIterable<Uint8Array>,
	found: { isPacked?: boolean } = {},
): AsyncGenerator<Uint8Array, void, void> {
	let held: Uint8Array[] | undefined = [];
	for await (const chunk of unpacked(chunks, found)) {
		held?.push(chunk);
		if (held && !hasHeader(held)) continue;
		yield* held ?? [chunk];
		held = undefined;
	}
	if (!held) return;
	csvColumns(joined(held));
	yield* held;
}

/** True if the header line is complete, and is one. */
function hasHeader(held: readonly Uint8Array[]): boolean {
	const size = held.reduce((sum, { length }) => sum + length, 0);
	const isWhole = held.at(-1)?.includes(LF) || size > MAX_HEADER_BYTES;
	if (isWhole) csvColumns(joined(held));
	return isWhole === true;
}

/**
 * The names of the columns in the header line that these bytes begin with. Throws `Failure` of kind
 * `invalid-response` if they begin with something else.
 */
export function csvColumns(beginning: Uint8Array): string[] {
	const end = beginning.indexOf(LF);
	const line = beginning.subarray(0, end === -1 ? beginning.length : end);
	const text = new TextDecoder().decode(line.at(-1) === CR ? line.subarray(0, -1) : line);
	if (text.trim() === '') throw notCsv(beginning.length === 0 ? 'it is empty' : 'it has no header');
	if (line.length > MAX_HEADER_BYTES) throw notCsv('its first line is too long for a header');
	const names = text.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1'));
	const isHeader =
		names.length > 1 &&
		!/^\s*[<{[]/.test(text) &&
		names.every((name) => name.trim() && name.length <= MAX_NAME && !CONTROLS.test(name));
	if (isHeader) return names;
	throw notCsv(`it begins with ${JSON.stringify(text.slice(0, 60))} instead of a header line`);
}

/** The failure for a download that is not CSV, such as an error page: a later attempt may succeed. */
function notCsv(why: string): Failure {
	const message = `The downloaded file is not a CSV file: ${why}`;
	return new Failure({ kind: 'invalid-response', message, retryable: true });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
	if (chunks.length === 1) return chunks[0];
	const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.length;
	}
	return bytes;
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>, found: { isPacked?: boolean }) {
	const source = chunks[Symbol.asyncIterator]();
	const held: Uint8Array[] = [];
	async function* all() {
		yield* held;
		for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
	}
	try {
		for (let next; joined(held).length < GZIP.length && !(next = await source.next()).done; ) {
			held.push(next.value);
		}
		const beginning = joined(held);
		found.isPacked = GZIP.every((byte, at) => beginning[at] === byte);
		yield* found.isPacked ? gunzipped(all()) : all();
	} finally {
		await source.return?.();
	}
}

/**
 * Neither end of the unpacking stream is cancelled: Node's adapter would throw outside of every call, if data is on
 * its way. Its rest is collected with it.
 */
async function* gunzipped(chunks: AsyncIterable<Uint8Array>) {
	const { readable, writable } = new DecompressionStream('gzip');
	const [reader, writer] = [readable.getReader(), writable.getWriter()];
	let failure: unknown;
	async function feed() {
		try {
			for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
		} catch (error) {
			failure = error;
		}
		// If the file is incomplete, the reader gets an error.
		await writer.close().catch(() => undefined);
	}
	void feed();
	let length = 0;
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			length += next.value.length;
			if (length > MAX_DOWNLOAD_BYTES) throw notCsv('unpacked it is too large');
			yield next.value;
		}
	} catch (error) {
		if (isFailure(error)) throw error;
		throw isFailure(failure) ? failure : notCsv('it is a damaged gzip file');
	}
	if (failure) throw failure;
}
