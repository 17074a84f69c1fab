import type { DownloadPosition } from '../../core/exports/download';
import { type CsvState, csvNeutralizer } from '../../core/exports/safeCsv';

/**
 * A position in the downloaded file, from which a later step creates the rest of the stored file.
 * If formulas are neutralized, the stored file is longer than the source: the position has both
 * lengths and the state of the neutralizer.
 */
export interface SourcePosition {
	download: DownloadPosition;
	csv?: {
		state: CsvState;
		/** Bytes of the stored file before this position. */
		stored: number;
	};
}

/*
 * The stored form of a downloaded file, from a position on: its chunks, its length so far, and `sourceAt`, the position
 * to continue from if so many bytes of the file are stored, which must end within the latest chunk.
 */

/** Counts the bytes of a file from `length` on, and leaves out those that are stored, its first `stored` ones. */
function unstored(length: number, stored: number) {
	return {
		length: () => length,
		of(chunk: Uint8Array): Uint8Array {
			const known = Math.min(chunk.length, Math.max(0, stored - length));
			length += chunk.length;
			return known === 0 ? chunk : chunk.slice(known);
		},
	};
}

/**
 * The unchanged file.
 *
 * @param position of the download, which is updated as bytes are read
 * @param before bytes of the file that are stored, and bytes of it before `chunks`
 */
export function unchanged(
	chunks: AsyncIterable<Uint8Array>,
	position: DownloadPosition,
	before: { stored: number; begins: number },
) {
	const left = unstored(before.begins, before.stored);
	async function* made() {
		for await (const chunk of chunks) yield left.of(chunk);
	}
	return {
		chunks: made(),
		sourceAt: (bytes: number): SourcePosition => ({ download: { ...position, received: bytes } }),
		length: left.length,
	};
}

/**
 * Size of the pieces in which a chunk is neutralized: positions between them are close together.
 */
const PIECE_BYTES = 64 * 1024;

/**
 * The file with its formulas neutralized. Its position is before the latest piece of the source:
 * from there the same bytes are created again, and those that are already stored are left out.
 *
 * @param position position of the download, which is updated as bytes are read
 * @param before the start of the download, and the number of bytes of the file that are stored
 */
export function neutralized(
	chunks: AsyncIterable<Uint8Array>,
	position: DownloadPosition,
	before: { reached?: SourcePosition; stored: number },
) {
	const { state, stored = 0 } = before.reached?.csv ?? {};
	const neutralizer = csvNeutralizer(state);
	const left = unstored(stored, before.stored);
	let reached: SourcePosition = { download: { ...position } };
	let begins = position.received;

	async function* made() {
		for await (const chunk of chunks) {
			for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
				const csv = { state: neutralizer.state(), stored: left.length() };
				reached = { download: { ...position, received: begins + at }, csv };
				yield left.of(neutralizer.write(chunk.subarray(at, at + PIECE_BYTES)));
			}
			begins += chunk.length;
			giveBack(chunk);
		}
		// The position stays before the last piece: a download cannot start at the end of the file.
		yield left.of(neutralizer.end());
	}

	return { chunks: made(), sourceAt: () => reached, length: left.length };
}

/**
 * Parts and chunks of a download are small objects with large memory outside of the heap. The
 * garbage collector frees them late, and the process would grow by tens of megabytes: transferring
 * the memory to a buffer of length 0 frees it immediately. A chunk that shares its memory with
 * others is not changed.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
