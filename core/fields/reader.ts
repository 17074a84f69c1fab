import { isMap } from '../formats/json';
import { leafReader } from './leaves';
import { Mismatch } from './mismatch';
import type { AnyOutput, LeafKind, ObjectOutput, Output } from './outputs';

/**
 * Reads a response by its declaration: checks it and converts each leaf to its wire type, in place
 * and compiled once, because lists have many items. Values keep their meaning: a number that
 * becomes text, or text that becomes a number, has the same digits.
 */

export { Mismatch } from './mismatch';

/** A record of a list that does not match its declaration. */
export interface UnreadRecord {
	/** The broken rule; its path starts at the root of the response. */
	mismatch: Mismatch;
	/** The ids in the record; undefined if they do not identify it. */
	names?: readonly string[];
}

/** Called for each record that is left out of a list because it does not match. */
export type Skip = (record: UnreadRecord) => void;

/**
 * Reads one part; returns it in its wire type. Throws `Mismatch`. With `skip`, records of lists
 * that do not match are left out instead. With `lacks`, required parts that are missing are added to it
 * and left out, unless they are essential.
 */
export type Read = (value: unknown, skip?: Skip, missing?: MissingPart[]) => unknown;

/** Options for reading a response. */
export interface OutputReaderOptions {
	/** Values of input fields, which determine the parts that depend on them. */
	input?: Readonly<Record<string, unknown>>;
	/** Values must be of their kind, so that a program can compute with them. */
	exact?: boolean;
	/** The part of the response that holds the records. */
	records?: string;
}

const following = new WeakMap<Output, boolean>();

/** True where the kind of some part follows an input field. */
export function followsInput(output: Output): boolean {
	let follows = following.get(output);
	if (follows === undefined) following.set(output, (follows = dependsOnInput(output)));
	return follows;
}

function dependsOnInput(output: Output): boolean {
	const part = output as AnyOutput;
	if (part.type === 'object') return Object.values(part.fields).some(dependsOnInput);
	if (part.type === 'list' || part.type === 'map') return dependsOnInput(part.each);
	return part.type === 'byInput';
}

