import { WarpFormatError } from './bytes';

/**
 * The set of signers, as the bytes of a big-endian whole number: validator i of the canonical set
 * is bit i, bit 0 the lowest of the last byte. There is no leading zero byte, so that each set has
 * one form.
 */

/** The indices in a bit set, ascending. Throws a WarpFormatError on a leading zero byte. */
export function decodeSigners(bytes: Uint8Array): number[] {
	if (bytes[0] === 0) throw new WarpFormatError('signers start with a zero byte');
	const indices: number[] = [];
	for (let index = 0; index < bytes.length * 8; index++) {
		if ((bytes[bytes.length - 1 - (index >> 3)] >> (index & 7)) & 1) indices.push(index);
	}
	return indices;
}

/** The bit set of the given indices, in any order. Without an index it is empty. */
export function encodeSigners(indices: readonly number[]): Uint8Array {
	const bytes = new Uint8Array(indices.length > 0 ? (Math.max(...indices) >> 3) + 1 : 0);
	for (const index of indices) bytes[bytes.length - 1 - (index >> 3)] |= 1 << (index & 7);
	return bytes;
}
