import { compareBytes } from '../formats/bytes';
import { bech32Encode } from '../formats/bech32';
import { cb58Encode } from '../formats/cb58';
import { bytesToHex } from '../formats/hex';
import { nodeIdOf } from '../formats/ids';
import { type Reader, reader } from '../warp/bytes';

/**
 * Parts of the layouts of transactions (avalanchego codec/linearcodec, big-endian). A part reads its value
 * from the bytes, and throws a TransactionFormatError where they break the layout or a rule of the nodes.
 */

/** Bytes that are not a transaction, or that every node refuses. `message` contains the place and the mistake. */
export class TransactionFormatError extends Error {
	override readonly name: string = 'TransactionFormatError';
}

/** A type of transaction, output, input or credential that this version does not know: what follows cannot be read. */
export class UnknownTypeError extends TransactionFormatError {
	override readonly name = 'UnknownTypeError';

	constructor(
		readonly what: string,
		readonly typeId: number,
	) {
		super(`type ${typeId} of ${what} is not known`);
	}
}

/** A chain of the primary network. */
export type TxChain = 'P' | 'X' | 'C';

/** The bytes to read, with the network and chain that their values depend on. */
export interface ByteSource {
	read: Reader;
	bytes: Uint8Array;
	chain: TxChain;
	/** Prefix of addresses, known as soon as the network was read. */
	hrp: string;
}

/** Reads a value; `what` names it in errors. */
export type BytePart<T> = (from: ByteSource, what: string) => T;
export type PartValue<P> = P extends BytePart<infer T> ? T : never;
// Parts of any types together.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ByteParts = Record<string, BytePart<any>>;
export type PartValues<P extends ByteParts> = { -readonly [K in keyof P]: PartValue<P[K]> };

/** A source at the beginning of bytes. */
export const byteSource = (bytes: Uint8Array, chain: TxChain): ByteSource => ({
	read: reader(bytes),
	bytes,
	chain,
	hrp: 'custom',
});

const HRPS: Readonly<Record<number, string>> = { 1: 'avax', 5: 'fuji', 12_345: 'local' };

/** The prefix of addresses in a network (avalanchego utils/constants/network_ids.go). */
export const hrpOf = (networkId: number): string => HRPS[networkId] ?? 'custom';

const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

const u8: BytePart<number> = ({ read }, what) => read.u8(what);
const u32: BytePart<number> = ({ read }, what) => read.u32(what);
const u64: BytePart<bigint> = ({ read }, what) => read.u64(what);
/** 32 bytes as cb58. */
const id: BytePart<string> = ({ read }, what) => cb58Encode(read.take(32, what));
const nodeId: BytePart<string> = ({ read }, what) => nodeIdOf(read.take(20, what));
/** As many bytes as 0x hex. */
const fixed =
	(length: number): BytePart<string> =>
	({ read }, what) =>
		hex(read.take(length, what));
/** Bytes with their length in front, as 0x hex; at most `most`. */
const bytes =
	(most = Infinity): BytePart<string> =>
	({ read }, what) => {
		const found = read.bytes(what);
		if (found.length <= most) return hex(found);
		throw new TransactionFormatError(
			`${what} has ${found.length} bytes, at most ${most} are allowed`,
		);
	};
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** A text of UTF-8 with its length in two bytes. */
const text: BytePart<string> = ({ read }, what) => {
	const found = read.take(read.u16(`length of ${what}`), what);
	try {
		return utf8.decode(found);
	} catch {
		throw new TransactionFormatError(`${what} is not a text of UTF-8`);
	}
};
/** An amount of base units, more than 0. */
const amount: BytePart<bigint> = ({ read }, what) => {
	const value = read.u64(what);
	if (value > 0n) return value;
	throw new TransactionFormatError(`${what} is 0`);
};
/** A network's number; addresses that follow have its prefix. */
const networkId: BytePart<number> = (from, what) => {
	const value = from.read.u32(what);
	from.hrp = hrpOf(value);
	return value;
};
/** An address of the chain from its 20 bytes. */
const address: BytePart<string> = ({ read, chain, hrp }, what) =>
	`${chain}-${bech32Encode(hrp, read.take(20, what))}`;

/** A struct: its fields in their order, without anything between them. */
function struct<P extends ByteParts>(parts: P): BytePart<PartValues<P>> {
	return (from, what) =>
		Object.fromEntries(
			Object.entries(parts).map(([key, part]) => [key, part(from, `${key} of ${what}`) as unknown]),
		) as PartValues<P>;
}

/** A part whose value is checked: `mistake` says what is wrong with it. */
function checked<T>(part: BytePart<T>, mistake: (value: T) => string | undefined): BytePart<T> {
	return (from, what) => {
		const value = part(from, what);
		const found = mistake(value);
		if (found !== undefined) throw new TransactionFormatError(`${what} ${found}`);
		return value;
	};
}

interface Order {
	/** True if no two elements may have the same key. */
	unique?: boolean;
	/** The bytes that elements are ordered by. Default: all of them. */
	key?: (element: Uint8Array) => Uint8Array;
}

/** A list with its length in front; with `order`, in the only order that nodes take. */
function list<T>(part: BytePart<T>, order?: Order): BytePart<T[]> {
	return (from, what) => {
		const { read } = from;
		const values: T[] = [];
		let last: Uint8Array | undefined;
		// Reading stops at the end of the bytes, so a large count has no effect.
		for (let left = read.u32(`number of ${what}`); left > 0; left--) {
			const start = read.position();
			values.push(part(from, `${what} ${values.length}`));
			if (!order) continue;
			const element = from.bytes.subarray(start, read.position());
			const key = order.key?.(element) ?? element;
			const compared = last ? compareBytes(last, key) : -1;
			if (compared > 0 || (order.unique && compared === 0)) {
				throw new TransactionFormatError(
					`${what} ${values.length - 1} ${compared > 0 ? 'is not in the order that nodes require' : 'is there twice'}`,
				);
			}
			last = key;
		}
		return values;
	};
}

/** A part by the type id in front of it; `kind` is the name of its type. */
function tagged<P extends Record<number, BytePart<object>>>(
	parts: P,
): BytePart<{ [K in keyof P]: PartValue<P[K]> }[keyof P]> {
	return (from, what) => {
		const typeId = from.read.u32(`type of ${what}`);
		const part = Object.hasOwn(parts, typeId) ? parts[typeId] : undefined;
		if (!part) throw new UnknownTypeError(what, typeId);
		return part(from, what) as never;
	};
}

/** The parts, by their names. */
export const part = {
	u8,
	u32,
	u64,
	id,
	nodeId,
	fixed,
	bytes,
	text,
	amount,
	networkId,
	address,
	struct,
	checked,
	list,
	tagged,
};
