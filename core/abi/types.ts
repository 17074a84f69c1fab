/**
 * The types of the contract ABI, and the functions, events and errors of a contract. Source: Solidity
 * documentation, Contract ABI Specification.
 */

export type AbiType =
	| { readonly kind: 'uint' | 'int'; readonly bits: number }
	/** `bytes` and `string` of any length, `address` and `bool`. */
	| { readonly kind: 'address' | 'bool' | 'string' | 'bytes' }
	/** `bytes1` to `bytes32`. */
	| { readonly kind: 'fixedBytes'; readonly size: number }
	/** `T[]`, or `T[length]`. */
	| { readonly kind: 'list'; readonly each: AbiType; readonly length?: number }
	| { readonly kind: 'tuple'; readonly parts: readonly AbiParameter[] }
	/** A type that cannot be read or written here: an item with it is known, but not to be used. */
	| { readonly kind: 'unknown'; readonly name: string; readonly why: string };

/** An argument, a result or a part of a tuple. */
export interface AbiParameter {
	/** Empty if it has none. */
	readonly name: string;
	readonly type: AbiType;
	/** True for an argument of an event that is a topic of its logs. */
	readonly indexed?: boolean;
}

interface Named {
	readonly name: string;
	readonly inputs: readonly AbiParameter[];
}

export interface AbiFunction extends Named {
	readonly kind: 'function';
	/** Absent if a signature does not have them. */
	readonly outputs?: readonly AbiParameter[];
}

export interface AbiEvent extends Named {
	readonly kind: 'event';
	/** True if its logs do not have its hash as the first topic. */
	readonly anonymous: boolean;
}

export interface AbiError extends Named {
	readonly kind: 'error';
}

export type AbiItem = AbiFunction | AbiEvent | AbiError;

/** The known functions, events and errors of a contract. */
export type Abi = readonly AbiItem[];

/** Bytes of a word, in which every value is encoded. */
export const WORD_BYTES = 32;

/** The reason why an ABI, a value or encoded data cannot be used, in a sentence without its subject. */
export class AbiMistake extends Error {}

/** The name of a type in signatures: `uint256`, `(address,bytes)[2]`. */
export function typeText(type: AbiType): string {
	switch (type.kind) {
		case 'uint':
		case 'int':
			return `${type.kind}${type.bits}`;
		case 'fixedBytes':
			return `bytes${type.size}`;
		case 'list':
			return `${typeText(type.each)}[${type.length ?? ''}]`;
		case 'tuple':
			return parametersText(type.parts);
		case 'unknown':
			return type.name;
		default:
			return type.kind;
	}
}

/** The types of parameters in brackets: `(address,uint256)`. */
export function parametersText(parameters: readonly AbiParameter[]): string {
	return `(${parameters.map(({ type }) => typeText(type)).join(',')})`;
}

/** The signature that a selector or a topic is the hash of: `transfer(address,uint256)`. */
export function signatureOf({ name, inputs }: Named): string {
	return name + parametersText(inputs);
}

/** Longest signature in a message, in characters. */
const LONGEST_TEXT = 200;

/** A name or a signature for a message: whoever wrote an ABI chose their length. */
export function cutText(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** The reason why values of these parameters can be neither read nor written; undefined if they can. */
export function whyUnknown(parameters: readonly AbiParameter[]): string | undefined {
	for (const { type } of parameters) {
		let each = type;
		while (each.kind === 'list') ({ each } = each);
		const why = each.kind === 'unknown' ? each.why : undefined;
		const found = each.kind === 'tuple' ? whyUnknown(each.parts) : why;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Throws `AbiMistake` if values of these parameters can be neither read nor written. */
export function requireKnown(parameters: readonly AbiParameter[]): void {
	const why = whyUnknown(parameters);
	if (why !== undefined) throw new AbiMistake(why);
}

/** The reason why an item cannot be used at all; undefined if it can. */
export function whyUnread(item: AbiItem): string | undefined {
	const { inputs } = item;
	return whyUnknown(item.kind === 'function' ? [...inputs, ...(item.outputs ?? [])] : inputs);
}

/** True for a type whose encoding has no fixed length: its place holds an offset. */
export function isDynamic(type: AbiType): boolean {
	switch (type.kind) {
		case 'string':
		case 'bytes':
			return true;
		case 'list':
			return type.length === undefined || isDynamic(type.each);
		case 'tuple':
			return type.parts.some((part) => isDynamic(part.type));
		default:
			return false;
	}
}

/** Bytes that a value takes at its place: those of an offset if its type is dynamic. */
export function headBytes(type: AbiType): number {
	if (isDynamic(type)) return WORD_BYTES;
	if (type.kind === 'list') return (type.length ?? 0) * headBytes(type.each);
	return type.kind === 'tuple' ? headsBytes(type.parts) : WORD_BYTES;
}

/** Bytes of the head of several values: their words, or an offset for each dynamic one. */
export function headsBytes(parts: readonly AbiParameter[]): number {
	return parts.reduce((sum, { type }) => sum + headBytes(type), 0);
}

/** The name of a parameter in texts; its number if it has none. */
export function labelOf({ name }: AbiParameter, at: number): string {
	return name || `value ${at + 1}`;
}
