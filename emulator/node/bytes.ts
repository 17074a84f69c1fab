import { bytesToHex, checksumOf, hexWithChecksum } from '../../core';
import type { Encoding } from './args';
import { MethodError } from './failure';

const CHECKSUM_BYTES = 4;

/** Bytes as 0x hex without a checksum: memos, signatures, keys. */
export function plainHex(bytes: Uint8Array): string {
	return `0x${bytesToHex(bytes)}`;
}

/** The bytes of an encoded text. Throws in the words of the node's own decoder. */
export function decodeBytes(text: string, encoding: Encoding): Uint8Array {
	if (encoding === 'json') throw new MethodError('unsupported encoding in method');
	if (text === '') return new Uint8Array();
	if (!text.startsWith('0x')) throw new MethodError('missing 0x prefix to hex encoding');
	const digits = text.slice(2);
	const wrong = [...digits].find((digit) => !/[0-9a-fA-F]/.test(digit));
	if (wrong !== undefined) {
		const code = wrong.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		throw new MethodError(`encoding/hex: invalid byte: U+${code} '${wrong}'`);
	}
	if (digits.length % 2 === 1) throw new MethodError('encoding/hex: odd length hex string');
	const all = Uint8Array.from(Buffer.from(digits, 'hex'));
	if (encoding === 'hexnc') return all;
	if (all.length < CHECKSUM_BYTES) {
		throw new MethodError('input string is smaller than the checksum size');
	}
	const bytes = all.subarray(0, -CHECKSUM_BYTES);
	if (Buffer.compare(checksumOf(bytes), all.subarray(-CHECKSUM_BYTES)) !== 0) {
		throw new MethodError('invalid input checksum');
	}
	return bytes;
}

/** Bytes in an encoding of the node. JSON is not an encoding of bytes. */
export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
	if (encoding === 'json') throw new MethodError('unsupported encoding in method');
	return encoding === 'hexnc' ? plainHex(bytes) : hexWithChecksum(bytes);
}
