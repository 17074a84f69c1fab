/**
 * The parts of a response. A leaf has a kind, which determines its wire type, the forms that a user
 * can select (whole units, ISO 8601), JSON Schema, units in the reference, TypeScript types and the
 * responses that the emulator generates.
 *
 * Responses are read leniently: a part may be absent or null unless it is `required`, and
 * undeclared fields are kept.
 */

/** The kinds of leaf, each with its type in items. */
interface KindTypes {
	/** Free text. */
	text: string;
	/** An id in the encoding of its service. */
	id: string;
	nodeId: string;
	address: string;
	hash: string;
	/** Bytes in hexadecimal. */
	hex: string;
	url: string;
	name: string;
	/** One of a list of names that may grow. */
	choice: string;
	/** An amount in base units, decimal digits. */
	amount: string;
	/** An integer of up to 64 bits that may pass 2^53 and is no amount: a weight, a nonce. */
	uint64: string;
	/** A whole number below 2^53: a count, a height, an index. */
	count: number;
	/** From 0 to 100, or a share of it. */
	percent: number;
	/** A number that is measured or priced. */
	decimal: number;
	/** A quotient of two units, such as transactions per second. */
	rate: number;
	/** A duration. */
	duration: number;
	flag: boolean;
	/** A moment that is counted in seconds or milliseconds. */
	time: number;
	/** A moment that is written as text. */
	timeText: string;
}

export type LeafKind = keyof KindTypes;

/** The description of a leaf. */
export interface LeafAbout {
	/** One phrase: what it is, if the name does not say it. */
	note?: string;
	/** Unit: `nAVAX`, `wei`, `s`, `ms`, `ns`, `rfc3339`, `gas`. */
	unit?: string;
	/**
	 * Decimals of an amount: their number, or the path of their field beside it
	 * (`erc20Token.decimals`).
	 */
	decimals?: number | string;
	/** Known values of a choice. */
	values?: readonly string[];
	/** True where a node writes it as a hex quantity (0x…). */
	hexQuantity?: boolean;
	/** True where it must not show in an error. */
	secret?: boolean;
	/**
	 * True where anyone can set it, such as a contract its decimals: a program that computes with it gets
	 * any number, and null for what is none.
	 */
	anyValue?: boolean;
}

declare const VALUE: unique symbol;

/** A part of a response. `T` is its type in items. */
export interface Output<T = unknown> {
	readonly type: 'leaf' | 'object' | 'list' | 'map' | 'open' | 'byInput';
	readonly note?: string;
	/** Without it, the response is invalid. */
	readonly required?: boolean;
	/** Present only where another field of the same object, or the input, has one of these values. */
	readonly when?: When;
	readonly [VALUE]?: T;
}

export interface When {
	field: string;
	values: readonly string[];
}

export interface Leaf<T = unknown> extends Output<T>, Readonly<LeafAbout> {
	readonly note?: string;
	readonly type: 'leaf';
	readonly kind: LeafKind;
}

export interface ObjectOutput<T = unknown> extends Output<T> {
	readonly type: 'object';
	readonly fields: Readonly<Record<string, Output>>;
}

export interface ListOutput<T = unknown> extends Output<T> {
	readonly type: 'list';
	readonly each: Output;
	/** True where its parts are records of their own: one that cannot be read can be skipped. */
	readonly records?: boolean;
}

export interface MapOutput<T = unknown> extends Output<T> {
	readonly type: 'map';
	readonly each: Output;
	/** What a key is. */
	readonly key?: string;
	/** True where its parts are records of their own: one that cannot be read can be skipped. */
	readonly records?: boolean;
}

/** A part whose kind follows an input field, such as the unit of a metric. */
export interface ByInputOutput<T = unknown> extends Output<T> {
	readonly type: 'byInput';
	readonly field: string;
	readonly cases: Readonly<Record<string, Output>>;
	readonly otherwise: Output;
}

/** A part that is passed through; numbers of the keys `digits` become digits at any depth. */
export interface OpenOutput<T = unknown> extends Output<T> {
	readonly type: 'open';
	readonly digits?: readonly string[];
}

export type AnyOutput = Leaf | ObjectOutput | ListOutput | MapOutput | ByInputOutput | OpenOutput;

/** The type of a part in items. */
export type ValueOf<O> = O extends Output<infer T> ? T : never;

type Required<O> = O & { readonly required: true };
type Shape = Readonly<Record<string, Output>>;
type RequiredKeys<S extends Shape> = {
	[K in keyof S]: S[K] extends { readonly required: true } ? K : never;
}[keyof S];

/** The type of an object in items: required parts are there, all others may be absent or null. */
export type ObjectOf<S extends Shape> = {
	[K in RequiredKeys<S>]: ValueOf<S[K]>;
} & { [K in Exclude<keyof S, RequiredKeys<S>>]?: ValueOf<S[K]> | null };

type About = LeafAbout | string | undefined;

function leaf<K extends LeafKind>(kind: K, about?: About): Leaf<KindTypes[K]> {
	return { type: 'leaf', kind, ...(typeof about === 'string' ? { note: about } : about) };
}

