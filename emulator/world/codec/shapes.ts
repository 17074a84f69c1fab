import {
	bech32Decode,
	bech32Encode,
	type ByteReader,
	bytesToHex,
	cb58Encode,
	nodeIdOf,
} from '../../../core';
import { idBytes, u16, u32, u64 } from '../../../core/testing/network/bytes';

/** Context of a transaction's JSON, besides its bytes. */
export interface TextContext {
	/** The chain whose prefix addresses have. */
	alias: 'P' | 'X' | 'C';
	hrp: string;
}

export type Json = Record<string, unknown>;

/**
 * A part of a transaction in the node's linear codec: read as the value that the node shows in JSON,
 * and written from that value. Numbers of 64 bits are read as bigints. Reading throws where the bytes
 * end early or hold what the part cannot be.
 */
export interface Shape {
	read(from: ByteReader, context: TextContext): unknown;
	write(value: unknown): Uint8Array;
}

/** An object's shape, whose names tell it from others. */
export interface Fields extends Shape {
	names: readonly string[];
	read(from: ByteReader, context: TextContext): Json;
}

const fromHex = (value: unknown) => Buffer.from(String(value).slice(2), 'hex');
const toHex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
const sized = (bytes: Uint8Array) => Buffer.concat([u32(bytes.length), bytes]);

export const byte: Shape = {
	read: (from) => from.u8('byte'),
	write: (value) => Uint8Array.of(Number(value)),
};

export const int: Shape = {
	read: (from) => from.u32('number'),
	write: (value) => u32(Number(value)),
};

export const long: Shape = {
	read: (from) => from.u64('number'),
	write: (value) => u64(value as bigint | number),
};

/** 32 bytes in cb58. */
export const id: Shape = {
	read: (from) => cb58Encode(from.take(32, 'id')),
	write: (value) => idBytes(String(value)),
};

/** 20 bytes in cb58: an address that no chain's prefix belongs to. */
export const shortId: Shape = {
	read: (from) => cb58Encode(from.take(20, 'short id')),
	write: (value) => idBytes(String(value)),
};

export const nodeId: Shape = {
	read: (from) => nodeIdOf(from.take(20, 'node id')),
	write: (value) => idBytes(String(value).replace('NodeID-', '')),
};

/** An address with the prefix of its chain. */
export const address: Shape = {
	read: (from, { alias, hrp }) => `${alias}-${bech32Encode(hrp, from.take(20, 'address'))}`,
	write: (value) => bech32Decode(String(value).replace(/^.*-/, ''))?.bytes ?? new Uint8Array(),
};

/** So many bytes as hex. */
export function fixed(length: number): Shape {
	return { read: (from) => toHex(from.take(length, 'bytes')), write: fromHex };
}

/** So many bytes as Go shows an array: a list of numbers. */
export function numbers(length: number): Shape {
	return {
		read: (from) => [...from.take(length, 'bytes')],
		write: (value) => Uint8Array.from(value as number[]),
	};
}

/** Bytes behind their length, as hex. */
export const blob: Shape = {
	read: (from) => toHex(from.bytes('bytes')),
	write: (value) => sized(fromHex(value)),
};

/** Bytes behind their length, as Go shows a slice: base64. */
export const base64: Shape = {
	read: (from) => Buffer.from(from.bytes('bytes')).toString('base64'),
	write: (value) => sized(Buffer.from(String(value), 'base64')),
};

/** Text behind its length of 16 bits. */
export const text: Shape = {
	read: (from) => Buffer.from(from.take(from.u16('length'), 'text')).toString('utf8'),
	write(value) {
		const bytes = Buffer.from(String(value));
		return Buffer.concat([u16(bytes.length), bytes]);
	},
};

/** Values behind their number. */
export function list(one: Shape): Shape {
	return {
		read: (from, context) =>
			Array.from({ length: from.u32('length') }, () => one.read(from, context)),
		// A transaction of genesis has null where it has none.
		write(value) {
			const all = (value ?? []) as unknown[];
			return Buffer.concat([u32(all.length), ...all.map((member) => one.write(member))]);
		},
	};
}

/** An object: its fields in the order of the bytes. */
export function object(fields: Readonly<Record<string, Shape>>): Fields {
	const entries = Object.entries(fields);
	return {
		names: Object.keys(fields),
		read: (from, context) =>
			Object.fromEntries(entries.map(([name, shape]) => [name, shape.read(from, context)])),
		write: (value) =>
			Buffer.concat(entries.map(([name, shape]) => shape.write((value as Json)[name]))),
	};
}

/** Objects one after the other whose fields the JSON shows as those of one. */
export function joined(...parts: readonly Fields[]): Fields {
	return {
		names: parts.flatMap(({ names }) => names),
		read: (from, context) =>
			Object.assign({}, ...parts.map((part) => part.read(from, context))) as Json,
		write: (value) => Buffer.concat(parts.map((part) => part.write(value))),
	};
}

/** Objects by the type id before their bytes. */
export type Types = Readonly<Record<number, Fields>>;

/** The type of a JSON object: the one whose names are the object's. Throws where it is not one. */
export function typeOf(types: Types, value: unknown): number {
	const names = Object.keys(value as Json).sort();
	const found = Object.keys(types).filter(
		(type) => [...types[Number(type)].names].sort().join() === names.join(),
	);
	if (found.length !== 1) throw new Error(`${found.length} types have the fields ${names.join()}`);
	return Number(found[0]);
}

/** The type id that comes next. Throws where it is none of the types. */
export function readType(types: Types, from: ByteReader): number {
	const type = from.u32('type id');
	if (!Object.hasOwn(types, type)) throw new Error(`couldn't unmarshal interface: type ${type}`);
	return type;
}

/** One of several objects, behind its type id. */
export function oneOf(types: Types): Shape {
	return {
		read: (from, context) => types[readType(types, from)].read(from, context),
		write(value) {
			const type = typeOf(types, value);
			return Buffer.concat([u32(type), types[type].write(value)]);
		},
	};
}
