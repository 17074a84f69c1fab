import { mapOf } from '../fields/culprit';
import { isMap } from '../formats/json';
import { preview } from '../fields/preview';
import { MOST_BYTES } from '../fields/hex';
import { bytesToHex, hexToBytes } from '../formats/hex';
import { isEvmAddress } from '../formats/evmAddress';
import { evmAddressMistake } from '../formats/mistakes';
import { trimmed } from '../fields/loose';
import {
	AbiMistake,
	type AbiParameter,
	type AbiType,
	headsBytes,
	isDynamic,
	labelOf,
	requireKnown,
	typeText,
} from './types';
import { padded, wordOf } from './words';

/**
 * Values as a contract takes them, from values that users write: numbers, digits and hex as text, JSON. A
 * value that does not fit its type is an `AbiMistake` that names its path.
 */

/** Digits that may still be written. */
interface Room {
	left: number;
}

/** The encoded values of parameters, without 0x. The values are in the order of the parameters. */
export function encodeValues(
	parameters: readonly AbiParameter[],
	values: readonly unknown[],
): string {
	requireKnown(parameters);
	return encodeParts(parameters, values, '', { left: 2 * MOST_BYTES.evmCall });
}

/** The word, or the words, of one value without a fixed position. */
export function encodeOne(type: AbiType, value: unknown, path: string): string {
	return encode(type, value, path, { left: 2 * MOST_BYTES.evmCall });
}

function encodeParts(
	parts: readonly AbiParameter[],
	values: readonly unknown[],
	path: string,
	room: Room,
): string {
	const heads: string[] = [];
	const tails: string[] = [];
	let offset = headsBytes(parts);
	for (const [at, part] of parts.entries()) {
		const label = labelOf(part, at);
		const encoded = encode(part.type, values[at], path ? `${path}.${label}` : label, room);
		if (!isDynamic(part.type)) {
			heads.push(encoded);
			continue;
		}
		heads.push(wordOf(offset));
		tails.push(encoded);
		offset += encoded.length / 2;
	}
	return heads.join('') + tails.join('');
}

function encode(type: AbiType, value: unknown, path: string, room: Room): string {
	if (type.kind === 'list') return encodeList(type, value, path, room);
	if (type.kind === 'tuple') return encodeTuple(type.parts, value, path, room);
	const digits = wordsOf(type, value, path);
	room.left -= digits.length;
	if (room.left < 0) {
		throw new AbiMistake(`the arguments are longer than ${MOST_BYTES.evmCall} bytes`);
	}
	return digits;
}

function encodeList(
	{ each, length }: Extract<AbiType, { kind: 'list' }>,
	given: unknown,
	path: string,
	room: Room,
): string {
	const list = mapOf(given);
	if (!Array.isArray(list)) throw wrong(path, `a list of ${typeText(each)}`, given);
	if (length !== undefined && list.length !== length) {
		throw new AbiMistake(`${path} must have ${length} entries; this list has ${list.length}`);
	}
	// A list from an expression may say that it has billions of entries.
	if (list.length * 64 > room.left) throw new AbiMistake(`${path} has too many entries`);
	const parts = list.map((_, at) => ({ name: `[${at}]`, type: each }));
	const encoded = encodeEntries(parts, list, path, room);
	return length === undefined ? wordOf(list.length) + encoded : encoded;
}

/** The encoded entries of a list, as the parts of a tuple are encoded, with paths such as `ids[3]`. */
function encodeEntries(
	parts: readonly AbiParameter[],
	values: readonly unknown[],
	path: string,
	room: Room,
): string {
	const named = parts.map(({ name, type }) => ({ name: path + name, type }));
	return encodeParts(named, values, '', room);
}

function encodeTuple(
	parts: readonly AbiParameter[],
	given: unknown,
	path: string,
	room: Room,
): string {
	const values = valuesByPart(parts, mapOf(given), path);
	if (!values) throw wrong(path, `a list of ${parts.length} values, or an object by name`, given);
	return encodeParts(parts, values, path, room);
}

/**
 * The values of parameters in their order, from a list or an object by name. Undefined if they are
 * neither. Throws `AbiMistake` if one is missing or too many.
 */
