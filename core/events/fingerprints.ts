import { createHash } from 'node:crypto';

/**
 * A set of validators in as few bytes as possible: each is a 50-bit number, sorted and written as
 * the difference to the one before. 49 bits tell them apart (that a new one looks like one of
 * 100,000 known has a chance of one in five billion); one says whether a validator is active.
 */

export const ACTIVE = 1n;
const FLAGS = 1n;
const UNUSED_BITS = 14n;

/** The mark of an id, with its flag off. */
export function fingerprint(id: string): bigint {
	const digest = createHash('sha256').update(id).digest();
	return (digest.readBigUInt64BE(0) >> UNUSED_BITS) & ~FLAGS;
}

/** Marks and their flag as text: base64 of differences in groups of 7 bits (LEB128). */
export function packFingerprints(marks: ReadonlyMap<bigint, bigint>): string {
	const sorted = BigUint64Array.from([...marks].map(([mark, flags]) => mark | flags)).sort();
	// Differences are below 2^50: plain numbers hold them, and are many times faster.
	const bytes = Buffer.alloc(sorted.length * 8);
	let length = 0;
	let last = 0;
	for (const value of sorted) {
		let difference = Number(value) - last;
		for (; difference > 127; difference = Math.floor(difference / 128)) {
			bytes[length++] = difference % 128 | 128;
		}
		bytes[length++] = difference;
		last = Number(value);
	}
	return bytes.toString('base64', 0, length);
}

/** The marks in a text, each with its flag. */
export function unpackFingerprints(text: string): Map<bigint, bigint> {
	const marks = new Map<bigint, bigint>();
	let value = 0;
	let difference = 0;
	let scale = 1;
	for (const byte of Buffer.from(text, 'base64')) {
		difference += (byte & 127) * scale;
		scale *= 128;
		if (byte > 127) continue;
		value += difference;
		marks.set(BigInt(value) & ~FLAGS, BigInt(value) & FLAGS);
		difference = 0;
		scale = 1;
	}
	return marks;
}