/** Reads a response of this declaration. */
export function readerOf(output: Output, options: OutputReaderOptions = {}): Read {
	const part = output as AnyOutput;
	const { records, ...inner } = options;
	const { input = {}, exact = false } = inner;
	switch (part.type) {
		case 'leaf':
			return leafReader(part, exact);
		case 'object':
			return objectReader(part, records, inner);
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

/** Numbers under these keys become decimal text, at any depth; all other values are unchanged. */
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
	{ fields, variants }: ObjectOutput,
	records: string | undefined,
	options: OutputReaderOptions,
): Read {
	const ofAny = partsReader(fields, records, options);
	if (!variants) return ofAny;
	const { by, kinds } = variants;
	const readers = new Map(
		Object.entries(kinds).map(([kind, own]) => [
			kind,
			partsReader({ ...fields, ...own }, records, options),
		]),
	);
	const names = Object.keys(kinds);
	return (value, skip, missing) => {
		if (!isMap(value)) throw new Mismatch('must be an object', value);
		const isThere = (name: string) => value[name] !== undefined && value[name] !== null;
		const kind = by === undefined ? (names.find(isThere) ?? '') : value[by];
		// An object may have no text.
		const reader = typeof kind === 'object' ? undefined : readers.get(String(kind));
		return (reader ?? ofAny)(value, skip, missing);
	};
}

function partsReader(
	fields: ObjectOutput['fields'],
	records: string | undefined,
	options: OutputReaderOptions,
): Read {
	const keys = Object.keys(fields);
	const partOf = (key: string): Output =>
		key === records ? ({ ...fields[key], records: true } as Output) : fields[key];
	const reads = keys.map((key) => readerOf(partOf(key), options));
	const hold = keys.map((key) => holdsRecords(partOf(key)));
	const parts = keys.map((key) => fields[key]);
	return (value, skip, missing) => {
		if (!isMap(value)) throw new Mismatch('must be an object', value);
		let at = 0;
		try {
			for (; at < keys.length; at++) {
				const key = keys[at];
				const given = value[key];
				if (given === undefined || given === null) {
					acceptAbsent(parts[at], given, missing, key, key);
					continue;
				}
				const known = missing?.length ?? 0;
				const read = reads[at](given, hold[at] && skip ? below(key, skip) : undefined, missing);
				if (read !== given) value[key] = read;
				if (missing && missing.length > known) locateMissing(missing, known, key, key);
			}
		} catch (error) {
			throw located(error, keys[at]);
		}
		return value;
	};
}

/** Reports an absent part that may be absent for this reader. Throws `Mismatch` for any other. */
function acceptAbsent(
	{ optional, essential }: Output,
	given: unknown,
	missing: MissingPart[] | undefined,
	key: string,
	field: string,
): void {
	if (optional) return;
	if (!missing || essential) throw new Mismatch('must be present', given);
	missing.push({ path: [key], field: [field] });
}

function listReader(part: Output, each: Read, isRecords: boolean): Read {
	return (value, skip, missing) => {
		if (!Array.isArray(value)) throw new Mismatch('must be a list', value);
		const all = value as unknown[];
		if (isRecords && skip) {
			return all.flatMap((given, at) => {
				const known = missing?.length ?? 0;
				const read = readRecord(part, each, given, below(at, skip), missing);
				if (missing && missing.length > known) locateMissing(missing, known, at, '[]');
				return read === SKIPPED ? [] : [read];
			});
		}
		let at = 0;
		try {
			for (; at < all.length; at++) {
				const given = all[at];
				const known = missing?.length ?? 0;
				const read = each(given, skip && below(at, skip), missing);
				if (read !== given) all[at] = read;
				if (missing && missing.length > known) locateMissing(missing, known, at, '[]');
			}
		} catch (error) {
			throw located(error, at);
		}
		return all;
	};
}

function mapReader(part: Output, each: Read, isRecords: boolean): Read {
	return (value, skip, missing) => {
		if (!isMap(value)) throw new Mismatch('must be an object', value);
		for (const key of Object.keys(value)) {
			const given = value[key];
			const known = missing?.length ?? 0;
			try {
				if (given === null) acceptAbsent(part, given, missing, key, '{}');
				else if (isRecords && skip) {
					const read = readRecord(part, each, given, below(key, skip), missing);
					if (read === SKIPPED) delete value[key];
					else value[key] = read;
				} else value[key] = each(given, skip && below(key, skip), missing);
			} catch (error) {
				throw located(error, key);
			}
			if (missing && given !== null) locateMissing(missing, known, key, '{}');
		}
		return value;
	};
}

const SKIPPED = Symbol('skipped');

/** Reads a record of a list, or reports it. */
function readRecord(
	part: Output,
	each: Read,
	given: unknown,
	skip: Skip,
	missing?: MissingPart[],
): unknown {
	const known = missing?.length ?? 0;
	try {
		return each(given, skip, missing);
	} catch (error) {
		if (!(error instanceof Mismatch)) throw error;
		if (missing) missing.length = known;
		const names = namesIn(part, given);
		skip({ mismatch: error, names: names && names.length > 0 ? names : undefined });
		return SKIPPED;
	}
}

/** A `Skip` that puts a key in front of the path of each skipped record. */
function below(key: string | number, skip: Skip): Skip {
	return (record) => {
		record.mismatch.path.unshift(key);
		skip(record);
	};
}

/** True for a part that contains lists of records. */
function holdsRecords(output: Output): boolean {
	const part = output as AnyOutput;
	if (part.type === 'object') return Object.values(part.fields).some(holdsRecords);
	if (part.type !== 'list' && part.type !== 'map') return false;
	return part.records === true || holdsRecords(part.each);
}

const NAMES: ReadonlySet<LeafKind> = new Set(['id', 'nodeId', 'address', 'hash']);

/** The ids in a record, outside of its lists; undefined if one of them is not an id. */
function namesIn(output: Output, given: unknown): readonly string[] | undefined {
	const part = output as AnyOutput;
	if (given === undefined || given === null) return [];
	if (part.type === 'leaf') {
		if (!NAMES.has(part.kind)) return [];
		return typeof given === 'string' || typeof given === 'number' ? [String(given)] : undefined;
	}
	if (part.type !== 'object') return [];
	if (!isMap(given)) return undefined;
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

/** A required part that a response lacks. */
export interface MissingPart {
	/** Path from the root of the response to the part. */
	path: Array<string | number>;
	/** Its path in the declaration: `[]` is each item of a list, `{}` each value of a map. */
	field: string[];
}

/** Puts a key in front of the paths of the missing parts from index `known` on. */
function locateMissing(
	missing: readonly MissingPart[],
	known: number,
	key: string | number,
	field: string,
): void {
	for (let at = known; at < missing.length; at++) {
		missing[at].path.unshift(key);
		missing[at].field.unshift(field);
	}
}

/** The missing parts of one declared field. */
interface MissingField {
	/** Path from the root of the response to the first of them. */
	path: ReadonlyArray<string | number>;
	/** Their path in the declaration, such as `validators[].txHash`. */
	field: string;
	count: number;
}

/** The missing parts, grouped by their declared field. */
export function missingByField(missing: readonly MissingPart[]): MissingField[] {
	const byField = new Map<string, MissingField>();
	for (const { path, field: words } of missing) {
		const field = words.reduce((before, word) =>
			word === '[]' || word === '{}' ? before + word : `${before}.${word}`,
		);
		const known = byField.get(field);
		if (known) known.count += 1;
		else byField.set(field, { path, field, count: 1 });
	}
	return [...byField.values()];
}
