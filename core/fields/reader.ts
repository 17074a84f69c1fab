import { leafReader } from './leaves';
import { Mismatch } from './mismatch';
import type { AnyOutput, LeafKind, Output } from './outputs';

/**
 * Reads a response by its declaration: checks it and converts each leaf to its wire type, in place
 * and compiled once, because lists have many items. Values keep their meaning: a number that
 * becomes text, or text that becomes a number, has the same digits.
 */

export { Mismatch } from './mismatch';

/** A record of a list that does not match its declaration. */
export interface UnreadRecord {
	/** What does not match; its path leads there from the whole response. */
	mismatch: Mismatch;
	/** The ids that the record holds; undefined where it does not say which record it is. */
	names?: readonly string[];
}

/** Takes the records that a list lacks, because they do not match. */
export type Skip = (record: UnreadRecord) => void;

/**
 * Reads one part; returns it in its wire type. Throws `Mismatch`. With `skip`, the lists of records
 * lose what does not match instead.
 */
export type Read = (value: unknown, skip?: Skip) => unknown;

/** How responses are read. */
export interface ReaderOptions {
	/** Values of input fields, which determine the parts that depend on them. */
	input?: Readonly<Record<string, unknown>>;
	/** Values must be what their kind says, to compute with them; otherwise they are only shown. */
	exact?: boolean;
	/** The part of the response that holds the records. */
	records?: string;
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

/** Reads a response of this declaration. */
export function readerOf(output: Output, options: ReaderOptions = {}): Read {
	const part = output as AnyOutput;
	const { records, ...inner } = options;
	const { input = {}, exact = false } = inner;
	switch (part.type) {
		case 'leaf':
			return leafReader(part, exact);
		case 'object':
			return objectReader(part.fields, records, inner);
		case 'list':
			return listReader(part.each, readerOf(part.each, inner), part.records === true);
		case 'map':
			return mapReader(part.each, readerOf(part.each, inner), part.records === true);
		case 'byInput':
			return readerOf(part.cases[String(input[part.field] ?? '')] ?? part.otherwise, inner);
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
			else if (typeof given === 'number' && Number.isInteger(given) && digits.has(key)) {
				holder[key] = BigInt(given).toString();
			}
		}
		return value;
	};
	return read;
}

function objectReader(
	fields: Readonly<Record<string, Output>>,
	records: string | undefined,
	options: ReaderOptions,
): Read {
	const keys = Object.keys(fields);
	const partOf = (key: string): Output =>
		key === records ? ({ ...fields[key], records: true } as Output) : fields[key];
	const reads = keys.map((key) => readerOf(partOf(key), options));
	const hold = keys.map((key) => holdsRecords(partOf(key)));
	const required = keys.map((key) => fields[key].required === true);
	return (value, skip) => {
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
				const read = reads[at](given, hold[at] && skip ? below(key, skip) : undefined);
				if (read !== given) value[key] = read;
			}
		} catch (error) {
			throw located(error, keys[at]);
		}
		return value;
	};
}

function listReader(part: Output, each: Read, isRecords: boolean): Read {
	return (value, skip) => {
		if (!Array.isArray(value)) throw new Mismatch('must be a list', value);
		const all = value as unknown[];
		if (isRecords && skip) {
			return all.flatMap((given, at) => {
				const read = readRecord(part, each, given, below(at, skip));
				return read === SKIPPED ? [] : [read];
			});
		}
		let at = 0;
		try {
			for (; at < all.length; at++) {
				const given = all[at];
				const read = each(given, skip && below(at, skip));
				if (read !== given) all[at] = read;
			}
		} catch (error) {
			throw located(error, at);
		}
		return all;
	};
}

function mapReader(part: Output, each: Read, isRecords: boolean): Read {
	return (value, skip) => {
		if (!isObject(value)) throw new Mismatch('must be an object', value);
		for (const key of Object.keys(value)) {
			const given = value[key];
			if (given === null) continue;
			if (isRecords && skip) {
				const read = readRecord(part, each, given, below(key, skip));
				if (read === SKIPPED) delete value[key];
				else value[key] = read;
				continue;
			}
			try {
				value[key] = each(given, skip && below(key, skip));
			} catch (error) {
				throw located(error, key);
			}
		}
		return value;
	};
}

const SKIPPED = Symbol('skipped');

/** Reads a record of a list, or reports it. */
function readRecord(part: Output, each: Read, given: unknown, skip: Skip): unknown {
	try {
		return each(given, skip);
	} catch (error) {
		if (!(error instanceof Mismatch)) throw error;
		const names = namesIn(part, given);
		skip({ mismatch: error, names: names && names.length > 0 ? names : undefined });
		return SKIPPED;
	}
}

/** The same for what is read below a key. */
function below(key: string | number, skip: Skip): Skip {
	return (record) => {
		record.mismatch.path.unshift(key);
		skip(record);
	};
}

/** True where a part holds lists of records. */
function holdsRecords(output: Output): boolean {
	const part = output as AnyOutput;
	if (part.type === 'object') return Object.values(part.fields).some(holdsRecords);
	if (part.type !== 'list' && part.type !== 'map') return false;
	return part.records === true || holdsRecords(part.each);
}

const NAMES: ReadonlySet<LeafKind> = new Set(['id', 'nodeId', 'address', 'hash']);

/** The ids in a record, outside of its lists; undefined where one of them is no id. */
function namesIn(output: Output, given: unknown): readonly string[] | undefined {
	const part = output as AnyOutput;
	if (given === undefined || given === null) return [];
	if (part.type === 'leaf') {
		if (!NAMES.has(part.kind)) return [];
		return typeof given === 'string' || typeof given === 'number' ? [String(given)] : undefined;
	}
	if (part.type !== 'object') return [];
	if (!isObject(given)) return undefined;
	const names: string[] = [];
	for (const [key, inner] of Object.entries(part.fields)) {
		const found = namesIn(inner, given[key]);
		if (!found) return undefined;
		names.push(...found);
	}
	return names;
}

function located(error: unknown, key: string | number): unknown {
	if (error instanceof Mismatch) error.path.unshift(key);
	return error;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
