import { hash } from 'node:crypto';
import { base64Bytes, bytesBase64 } from '../formats/base64';

/**
 * A set of validators in as few bytes as possible: each is a 50-bit number, sorted and written as
 * the difference to the one before. 49 bits identify it (the chance that a new one collides with
 * one of 100,000 known ones is one in five billion); one bit says whether it is active.
 *
 * They are numbers, which are exact to 53 bits: bigints are several times slower.
 */

export const ACTIVE = 1;

/** The mark of an id, with its flag off: the first 50 bits of its sha256. */
export function fingerprint(id: string): number {
	const digest = hash('sha256', id, 'buffer');
	const bits = digest.readUIntBE(0, 6) * 4 + (digest[6] >> 6);
	return bits - (bits % 2);
}

/** Marks and their flag as text: base64 of differences in groups of 7 bits (LEB128). */
export function packFingerprints(marks: ReadonlyMap<number, number>): string {
	const sorted = new Float64Array(marks.size);
	let count = 0;
	for (const [mark, flags] of marks) sorted[count++] = mark + flags;
	sorted.sort();
	const bytes = new Uint8Array(sorted.length * 8);
	let length = 0;
	let last = 0;
	for (const value of sorted) {
		let difference = value - last;
		for (; difference > 127; difference = Math.floor(difference / 128)) {
			bytes[length++] = difference % 128 | 128;
		}
		bytes[length++] = difference;
		last = value;
	}
	return bytesBase64(bytes.subarray(0, length));
}

/** The marks in a text, each with its flag. */
export function unpackFingerprints(text: string): Map<number, number> {
	const marks = new Map<number, number>();
	let value = 0;
	let difference = 0;
	let scale = 1;
	for (const byte of base64Bytes(text)) {
		difference += (byte & 127) * scale;
		scale *= 128;
		if (byte > 127) continue;
		value += difference;
		marks.set(value - (value % 2), value % 2);
		difference = 0;
		scale = 1;
	}
	return marks;
}
