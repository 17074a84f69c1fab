import { preview } from '../fields/preview';
import type { Tokens } from './tokens';
import { type AbiParameter, type AbiType, AbiMistake, headBytes } from './types';

/** Types as they are written in signatures and JSON ABIs. */

/** Maximum depth of tuples and lists inside of each other: real contracts have at most 6. */
const DEEPEST = 24;
/** Largest value of a fixed length, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The type of a name without brackets. Types of the ABI that are not read or written here are unknown.
 * Throws `AbiMistake` for a type that the ABI does not have.
 */
export function elementaryType(name: string): AbiType {
	if (name === 'address' || name === 'bool' || name === 'string' || name === 'bytes') {
		return { kind: name };
	}
	const [, kind, size] = /^(u?int|bytes)(\d{1,3})?$/.exec(name) ?? [];
	const count = Number(size ?? 256);
	if (kind === 'bytes' && count >= 1 && count <= 32) return { kind: 'fixedBytes', size: count };
	if ((kind === 'uint' || kind === 'int') && count >= 8 && count <= 256 && count % 8 === 0) {
		return { kind, bits: count };
	}
	const why = `${preview(name)} is not a type of the ABI${remedyFor(name)}`;
	if (OTHERS.test(name)) return { kind: 'unknown', name, why };
	throw new AbiMistake(why);
}

const OTHERS = /^(?:function|u?fixed(?:\d{1,3}x\d{1,2})?)$/;

function remedyFor(name: string): string {
	if (OTHERS.test(name)) return ' that can be read or written here';
	return /^[A-Z]/.test(name)
		? ': write a contract as address, an enum as uint8, a struct as its types in brackets or with its declaration, struct A { uint256 b; }'
		: '';
}

/** A list of a type. Throws `AbiMistake` if it is empty by its type, too large or too deep. */
export function listType(each: AbiType, length: number | undefined): AbiType {
	if (length === 0) throw new AbiMistake('a list of the fixed length 0 has no values');
	const list: AbiType = { kind: 'list', each, ...(length !== undefined && { length }) };
	return checked(list);
}

/** A tuple. Throws `AbiMistake` if it is empty, too large or too deep. */
export function tupleOf(parts: readonly AbiParameter[]): AbiType {
	if (parts.length === 0) throw new AbiMistake('a tuple without types has no values');
	return checked({ kind: 'tuple', parts });
}

/** Throws `AbiMistake` if types are nested too deeply: text and JSON can be deeper than the stack. */
export function checkDepth(depth: number): void {
	if (depth > DEEPEST) throw new AbiMistake(`its types are nested more than ${DEEPEST} deep`);
}

function checked(type: AbiType): AbiType {
	checkDepth(depthOf(type));
	if (headBytes(type) > LARGEST) throw new AbiMistake('a list of a fixed length is too long');
	return type;
}

function depthOf(type: AbiType): number {
	if (type.kind === 'list') return 1 + depthOf(type.each);
	if (type.kind !== 'tuple') return 0;
	return 1 + Math.max(...type.parts.map((part) => depthOf(part.type)));
}

/** The lists behind a type: `[]`, `[2]`, `[2][]`. */
export function withLists(type: AbiType, tokens: Tokens): AbiType {
	let read = type;
	while (tokens.take('[')) {
		const length = tokens.word(/^\d{1,9}$/);
		tokens.expect(']');
		read = listType(read, length === undefined ? undefined : Number(length));
	}
	return read;
}
