/**
 * Bytes in chunks whose ends depend on the bytes around them only (content-defined chunking): bytes that
 * are inserted or removed change the chunk around them, and no other.
 */

const LEAST = 8 * 1024;
const MOST = 64 * 1024;
/** The first 14 bits of the sum are 0 at one of 16,384 bytes. */
const SHIFT = 32 - 14;
/** The golden ratio in 32 bits: spreads the values of bytes. */
const SPREAD = 0x9e3779b1;

/** Splits bytes into chunks of 8 to 64 KiB, 24 KiB on average; the last one may be shorter. */
export function contentChunks(bytes: Uint8Array): Uint8Array[] {
	const chunks: Uint8Array[] = [];
	for (let begin = 0; begin < bytes.length; ) {
		const end = endOfChunk(bytes, begin);
		chunks.push(bytes.subarray(begin, end));
		begin = end;
	}
	return chunks;
}

function endOfChunk(bytes: Uint8Array, begin: number): number {
	const last = Math.min(begin + MOST, bytes.length);
	// Each step shifts the sum by one bit: it depends on the last 32 bytes.
	let sum = 0;
	for (let at = Math.min(begin + LEAST, last) - 32; at < last; at++) {
		sum = (sum << 1) + Math.imul((bytes[at] ?? 0) + 1, SPREAD);
		if (sum >>> SHIFT === 0 && at + 1 >= begin + LEAST) return at + 1;
	}
	return last;
}