export function valuesByPart(
	parts: readonly AbiParameter[],
	given: unknown,
	path: string,
): readonly unknown[] | undefined {
	const prefix = path ? `${path}.` : '';
	if (isMap(given) && parts.every(({ name }) => name !== '')) {
		const names = parts.map(({ name }) => name);
		const stray = Object.keys(given).find((name) => !names.includes(name));
		if (stray !== undefined) {
			throw new AbiMistake(`${prefix}${stray} does not exist: the names are ${names.join(', ')}`);
		}
		const missing = names.find((name) => given[name] === undefined);
		if (missing !== undefined) throw new AbiMistake(`${prefix}${missing} is missing`);
		return names.map((name) => given[name]);
	}
	if (!Array.isArray(given)) return undefined;
	if (given.length !== parts.length) {
		const subject = path || 'the list';
		throw new AbiMistake(
			`${subject} must have ${parts.length} values; this one has ${given.length}`,
		);
	}
	return given;
}

/** The words of a value that has no parts. */
function wordsOf(type: AbiType, given: unknown, path: string): string {
	switch (type.kind) {
		case 'uint':
		case 'int':
			return wordOf(integerOf(type, given, path));
		case 'bool': {
			const value = typeof given === 'string' ? trimmed(given).toLowerCase() : given;
			if (value !== true && value !== false && value !== 'true' && value !== 'false') {
				throw wrong(path, 'true or false', given);
			}
			return wordOf(String(value) === 'true' ? 1 : 0);
		}
		case 'address':
			return addressOf(given, path).slice(2).toLowerCase().padStart(64, '0');
		case 'fixedBytes': {
			const digits = bytesOf(given, path);
			if (digits.length === 2 * type.size) return padded(digits);
			throw wrong(path, `${type.size} bytes in hex`, given, `this one has ${digits.length / 2}`);
		}
		case 'bytes':
			return withLength(bytesOf(given, path));
		default:
			if (typeof given !== 'string') throw wrong(path, 'text', given);
			if (!given.isWellFormed()) throw wrong(path, 'text without halves of characters', given);
			return withLength(bytesToHex(new TextEncoder().encode(given)));
	}
}

function withLength(digits: string): string {
	return wordOf(digits.length / 2) + padded(digits);
}

/** A number in decimal or hex digits: up to 256 bits, also with some leading zeros. */
const INTEGER = /^(-?\d{1,100}|0x[0-9a-f]{1,64})$/i;

function integerOf(type: Extract<AbiType, { bits: number }>, given: unknown, path: string): bigint {
	const { kind, bits } = type;
	const what = `a whole number of the type ${kind}${bits}`;
	if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given)) {
		throw wrong(path, what, given, 'it may have lost digits: write it as text');
	}
	const isNumber = typeof given === 'bigint' || Number.isSafeInteger(given);
	const text = isNumber ? String(given) : typeof given === 'string' ? trimmed(given) : '';
	if (!INTEGER.test(text)) throw wrong(path, what, given);
	const value = BigInt(text);
	const [least, most] =
		kind === 'uint'
			? [0n, 2n ** BigInt(bits) - 1n]
			: [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
	if (value < least || value > most) throw wrong(path, what, given, `from ${least} to ${most}`);
	return value;
}

function addressOf(given: unknown, path: string): string {
	const text = typeof given === 'string' ? trimmed(given) : '';
	if (isEvmAddress(text)) return text;
	throw wrong(path, 'an address, 0x and 40 hexadecimal digits', given, evmAddressMistake(text));
}

function bytesOf(given: unknown, path: string): string {
	const text = typeof given === 'string' ? trimmed(given) : '';
	if (!/^0x/i.test(text)) throw wrong(path, 'bytes in hex with 0x', given);
	try {
		return bytesToHex(hexToBytes(text));
	} catch (error) {
		throw wrong(path, 'bytes in hex with 0x', given, (error as Error).message);
	}
}

function wrong(path: string, what: string, given: unknown, why?: string): AbiMistake {
	const givenText =
		given === undefined ? 'nothing' : preview(typeof given === 'bigint' ? String(given) : given);
	return new AbiMistake(
		`${path} must be ${what}, not ${givenText}${why === undefined ? '' : `; ${why}`}`,
	);
}
