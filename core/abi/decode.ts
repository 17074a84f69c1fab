import { hexToBytes } from '../formats/hex';
import { withChecksum } from '../formats/evmAddress';
import {
	AbiMistake,
	type AbiParameter,
	type AbiType,
	WORD_BYTES,
	headBytes,
	headsBytes,
	isDynamic,
	labelOf,
	requireKnown,
	typeText,
} from './types';

/**
 * Values from encoded data, which anyone may have written. Offsets, lengths and numbers are checked, and
 * what is read is bounded by the length of the data: references of many places to one long text are
 * otherwise a text for each of them. A value that does not fit its type is an `AbiMistake` that names its
 * place.
 */

/** The data, and how many of its bytes may still be read. */
interface Source {
	readonly digits: string;
	readonly size: number;
	left: number;
}

/** Reads of each byte of the data on average, at most: encoders that share a tail need two. */
const MOST_READS = 4;
/** Integers of more bits are text: a number would lose digits. */
const MOST_NUMBER_BITS = 48;

/**
 * The values of parameters, in their order. Integers of more than 48 bits are decimal text, others numbers;
 * bytes are hex with 0x; addresses have their checksum; tuples are objects, or lists if no part has a
 * name. Bytes behind the values are ignored. Throws `AbiMistake`.
 *
 * @param digits whole bytes of hex in lower case, without 0x
 */
export function decodeValues(parameters: readonly AbiParameter[], digits: string): unknown[] {
	requireKnown(parameters);
	const size = digits.length / 2;
	const source = { digits, size, left: MOST_READS * size + headsBytes(parameters) };
	return decodeParts(parameters, 0, source, '');
}

/** The keys of values in items: the name of each, or its number if it has none of its own. */
export function keysOf(parameters: readonly AbiParameter[]): string[] {
	const names = new Set<string>(['', '__proto__']);
	return parameters.map(({ name }, at) => {
		const isOwn = !names.has(name);
		names.add(name);
		return isOwn ? name : String(at);
	});
}

/** Values by the names of their parameters; a list if none has a name. */
export function byName(parameters: readonly AbiParameter[], values: readonly unknown[]): unknown {
	if (parameters.every(({ name }) => name === '')) return values;
	return Object.fromEntries(keysOf(parameters).map((key, at) => [key, values[at]]));
}

function decodeParts(
	parts: readonly AbiParameter[],
	base: number,
	source: Source,
	path: string,
): unknown[] {
	let at = base;
	return parts.map((part, index) => {
		const label = labelOf(part, index);
		const value = decodeAt(part.type, at, base, source, path ? `${path}.${label}` : label);
		at += headBytes(part.type);
		return value;
	});
}

/** The value whose place is `at`; an offset there counts from `base`. */
function decodeAt(type: AbiType, at: number, base: number, source: Source, path: string): unknown {
	if (!isDynamic(type)) return decode(type, at, source, path);
	const offset = numberAt(at, source, path);
	if (offset === undefined || base + offset > source.size) {
		throw new AbiMistake(
			`the offset of ${path} points outside of the data of ${source.size} bytes`,
		);
	}
	return decode(type, base + offset, source, path);
}

/** The value whose words, or whose length, begin at `at`. */
function decode(type: AbiType, at: number, source: Source, path: string): unknown {
	switch (type.kind) {
		case 'list':
			return decodeList(type, at, source, path);
		case 'tuple':
			return byName(type.parts, decodeParts(type.parts, at, source, path));
		case 'bytes':
			return `0x${bytesAt(at, source, path)}`;
		case 'string':
			return UTF8.decode(hexToBytes(bytesAt(at, source, path)));
		default:
			return decodeWord(type, wordAt(at, source, path), path);
	}
}

/** A byte order mark is a part of the text. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeList(
	type: Extract<AbiType, { kind: 'list' }>,
	at: number,
	source: Source,
	path: string,
): unknown[] {
	const { each } = type;
	const isCounted = type.length === undefined;
	const length = type.length ?? numberAt(at, source, path);
	const base = isCounted ? at + WORD_BYTES : at;
	const size = headBytes(each);
	if (length === undefined || length * size > source.size - base) {
		const said = isCounted ? 'says that it has' : 'must have';
		const count = length ?? 'more than 2^53';
		throw new AbiMistake(
			`${path} ${said} ${count} entries; the data of ${source.size} bytes has no room for them`,
		);
	}
	return Array.from({ length }, (_, index) =>
		decodeAt(each, base + index * size, base, source, `${path}[${index}]`),
	);
}

/** The value of one word: a number, an address, a flag or a few bytes. */
export function decodeWord(type: AbiType, word: string, path: string): unknown {
	switch (type.kind) {
		case 'uint':
		case 'int': {
			const value =
				type.kind === 'int' ? BigInt.asIntN(256, BigInt(`0x${word}`)) : BigInt(`0x${word}`);
			const fitting =
				type.kind === 'int' ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
			if (value !== fitting) throw unfit(type, String(value), path);
			return type.bits > MOST_NUMBER_BITS ? String(value) : Number(value);
		}
		case 'bool':
			if (!/^0{63}[01]$/.test(word)) throw unfit(type, `0x${word}`, path);
			return word.endsWith('1');
		case 'address':
			if (!word.startsWith(NO_BYTES.slice(0, 24))) throw unfit(type, `0x${word}`, path);
			return withChecksum(`0x${word.slice(24)}`);
		case 'fixedBytes': {
			const end = 2 * type.size;
			if (word.slice(end) !== NO_BYTES.slice(end)) throw unfit(type, `0x${word}`, path);
			return `0x${word.slice(0, end)}`;
		}
		default:
			throw new Error(`${type.kind} has more than one word`);
	}
}

const NO_BYTES = '0'.repeat(2 * WORD_BYTES);

function unfit(type: AbiType, value: string, path: string): AbiMistake {
	return new AbiMistake(`${path} is ${value}, which is not a value of the type ${typeText(type)}`);
}

function wordAt(at: number, source: Source, path: string): string {
	return read(at, WORD_BYTES, source, path);
}

/** The number in a word; undefined if it is above 2^53. */
function numberAt(at: number, source: Source, path: string): number | undefined {
	const value = BigInt(`0x${wordAt(at, source, path)}`);
	return value <= Number.MAX_SAFE_INTEGER ? Number(value) : undefined;
}

/** The bytes of a dynamic value: a word with their number, then the bytes. */
function bytesAt(at: number, source: Source, path: string): string {
	const length = numberAt(at, source, path);
	const start = at + WORD_BYTES;
	if (length === undefined || length > source.size - start) {
		const count = length ?? 'more than 2^53';
		throw new AbiMistake(
			`${path} says that it has ${count} bytes; the data of ${source.size} bytes has no room for them`,
		);
	}
	return read(start, length, source, path);
}

function read(at: number, length: number, source: Source, path: string): string {
	if (at + length > source.size) {
		throw new AbiMistake(`the data of ${source.size} bytes ends before ${path}`);
	}
	source.left -= length;
	if (source.left < 0) {
		throw new AbiMistake(
			`the data of ${source.size} bytes refers to the same bytes too often, at ${path}`,
		);
	}
	return source.digits.slice(2 * at, 2 * (at + length));
}
