import { concat } from '../formats/bytes';

/**
 * A warp message or payload whose bytes break the layout. `message` contains the place and the
 * mistake.
 */
export class WarpFormatError extends Error {
	override readonly name = 'WarpFormatError';
}

/** Reads big-endian fields in order; every method throws a WarpFormatError past the end. */
export interface Reader {
	u8(what: string): number;
	u16(what: string): number;
	u32(what: string): number;
	u64(what: string): bigint;
	/** `length` bytes, as a copy. */
	take(length: number, what: string): Uint8Array;
	/** A u32 length, then as many bytes. */
	bytes(what: string): Uint8Array;
	/** Number of bytes read so far. */
	position(): number;
	/** Throws if bytes are left: a message with additional bytes would have another id. */
	end(what: string): void;
}

/** A reader over bytes. */
export function reader(source: Uint8Array): Reader {
	const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
	let position = 0;
	function advance(length: number, what: string): number {
		const left = source.length - position;
		if (length > left) {
			throw new WarpFormatError(`${what} takes ${length} bytes, ${left} are left`);
		}
		position += length;
		return position - length;
	}
	const take = (length: number, what: string) => {
		const from = advance(length, what);
		return source.slice(from, from + length);
	};
	const u32 = (what: string) => view.getUint32(advance(4, what));
	return {
		u8: (what) => view.getUint8(advance(1, what)),
		u16: (what) => view.getUint16(advance(2, what)),
		u32,
		u64: (what) => view.getBigUint64(advance(8, what)),
		take,
		bytes: (what) => take(u32(`length of ${what}`), what),
		position: () => position,
		end(what) {
			const left = source.length - position;
			if (left > 0) throw new WarpFormatError(`${left} bytes follow the end of ${what}`);
		},
	};
}

const MAX_U32 = 2 ** 32 - 1;
const MAX_U64 = 2n ** 64n - 1n;

/** A whole number as `size` big-endian bytes. Throws a RangeError if it does not fit. */
function unsigned(value: bigint | number, size: 1 | 2 | 4 | 8): Uint8Array {
	const big = BigInt(value);
	if (big < 0n || big >> BigInt(size * 8) > 0n) {
		throw new RangeError(`${big} does not fit into ${size} bytes`);
	}
	const bytes = new Uint8Array(8);
	new DataView(bytes.buffer).setBigUint64(0, big & MAX_U64);
	return bytes.subarray(8 - size);
}

export const u8 = (value: number) => unsigned(value, 1);
export const u16 = (value: number) => unsigned(value, 2);
export const u32 = (value: number) => unsigned(value, 4);
export const u64 = (value: bigint) => unsigned(value, 8);

/** Bytes with their u32 length in front. */
export function sized(bytes: Uint8Array): Uint8Array {
	if (bytes.length > MAX_U32) throw new RangeError('too many bytes for a 32-bit length');
	return concat(u32(bytes.length), bytes);
}

/** The bytes, checked to have exactly `length`. Throws a RangeError otherwise. */
export function exactly(length: number, bytes: Uint8Array, what: string): Uint8Array {
	if (bytes.length !== length) {
		throw new RangeError(`${what} must be ${length} bytes, not ${bytes.length}`);
	}
	return bytes;
}
