import { createHash } from 'node:crypto';
import { base58 } from './base';
import { concat, sameBytes } from './bytes';

const LETTERS = /^[1-9A-HJ-NP-Za-km-z]*$/;
const CHECKSUM_BYTES = 4;

/** The checksum of cb58 and of the node's hex encoding: the last four bytes of sha256. */
export function checksumOf(bytes: Uint8Array): Uint8Array {
	return createHash('sha256').update(bytes).digest().subarray(-CHECKSUM_BYTES);
}

/** Bytes as cb58: base58 of the bytes and their checksum. */
export function cb58Encode(bytes: Uint8Array): string {
	return base58.encode(concat(bytes, checksumOf(bytes)));
}

/** The bytes of a cb58 text; undefined if a character or the checksum is wrong. */
export function cb58Decode(text: string): Uint8Array | undefined {
	// 32-byte ids have at most 51 characters; the limit protects the quadratic decoder from long
	// input.
	if (text.length > 128 || !LETTERS.test(text)) return undefined;
	const all = base58.decode(text);
	if (all.length < CHECKSUM_BYTES) return undefined;
	const bytes = all.subarray(0, -CHECKSUM_BYTES);
	return sameBytes(checksumOf(bytes), all.subarray(-CHECKSUM_BYTES)) ? bytes : undefined;
}
