import { cb58Encode, isId, isNodeId } from '../../core';
import type { Field } from '../spec/read';
import { ArgumentError } from './failure';
import { isObject } from './rawJson';
import { fieldNamed, fieldsOf } from './transcription';

/** Encodings of bytes: `hex` and `hexc` carry a checksum, `hexnc` does not. */
export type Encoding = 'hex' | 'hexnc' | 'hexc' | 'json';

const ENCODINGS: readonly string[] = ['hex', 'hexnc', 'hexc', 'json'];
const MAX_U64 = 2n ** 64n - 1n;
/** The id in place of an absent one: 32 zero bytes, also the primary network's id. */
export const EMPTY_ID = cb58Encode(new Uint8Array(32));

/**
 * The named arguments of a call, read as the node's own types read them: absent and null are the
 * type's zero, numbers may be quoted, and a wrong type is an ArgumentError.
 */
export interface Args {
	has(name: string): boolean;
	text(name: string): string;
	texts(name: string): string[];
	id(name: string): string;
	ids(name: string): string[];
	nodeIds(name: string): string[];
	uint(name: string): bigint;
	/** A uint, or the word `proposed`. */
	height(name: string): bigint | 'proposed';
	flag(name: string): boolean;
	encoding(name?: string): Encoding;
	/** A nested object's arguments; undefined where it is absent. */
	nested(name: string): Args | undefined;
}

/**
 * The arguments in `params`: an object, an array that starts with one, or nothing. Where the method
 * is transcribed, only the names of its `fields` can be read.
 */
export function argsOf(params: unknown, fields: readonly Field[] | undefined): Args {
	const given = Array.isArray(params) ? (params[0] ?? {}) : (params ?? {});
	if (!isObject(given)) throw new ArgumentError();
	// Go's decoder matches names without regard to case.
	const values = new Map(Object.entries(given).map(([name, v]) => [name.toLowerCase(), v]));
	function get(name: string): unknown {
		if (fields) fieldNamed(fields, name);
		return given[name] ?? values.get(name.toLowerCase()) ?? undefined;
	}

	function checked<T>(value: unknown, check: (value: unknown) => value is T): T {
		if (!check(value)) throw new ArgumentError();
		return value;
	}

	function listOf<T>(name: string, check: (value: unknown) => value is T): T[] {
		const list = get(name);
		if (list === undefined) return [];
		return checked(list, Array.isArray).map((value) => checked(value, check));
	}

	function uint(name: string): bigint {
		const value = get(name);
		if (value === undefined) return 0n;
		const digits = String(value);
		if (typeof value === 'object' || !/^\d{1,20}$/.test(digits) || BigInt(digits) > MAX_U64)
			throw new ArgumentError();
		return BigInt(digits);
	}

	return {
		has: (name) => get(name) !== undefined,
		text: (name) => checked(get(name) ?? '', isText),
		texts: (name) => listOf(name, isText),
		id: (name) => checked(get(name) ?? EMPTY_ID, isIdText),
		ids: (name) => listOf(name, isIdText),
		nodeIds: (name) => listOf(name, isNodeIdText),
		uint,
		height(name) {
			if (get(name) === 'proposed') return 'proposed';
			const height = uint(name);
			// The node reserves this value for `proposed`.
			if (height === MAX_U64) throw new ArgumentError();
			return height;
		},
		flag: (name) => checked(get(name) ?? false, (value) => typeof value === 'boolean'),
		encoding(name = 'encoding') {
			const value = checked(get(name) ?? 'hex', isText).toLowerCase();
			if (!ENCODINGS.includes(value)) throw new ArgumentError();
			return value as Encoding;
		},
		nested(name) {
			const value = get(name);
			const inner = fields && fieldsOf(fieldNamed(fields, name));
			return value === undefined ? undefined : argsOf(checked(value, isObject), inner);
		},
	};
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isIdText(value: unknown): value is string {
	return typeof value === 'string' && isId(value);
}

function isNodeIdText(value: unknown): value is string {
	return typeof value === 'string' && isNodeId(value);
}
