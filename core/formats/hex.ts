import { fromHex, toHex } from './base';
import { sameBytes } from './bytes';
import { checksumOf } from './cb58';

/** The bytes of a hex text, with or without 0x. Throws on an odd length or another character. */
export function hexToBytes(text: string): Uint8Array {
	const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
	if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) {
		throw new RangeError('hex must be whole bytes of the digits 0-9 and a-f');
	}
	return fromHex(digits);
}

/** Bytes as lower-case hex without 0x. */
export function bytesToHex(bytes: Uint8Array): string {
	return toHex(bytes);
}

/** Bytes in the node's `hex` encoding: 0x, the bytes, the last four bytes of their sha256. */
export function hexWithChecksum(bytes: Uint8Array): string {
	return `0x${bytesToHex(bytes)}${bytesToHex(checksumOf(bytes))}`;
}

/**
 * The bytes of a text in the node's `hex` encoding (blocks, transactions, UTXOs, index containers).
 * Throws a RangeError if the text is not hex or its checksum is wrong.
 */
export function hexWithoutChecksum(text: string): Uint8Array {
	const all = hexToBytes(text);
	const bytes = all.subarray(0, -4);
	if (all.length < 4 || !sameBytes(checksumOf(bytes), all.subarray(-4))) {
		throw new RangeError('the last four bytes are not the checksum of the others');
	}
	return bytes;
}
