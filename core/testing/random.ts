import { createHash } from 'node:crypto';

/** A stream of numbers that depends on its seed alone. */
export interface Stream {
	/** In [0, 1). */
	next(): number;
	/** A whole number from min to max, both included. */
	whole(min: number, max: number): number;
	pick<T>(values: readonly T[]): T;
}

/**
 * Random access: a value depends on the world's seed, a label and an index, never on the order of
 * calls.
 */
export interface Random {
	bytes(label: string, index?: number | string, length?: number): Uint8Array;
	stream(label: string, index?: number | string): Stream;
}

/** Chris Doty-Humphrey's sfc32: small, fast, passes PractRand; not for secrets. */
function sfc32(a: number, b: number, c: number, counter: number): () => number {
	return () => {
		const sum = (a + b + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = (((c << 21) | (c >>> 11)) + sum) | 0;
		return (sum >>> 0) / 2 ** 32;
	};
}

/** The random source of a seed. */
export function createRandom(seed: string): Random {
	const digest = (label: string, index: number | string, part: number) =>
		createHash('sha256').update(`${seed}/${label}/${index}/${part}`).digest();
	return {
		bytes(label, index = 0, length = 32) {
			if (length <= 32) return Uint8Array.from(digest(label, index, 0).subarray(0, length));
			const parts = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
				digest(label, index, i),
			);
			return Uint8Array.from(Buffer.concat(parts).subarray(0, length));
		},
		stream(label, index = 0) {
			const state = digest(label, index, 0);
			const word = (i: number) => state.readInt32LE(i * 4);
			const next = sfc32(word(0), word(1), word(2), word(3));
			return {
				next,
				whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
				pick: (values) => values[Math.floor(next() * values.length)],
			};
		},
	};
}

/** A UUID (version 4 in form) of 16 bytes. */
export function uuidOf(bytes: Uint8Array): string {
	const copy = Buffer.from(bytes.subarray(0, 16));
	copy[6] = (copy[6] & 0x0f) | 0x40;
	copy[8] = (copy[8] & 0x3f) | 0x80;
	const hex = copy.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}
