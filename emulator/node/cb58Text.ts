import { cb58Decode } from '../../core';
import { MethodError } from './failure';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ID_BYTES = 32;
const CHECKSUM_BYTES = 4;

/** Number of bytes that a short base58 text encodes. */
function sizeOf(text: string): number {
	const value = [...text].reduce((sum, one) => sum * 58n + BigInt(ALPHABET.indexOf(one)), 0n);
	const zeros = text.length - text.replace(/^1+/, '').length;
	return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/** The bytes of an id's text. Throws in the words of the node's own decoder. */
export function readId(text: string): Uint8Array {
	if (text === '') throw new MethodError('base58 decoding error: zero length string');
	const wrong = [...text].find((letter) => !ALPHABET.includes(letter));
	if (wrong !== undefined) {
		throw new MethodError(`base58 decoding error: Invalid base58 digit ('${wrong}')`);
	}
	const bytes = cb58Decode(text);
	if (!bytes && text.length <= CHECKSUM_BYTES + 1 && sizeOf(text) < CHECKSUM_BYTES) {
		throw new MethodError('input string is smaller than the checksum size');
	}
	if (!bytes) throw new MethodError('invalid input checksum');
	if (bytes.length !== ID_BYTES) {
		const message = `invalid hash length: expected ${ID_BYTES} bytes but got ${bytes.length}`;
		throw new MethodError(message);
	}
	return bytes;
}
