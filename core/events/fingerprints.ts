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
	const bytes: number[] = [];
	let last = 0n;
	for (const value of sorted) {
		let difference = value - last;
		for (; difference > 127n; difference >>= 7n) bytes.push(Number(difference & 127n) | 128);
		bytes.push(Number(difference));
		last = value;
	}
	return Buffer.from(bytes).toString('base64');
}

/** The marks in a text, each with its flag. */
export function unpackFingerprints(text: string): Map<bigint, bigint> {
	const marks = new Map<bigint, bigint>();
	let value = 0n;
	let difference = 0n;
	let shift = 0n;
	for (const byte of Buffer.from(text, 'base64')) {
		difference |= BigInt(byte & 127) << shift;
		shift += 7n;
		if (byte > 127) continue;
		value += difference;
		marks.set(value & ~FLAGS, value & FLAGS);
		difference = 0n;
		shift = 0n;
	}
	return marks;
}
