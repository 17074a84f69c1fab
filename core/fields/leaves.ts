import { Mismatch } from './mismatch';
import type { Leaf, LeafKind } from './outputs';

/**
 * Reads the leaves of responses. Without `exact`, values are read leniently: a number that becomes
 * text, or text that becomes a number, has the same digits. With `exact`, for programs that compute
 * with values, each value must be of its kind: a count is a safe integer, a time is one that a Date
 * can hold.
 */

type ReadLeaf = (value: unknown) => unknown;

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
const QUANTITY = /^0[xX][0-9a-fA-F]+$/;

function asText(value: unknown): unknown {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	throw new Mismatch('must be text', value);
}

/** A hex quantity as decimal digits; any other value unchanged. */
function fromHex(value: unknown): unknown {
	return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value).toString() : value;
}

function asDigits(value: unknown): unknown {
	if (typeof value === 'string') {
		if (INTEGER.test(value)) return value;
	} else if (typeof value === 'number' && Number.isInteger(value)) {
		// A number beyond 2^53 was sent with an exponent: the digits are those of the double.
		return BigInt(value).toString();
	}
	throw new Mismatch('must be decimal digits', value);
}

/** A double holds any 15 digits. */
const EXACT_DIGITS = 15;

/** A number from text; it remains text if a double would lose digits. */
function asNumber(value: unknown): unknown {
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	if (typeof value === 'string' && NUMBER.test(value)) {
		const number = Number(value);
		if (Number.isInteger(number)) return Number.isSafeInteger(number) ? number : value;
		return digitsOf(value) <= EXACT_DIGITS || String(number) === value ? number : value;
	}
	throw new Mismatch('must be a number', value);
}

/** The number of significant digits, without exponent. */
function digitsOf(value: string): number {
	const digits = value
		.replace(/[eE].*$/, '')
		.replace(/\D/g, '')
		.replace(/^0+/, '');
	return value.includes('.') ? digits.replace(/0+$/, '').length : digits.length;
}

function asFlag(value: unknown): unknown {
	if (typeof value === 'boolean') return value;
	throw new Mismatch('must be true or false', value);
}

const LENIENT: Record<LeafKind, ReadLeaf> = {
	text: asText,
	id: asText,
	nodeId: asText,
	address: asText,
	hash: asText,
	hex: asText,
	url: asText,
	name: asText,
	choice: asText,
	amount: asDigits,
	uint64: asDigits,
	decimalText: asText,
	count: asNumber,
	percent: asNumber,
	decimal: asNumber,
	rate: asNumber,
	duration: asNumber,
	flag: asFlag,
	time: asNumber,
	timeText: asText,
};

const LARGEST_UINT64 = 2n ** 64n - 1n;
const LARGEST_UINT256 = 2n ** 256n - 1n;
/** Digits of the largest amount, that of 256 bits. */
const MOST_DIGITS = 78;
/** The last moment that a Date can hold, in milliseconds. */
const LATEST_MS = 8.64e15;

/** Decimal digits of a whole number from 0 to `largest`. */
function exactDigits(largest: bigint, rule: string): ReadLeaf {
	return (value) => {
		if (typeof value === 'number' && Number.isInteger(value) && !Object.is(value, -0)) {
			const given = BigInt(value);
			if (given >= 0n && given <= largest) return given.toString();
		} else if (typeof value === 'string' && value.length <= MOST_DIGITS && /^\d+$/.test(value)) {
			if (BigInt(value) <= largest) return value;
		}
		throw new Mismatch(rule, value);
	};
}

/** A whole number from 0 to `largest`. */
function exactCount(largest: number, rule: string): ReadLeaf {
	return (value) => {
		const isDigits = typeof value === 'string' && /^\d{1,16}$/.test(value);
		const number = isDigits ? Number(value) : value;
		if (Number.isSafeInteger(number) && !Object.is(number, -0)) {
			if ((number as number) >= 0 && (number as number) <= largest) return number;
		}
		throw new Mismatch(rule, value);
	};
}

function measured(value: unknown): unknown {
	const number = Number(asNumber(value));
	if (Number.isFinite(number) && number >= 0) return number;
	throw new Mismatch('must be a number from 0 on', value);
}

/** A price or a coordinate; it remains text if a double would lose digits. */
function finite(value: unknown): unknown {
	const number = asNumber(value);
	if (Number.isFinite(Number(number))) return number;
	throw new Mismatch('must be a number that a double can hold', value);
}

const WHOLE = 'must be a whole number from 0 on, below 2^53';

const EXACT: Partial<Record<LeafKind, (leaf: Leaf) => ReadLeaf>> = {
	amount: () => exactDigits(LARGEST_UINT256, 'must be the digits of a whole number from 0 on'),
	uint64: () => exactDigits(LARGEST_UINT64, 'must be the digits of a whole number of 64 bits'),
	count: () => exactCount(Number.MAX_SAFE_INTEGER, WHOLE),
	percent: () => measured,
	decimal: () => finite,
	rate: () => measured,
	duration: () => measured,
	time: ({ unit }) =>
		exactCount(unit === 'ms' ? LATEST_MS : LATEST_MS / 1000, `must be a moment in ${unit ?? 's'}`),
};

/**
 * Returns null for a value that is not a number. For values that anyone can set on a chain: they must
 * not invalidate the record that they are a part of.
 */
function orNull(read: ReadLeaf): ReadLeaf {
	return (value) => {
		try {
			return read(value);
		} catch (error) {
			if (error instanceof Mismatch) return null;
			throw error;
		}
	};
}

/** Reads a leaf of this kind. Throws `Mismatch`. */
export function leafReader(leaf: Leaf, exact: boolean): ReadLeaf {
	const { kind, hexQuantity, anyValue } = leaf;
	if (exact && anyValue) return orNull(LENIENT[kind]);
	const read = (exact ? EXACT[kind]?.(leaf) : undefined) ?? LENIENT[kind];
	return hexQuantity ? (value) => read(fromHex(value)) : read;
}
