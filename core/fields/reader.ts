import type { AnyOutput, Leaf, LeafKind, Output } from './outputs';
import { preview } from './preview';

/**
 * Reads a response by its declaration: checks it and converts each leaf to its wire type, in place
 * and compiled once, because lists have many items. Values keep their meaning: a number that
 * becomes text, or text that becomes a number, has the same digits.
 */

/** Reads one part; returns it in its wire type. Throws `Mismatch`. */
export type Read = (value: unknown) => unknown;

/** A part of a response that does not match its declaration. */
export class Mismatch extends Error {
	/** From the whole response to the part. */
	readonly path: Array<string | number> = [];

	constructor(
		/** What the part must be. */
		readonly rule: string,
		readonly given: unknown,
	) {
		super();
	}

	override get message(): string {
		return `${this.withoutValue}; given: ${preview(this.given)}`;
	}

	/** The message for a response whose content must not be shown. */
	get withoutValue(): string {
		const where = this.path.length > 0 ? ` at ${this.path.join('.')}` : '';
		return `${where}: ${this.rule}`;
	}
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const QUANTITY = /^0[xX][0-9a-fA-F]+$/;

function asText(value: unknown): unknown {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	throw new Mismatch('must be text', value);
}

/** A hex quantity as decimal digits; anything else as it is. */
function fromHex(value: unknown): unknown {
	return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value).toString() : value;
}

function asDigits(value: unknown): unknown {
	if (typeof value === 'string') {
		if (NUMBER.test(value)) return value;
	} else if (typeof value === 'number' && Number.isFinite(value)) {
		// Beyond 2^53 the sender wrote an exponent or a fraction: its digits are those of the double.
		return Number.isInteger(value) ? BigInt(value).toString() : String(value);
	}
	throw new Mismatch('must be decimal digits', value);
}

/** A double holds any 15 digits. */
const EXACT_DIGITS = 15;

/** A number with more digits than a double holds stays text: no digit is lost. */
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

const READS: Record<LeafKind, Read> = {
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
	count: asNumber,
	percent: asNumber,
	decimal: asNumber,
	rate: asNumber,
	duration: asNumber,
	flag: asFlag,
	time: asNumber,
	timeText: asText,
};

function leafReader({ kind, hexQuantity }: Leaf): Read {
	const read = READS[kind];
	return hexQuantity ? (value) => read(fromHex(value)) : read;
}

const following = new WeakMap<Output, boolean>();

/** True where the kind of some part follows an input field. */
export function followsInput(output: Output): boolean {
	let follows = following.get(output);
	if (follows === undefined) following.set(output, (follows = lookForInput(output)));
	return follows;
}

function lookForInput(output: Output): boolean {
	const part = output as AnyOutput;
	if (part.type === 'object') return Object.values(part.fields).some(lookForInput);
	if (part.type === 'list' || part.type === 'map') return lookForInput(part.each);
	return part.type === 'byInput';
}

/** Reads a response of this declaration. `input` determines the parts that depend on it. */
export function readerOf(output: Output, input: Readonly<Record<string, unknown>> = {}): Read {
	const part = output as AnyOutput;
	switch (part.type) {
		case 'leaf':
			return leafReader(part);
		case 'object':
			return objectReader(part.fields, input);
		case 'list':
			return listReader(readerOf(part.each, input));
		case 'map':
			return mapReader(readerOf(part.each, input));
		case 'byInput':
			return readerOf(part.cases[String(input[part.field] ?? '')] ?? part.otherwise, input);
		case 'open':
			return part.digits ? openReader(new Set(part.digits)) : (value) => value;
	}
}

/** Numbers of these keys as digits, at any depth; whatever else is there stays as it is. */
function openReader(digits: ReadonlySet<string>): Read {
	const read: Read = (value) => {
		if (typeof value !== 'object' || value === null) return value;
		const holder = value as Record<string, unknown>;
		for (const key of Object.keys(holder)) {
			const given = holder[key];
			if (typeof given === 'object') read(given);
			else if (typeof given === 'number' && digits.has(key)) holder[key] = asDigits(given);
		}
		return value;
	};
	return read;
}

function objectReader(
	fields: Readonly<Record<string, Output>>,
	input: Readonly<Record<string, unknown>>,
): Read {
	const keys = Object.keys(fields);
	const reads = keys.map((key) => readerOf(fields[key], input));
	const required = keys.map((key) => fields[key].required === true);
	return (value) => {
		if (!isObject(value)) throw new Mismatch('must be an object', value);
		let at = 0;
		try {
			for (; at < keys.length; at++) {
				const key = keys[at];
				const given = value[key];
				if (given === undefined || given === null) {
					if (required[at]) throw new Mismatch('must be present', given);
					continue;
				}
				const read = reads[at](given);
				if (read !== given) value[key] = read;
			}
		} catch (error) {
			throw located(error, keys[at]);
		}
		return value;
	};
}

function listReader(each: Read): Read {
	return (value) => {
		if (!Array.isArray(value)) throw new Mismatch('must be a list', value);
		const all = value as unknown[];
		let at = 0;
		try {
			for (; at < all.length; at++) {
				const given = all[at];
				const read = each(given);
				if (read !== given) all[at] = read;
			}
		} catch (error) {
			throw located(error, at);
		}
		return all;
	};
}

function mapReader(each: Read): Read {
	return (value) => {
		if (!isObject(value)) throw new Mismatch('must be an object', value);
		for (const key of Object.keys(value)) {
			const given = value[key];
			if (given === null) continue;
			try {
				value[key] = each(given);
			} catch (error) {
				throw located(error, key);
			}
		}
		return value;
	};
}

function located(error: unknown, key: string | number): unknown {
	if (error instanceof Mismatch) error.path.unshift(key);
	return error;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