/** Creates the leaf function of a kind; it takes a note, or the whole description of the leaf. */
function kindOf<K extends LeafKind>(kind: K) {
	return (about?: About): Leaf<KindTypes[K]> => leaf(kind, about);
}

export const text = kindOf('text');
export const id = kindOf('id');
export const nodeId = kindOf('nodeId');
export const address = kindOf('address');
export const hash = kindOf('hash');
export const hex = kindOf('hex');
export const url = kindOf('url');
export const name = kindOf('name');
export const uint64 = kindOf('uint64');
export const count = kindOf('count');
export const percent = kindOf('percent');
export const decimal = kindOf('decimal');
export const rate = kindOf('rate');
export const flag = kindOf('flag');

/** One of the given names, or a newer one. */
export function choice(values: readonly string[], note?: string): Leaf<string> {
	return leaf('choice', { values, note });
}

/**
 * An amount in base units. `unit` if it is known (`nAVAX`, `wei`), otherwise the path of its
 * decimals: `amount({ decimals: 'denomination' })`.
 */
export function amount(about: LeafAbout): Leaf<string> {
	const known = about.unit === undefined ? undefined : DECIMALS[about.unit];
	return leaf('amount', { ...(known !== undefined && { decimals: known }), ...about });
}

/** Decimals of the units that are known by name. `wei` is the base unit of an EVM native token. */
const DECIMALS: Readonly<Record<string, number>> = { nAVAX: 9, wei: 18 };

/** An amount of nAVAX. */
export function nAvax(note?: string): Leaf<string> {
	return amount({ unit: 'nAVAX', note });
}

/** An amount of the native token of an EVM chain, in its base unit. */
export function wei(note?: string): Leaf<string> {
	return amount({ unit: 'wei', note });
}

/** A moment in Unix seconds. */
export function seconds(note?: string): Leaf<number> {
	return leaf('time', { unit: 's', note });
}

/** A moment in Unix milliseconds. */
export function milliseconds(note?: string): Leaf<number> {
	return leaf('time', { unit: 'ms', note });
}

/** A moment as a date-time text, RFC 3339. */
export function dateTime(note?: string): Leaf<string> {
	return leaf('timeText', { unit: 'rfc3339', note });
}

/** A duration in a unit (`s`, `ms`, `ns`). */
export function duration(unit: 's' | 'ms' | 'ns', note?: string): Leaf<number> {
	return leaf('duration', { unit, note });
}

/** An object with these parts, and any others. */
export function object<const S extends Shape>(fields: S, note?: string): ObjectOutput<ObjectOf<S>> {
	return { type: 'object', fields, ...(note !== undefined && { note }) };
}

/** Several parts of one kind. */
export function list<O extends Output>(each: O, note?: string): ListOutput<Array<ValueOf<O>>> {
	return { type: 'list', each, ...(note !== undefined && { note }) };
}

/** Several objects. */
export function objects<const S extends Shape>(fields: S, note?: string) {
	return list(object(fields), note);
}

/** Parts by a key that is not known in advance. `key` says what it is. */
export function map<O extends Output>(
	each: O,
	key?: string,
	note?: string,
): MapOutput<Record<string, ValueOf<O>>> {
	return { type: 'map', each, key, ...(note !== undefined && { note }) };
}

/**
 * A part that is passed through unchanged: it has no options and no columns. `digits` are keys at any
 * depth whose numbers become digits, because they can exceed 2^53.
 */
export function open(note?: string, digits?: readonly string[]): OpenOutput {
	return { type: 'open', ...(digits && { digits }), ...(note !== undefined && { note }) };
}

/**
 * A part whose kind depends on the value of an input field; the case of an absent field is `''`.
 */
export function byInput<const C extends Shape, O extends Output>(
	field: string,
	cases: C,
	otherwise: O,
): ByInputOutput<ValueOf<C[keyof C]> | ValueOf<O>> {
	return { type: 'byInput', field, cases, otherwise };
}

/** The same list or map, of records that can be skipped one by one. */
export function ofRecords<O extends ListOutput | MapOutput>(output: O): O {
	return { ...output, records: true };
}

/** The decimals of a token, as its contract says: any number, or none. */
export function tokenDecimals(note?: string): Leaf<number> {
	return leaf('count', { anyValue: true, note });
}

/** The same part, but required: without it, the response is invalid. */
export function required<O extends Output>(output: O): Required<O> {
	return { ...output, required: true };
}

/**
 * Parts that are there only where a field of the same object, or of the input, has one of the given
 * values: `...when('validationStatus', ['active'], { uptimePerformance: percent() })`.
 */
export function when<const S extends Shape>(
	field: string,
	values: readonly string[],
	fields: S,
): S {
	const entries = Object.entries(fields).map(([key, each]) => [
		key,
		{ ...each, when: { field, values } },
	]);
	return Object.fromEntries(entries) as S;
}

/** The list of objects of a response: without it, the response is invalid. */
export function many<const S extends Shape>(fields: S, note?: string) {
	return required(objects(fields, note));
}

/** Several texts. */
export function texts(note?: string) {
	return list(text(), note);
}
