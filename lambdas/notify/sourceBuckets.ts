import { createHash } from 'node:crypto';

/** Number of items of the table that have its sources. */
const BUCKETS = 100;

/** The item of a source: two digits. */
export function bucketOf(name: string): string {
	const number = createHash('sha256').update(name).digest().readUInt32BE(0) % BUCKETS;
	return String(number).padStart(2, '0');
}
