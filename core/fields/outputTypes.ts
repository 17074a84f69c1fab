import type { Versions } from './versions';

/**
 * The parts of a response. A leaf has a kind, which determines its wire type, the forms that a user
 * can select (whole units, ISO 8601), JSON Schema, units in the reference, TypeScript types and the
 * responses that the emulator generates.
 *
 * A part of an object is always present, as the service's document requires it, unless it is
 * `optional`. A tolerant reader also accepts a response without such a part, unless the part is
 * `essential`. Undeclared fields are kept.
 */

/** The kinds of leaf, each with its type in items. */
export interface KindTypes {
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
	/** One of a list of names that may grow with new versions of the service. */
	choice: string;
	/** An amount in base units, decimal digits. */
	amount: string;
	/** An integer of up to 64 bits that may pass 2^53 and is not an amount: a weight, a nonce. */
	uint64: string;
	/** A decimal number with more digits than a number holds: an amount in whole units, a ratio. */
	decimalText: string;
	/** A whole number below 2^53: a count, a height, an index. */
	count: number;
	/** From 0 to 100, or a share of it. */
	percent: number;
	/** A measured number or a price; decimal text if a number would lose digits. */
	decimal: number | string;
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
	/** One phrase with the meaning, if the name is not clear. */
	note?: string;
	/** Unit: `nAVAX`, `wei`, `s`, `ms`, `ns`, `rfc3339`, `gas`. */
	unit?: string;
	/**
	 * Decimals of an amount: their number, the path of their field beside it
	 * (`erc20Token.decimals`), those of the assets that are known, or, of an object of several kinds, the path
	 * for each.
	 */
	decimals?: number | string | KnownDecimals | readonly DecimalsPath[];
	/** Decimals if the field of `decimals` is absent or null. */
	decimalsIfAbsent?: number;
	/** Unit of an amount's number in whole units, if `unit` does not say it. */
	wholeUnit?: string;
	/** Known values of a choice. */
	values?: readonly string[];
	/** True if the node sends it as a hex quantity (0x…). */
	hexQuantity?: boolean;
	/** True if the value must not be shown in an error. */
	secret?: boolean;
	/**
	 * True if anyone can set the value on a chain, such as the decimals of a contract: in an exact
	 * read, a value that is not a number is null and not an error.
	 */
	anyValue?: boolean;
}

/** The decimals of some assets. `asset`: the field beside the amount that names its asset, `key` in a map. */
export interface KnownDecimals {
	asset: string;
	known: Readonly<Record<string, number>>;
}

/** The path of the decimals in one kind of object, which has the first part of the path. */
export type DecimalsPath = Pick<LeafAbout, 'decimalsIfAbsent'> & { decimals: string };

declare const VALUE: unique symbol;
declare const TOLERANT: unique symbol;

/**
 * A part of a response. `T` is its type in items, `L` its type where required parts may be missing.
 */
export interface Output<T = unknown, L = T> {
	readonly type: 'leaf' | 'object' | 'list' | 'map' | 'open' | 'byInput';
	readonly note?: string;
	/** May be absent or null. */
	readonly optional?: boolean;
	/** Without it, the response is invalid also for a tolerant reader. */
	readonly essential?: boolean;
	/** Present if not every node sends it. */
	readonly versions?: Versions;
	readonly [VALUE]?: T;
	readonly [TOLERANT]?: L;
}

export interface Leaf<T = unknown> extends Output<T>, Readonly<LeafAbout> {
	readonly note?: string;
	readonly type: 'leaf';
	readonly kind: LeafKind;
}

export interface ObjectOutput<T = unknown, L = T> extends Output<T, L> {
	readonly type: 'object';
	readonly fields: Readonly<Record<string, Output>>;
	readonly variants?: Variants;
}

/**
 * The parts of each kind of an object, by the value of its part `by`, or, without `by`, by the name of a
 * part: the first of these parts that an object has says its kind. An object of no kind has all parts of
 * `fields`, as its optional ones.
 */
