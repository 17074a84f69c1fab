import { createHash } from 'node:crypto';

/**
 * A set of validators in as few bytes as possible: 8 bytes each, sorted, in base64. 63 bits tell
 * them apart (among 100,000 the chance of any two being alike is about 1 in two billion); one says
 * whether a validator is active.
 */

export const ACTIVE = 1n;
const FLAGS = 1n;

/** The 63-bit mark of an id, with its flag off. */
export function fingerprint(id: string): bigint {
	return createHash('sha256').update(id).digest().readBigUInt64BE(0) & ~FLAGS;
}

/** Marks and their flag as text. */
export function packFingerprints(marks: ReadonlyMap<bigint, bigint>): string {
	const sorted = BigUint64Array.from([...marks].map(([mark, flags]) => mark | flags)).sort();
	const bytes = Buffer.alloc(sorted.length * 8);
	sorted.forEach((value, index) => bytes.writeBigUInt64BE(value, index * 8));
	return bytes.toString('base64');
}

/** The marks in a text, each with its flag. */
export function unpackFingerprints(text: string): Map<bigint, bigint> {
	const bytes = Buffer.from(text, 'base64');
	const marks = new Map<bigint, bigint>();
	for (let at = 0; at + 8 <= bytes.length; at += 8) {
		const value = bytes.readBigUInt64BE(at);
		marks.set(value & ~FLAGS, value & FLAGS);
	}
	return marks;
}
