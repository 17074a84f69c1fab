import { createHash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGIT = new Map([...ALPHABET].map((letter, digit) => [letter, digit]));
const CHECKSUM_BYTES = 4;

/** The checksum of cb58 and of the node's hex encoding: the last four bytes of sha256. */
export function checksumOf(bytes: Uint8Array): Uint8Array {
	return createHash('sha256').update(bytes).digest().subarray(-CHECKSUM_BYTES);
}

function base58Encode(bytes: Uint8Array): string {
	const digits: number[] = [];
	for (const byte of bytes) {
		let carry = byte;
		for (let i = 0; i < digits.length; i++) {
			carry += digits[i] << 8;
			digits[i] = carry % 58;
			carry = Math.floor(carry / 58);
		}
		while (carry > 0) {
			digits.push(carry % 58);
			carry = Math.floor(carry / 58);
		}
	}
	let zeros = 0;
	while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
	return (
		'1'.repeat(zeros) +
		digits
			.reverse()
			.map((digit) => ALPHABET[digit])
			.join('')
	);
}

function base58Decode(text: string): Uint8Array | undefined {
	const bytes: number[] = [];
	for (const letter of text) {
		const digit = DIGIT.get(letter);
		if (digit === undefined) return undefined;
		let carry = digit;
		for (let i = 0; i < bytes.length; i++) {
			carry += bytes[i] * 58;
			bytes[i] = carry & 0xff;
			carry >>= 8;
		}
		while (carry > 0) {
			bytes.push(carry & 0xff);
			carry >>= 8;
		}
	}
	let zeros = 0;
	while (zeros < text.length && text[zeros] === '1') zeros++;
	return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()]);
}

/** Bytes as cb58: base58 of the bytes and their checksum. */
export function cb58Encode(bytes: Uint8Array): string {
	return base58Encode(Buffer.concat([bytes, checksumOf(bytes)]));
}

/** The bytes of a cb58 text, or undefined where a letter or the checksum is wrong. */
export function cb58Decode(text: string): Uint8Array | undefined {
	// 32-byte ids take at most 51 letters; the bound keeps the quadratic decoder away from long input.
	if (text.length > 128) return undefined;
	const all = base58Decode(text);
	if (!all || all.length < CHECKSUM_BYTES) return undefined;
	const bytes = all.subarray(0, -CHECKSUM_BYTES);
	return Buffer.compare(checksumOf(bytes), all.subarray(-CHECKSUM_BYTES)) === 0 ? bytes : undefined;
}