export interface Variants {
	readonly by?: string;
	readonly kinds: Readonly<Record<string, Shape>>;
}

export interface ListOutput<T = unknown, L = T> extends Output<T, L> {
	readonly type: 'list';
	readonly each: Output;
	/** True if its parts are records of their own: one that cannot be read can be skipped. */
	readonly records?: boolean;
}

export interface MapOutput<T = unknown, L = T> extends Output<T, L> {
	readonly type: 'map';
	readonly each: Output;
	/** The meaning of a key. */
	readonly key?: string;
	/** True if its parts are records of their own: one that cannot be read can be skipped. */
	readonly records?: boolean;
}

/** A part whose kind follows an input field, such as the unit of a metric. */
export interface ByInputOutput<T = unknown, L = T> extends Output<T, L> {
	readonly type: 'byInput';
	readonly field: string;
	readonly cases: Readonly<Record<string, Output>>;
	readonly otherwise: Output;
}

/**
 * A part that is passed through; numbers under the keys `digits` become decimal text at any depth.
 */
export interface OpenOutput<T = unknown> extends Output<T> {
	readonly type: 'open';
	readonly digits?: readonly string[];
}

export type AnyOutput = Leaf | ObjectOutput | ListOutput | MapOutput | ByInputOutput | OpenOutput;

/** The type of a part in items. */
export type ValueOf<O> = O extends Output<infer T, infer _> ? T : never;
/** The type of a part in items of a tolerant reader. */
export type TolerantValueOf<O> = O extends Output<infer _, infer L> ? L : never;

/** A part that may be absent. */
export type Optional<O> = O & { readonly optional: true };
/** A part that a tolerant reader requires, too. */
export type Essential<O> = O & { readonly essential: true };
/** Parts by name. */
export type Shape = Readonly<Record<string, Output>>;
type OptionalKeys<S extends Shape> = {
	[K in keyof S]: S[K] extends { readonly optional: true } ? K : never;
}[keyof S];
type EssentialKeys<S extends Shape> = {
	[K in keyof S]: S[K] extends { readonly essential: true } ? K : never;
}[keyof S];

/** The same type, which an editor shows with its fields. */
type Prettify<T> = { [K in keyof T]: T[K] } & {};

/** The type of an object in items: optional parts may be absent or null, all others are present. */
export type ObjectOf<S extends Shape> = Prettify<
	{
		[K in Exclude<keyof S, OptionalKeys<S>>]: ValueOf<S[K]>;
	} & { [K in OptionalKeys<S>]?: ValueOf<S[K]> | null }
>;

/** The shapes of the kinds of an object, by the values or the names that tell them apart. */
export type Kinds = Readonly<Record<string, Shape>>;
type KeysOf<T> = T extends unknown ? keyof T : never;
type PartOfAny<T, P> = T extends unknown ? (P extends keyof T ? T[P] : never) : never;

/**
 * The type of an object of several kinds in items: a union, told apart by the value of the part `B`, and by
 * the parts that only some kinds have, which the others lack.
 */
export type VariantOf<S extends Shape, N extends Kinds, B> = {
	[V in keyof N]: Prettify<
		{ [P in B & keyof S]: V } & ObjectOf<Omit<S, keyof N[V] | (B & keyof S)> & N[V]> & {
				[P in Exclude<KeysOf<N[keyof N]>, keyof N[V] | keyof S>]?: null;
			}
	>;
}[keyof N];

/** All parts of the kinds of an object, each optional, and those that all kinds have. */
export type AnyKindOf<S extends Shape, N extends Kinds> = S & {
	[P in Exclude<KeysOf<N[keyof N]>, keyof S> & string]: Optional<PartOfAny<N[keyof N], P> & Output>;
};

/** The type of an object in items of a tolerant reader: only essential parts are certainly present. */
export type TolerantObjectOf<S extends Shape> = Prettify<
	{
		[K in EssentialKeys<S>]: TolerantValueOf<S[K]>;
	} & { [K in Exclude<keyof S, EssentialKeys<S>>]?: TolerantValueOf<S[K]> | null }
>;
