import type { Versions } from './versions';
import type {
	AnyOutput,
	DecimalsPath,
	KindTypes,
	Leaf,
	LeafAbout,
	LeafKind,
	ListOutput,
	AnyKindOf,
	Kinds,
	MapOutput,
	ObjectOf,
	ObjectOutput,
	OpenOutput,
	Output,
	Shape,
	TolerantObjectOf,
	TolerantValueOf,
	ValueOf,
	VariantOf,
	ByInputOutput,
	Optional,
	Essential,
} from './outputTypes';

export type * from './outputTypes';

/** The functions that declare the parts of a response (outputTypes.ts). */

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
export const decimalText = kindOf('decimalText');
export const count = kindOf('count');
export const percent = kindOf('percent');
export const decimal = kindOf('decimal');
export const rate = kindOf('rate');
export const flag = kindOf('flag');

/**
 * One of the given names. A newer one is read as well: the type has those that are documented, so that a
 * comparison with any other is a compile error.
 */
export function choice<const V extends string>(values: readonly V[], note?: string): Leaf<V> {
	return leaf('choice', { values, note }) as Leaf<V>;
}

/** A whole number that can pass 2^53, and is then decimal text: the nonce of an account, the id of a chain. */
export function wideCount(about?: About): Leaf<number | string> {
	return leaf('count', about);
}

/** A number of units of gas: chains choose their limits, also beyond 2^53. */
export function gas(note?: string): Leaf<number | string> {
	return wideCount({ unit: 'gas', note });
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

/**
 * A price for a unit of gas, in base units of an EVM chain's native token. As a number it is in
 * billionths of the token, as wallets and explorers show it.
 */
export function gasPrice(note?: string): Leaf<string> {
	return amount({ unit: 'wei', decimals: 9, wholeUnit: 'nAVAX (gwei)', note });
}

/** A price in nAVAX, for a unit of gas or a second. Its number has the same unit. */
export function nAvaxPrice(note?: string): Leaf<string> {
	return amount({ unit: 'nAVAX', decimals: 0, wholeUnit: 'nAVAX', note });
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
export function object<const S extends Shape>(
	fields: S,
	note?: string,
): ObjectOutput<ObjectOf<S>, TolerantObjectOf<S>> {
	return { type: 'object', fields, ...(note !== undefined && { note }) };
}

/**
 * An object of one of several kinds. `common` has the parts of all of them, `kinds` those of each, by the
 * value of the part `by`, or, without `by`, by the name of a part: the first of these parts that an object
 * has says its kind, and the kind with an empty name is that of objects with none of them. A part of a kind
 * replaces the common one of its name. Objects of other kinds are read as well, with any of the parts.
 */
export function variants<
	const S extends Shape,
	const N extends Kinds,
	const B extends (keyof S & string) | undefined = undefined,
>(
	common: S,
	kinds: N,
	by?: B,
): ObjectOutput<VariantOf<S, N, B>, TolerantObjectOf<AnyKindOf<S, N>>> & {
	readonly fields: AnyKindOf<S, N>;
} {
	const fields = anyOf(Object.values(kinds).map((kind) => ({ ...common, ...kind })));
	return {
		type: 'object',
		fields: fields as AnyKindOf<S, N>,
		variants: { ...(by !== undefined && { by }), kinds },
	};
}

/** The parts of objects that have one of these shapes. */
function anyOf(shapes: readonly Shape[]): Shape {
	const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
	const entries = [...names].map((name) => {
		const found = shapes.flatMap((shape) => shape[name] ?? []);
		const part = found.reduce((one, other) => either(one as AnyOutput, other as AnyOutput));
		const isInAll = found.length === shapes.length && !found.some((one) => one.optional);
		return [name, isInAll ? part : optional(part)];
	});
	return Object.fromEntries(entries) as Shape;
}

/** A part that is one of two. */
function either(one: AnyOutput, other: AnyOutput): AnyOutput {
	if (one.type === 'object' && other.type === 'object') {
		return { ...one, fields: anyOf([one.fields, other.fields]) };
	}
	if (one.type === 'list' && other.type === 'list') {
		return { ...one, each: either(one.each as AnyOutput, other.each as AnyOutput) };
	}
	if (one.type !== 'leaf' || other.type !== 'leaf') return other;
	const { note = one.note, values } = other;
	return {
		...other,
		note,
		...eitherDecimals(one, other),
		...(values && { values: [...new Set([...(one.values ?? []), ...values])] }),
	};
}

/** The decimals of an amount whose field depends on the kind of its object. Throws for amounts of other units. */
function eitherDecimals(one: Leaf, other: Leaf): LeafAbout {
	const units = [one, other].map(({ unit, decimals, decimalsIfAbsent }) =>
		JSON.stringify([unit, decimals, decimalsIfAbsent]),
	);
	if (units[0] === units[1]) return {};
	const decimals = [one, other].flatMap((leaf) => decimalsPaths(leaf));
	if (one.unit !== other.unit) throw new Error(`An amount is in ${one.unit} or in ${other.unit}`);
	return { decimals, decimalsIfAbsent: undefined };
}

function decimalsPaths({ decimals, decimalsIfAbsent }: Leaf): readonly DecimalsPath[] {
	if (typeof decimals === 'string') return [{ decimals, decimalsIfAbsent }];
	if (Array.isArray(decimals)) return decimals as readonly DecimalsPath[];
	throw new Error('Only decimals of paths can depend on the kind of an object');
}

/** Several parts of one kind. */
export function list<O extends Output>(
	each: O,
	note?: string,
): ListOutput<Array<ValueOf<O>>, Array<TolerantValueOf<O>>> {
	return { type: 'list', each, ...(note !== undefined && { note }) };
}

/** Several objects. */
export function objects<const S extends Shape>(fields: S, note?: string) {
	return list(object(fields), note);
}

/** Parts by a key that is not known in advance. `key`: the meaning of the keys. */
export function map<O extends Output>(
	each: O,
	key?: string,
	note?: string,
): MapOutput<Record<string, ValueOf<O>>, Record<string, TolerantValueOf<O>>> {
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
): ByInputOutput<
	ValueOf<C[keyof C]> | ValueOf<O>,
	TolerantValueOf<C[keyof C]> | TolerantValueOf<O>
> {
	return { type: 'byInput', field, cases, otherwise };
}

/** The same list or map, of records that can be skipped one by one. */
export function ofRecords<O extends ListOutput | MapOutput>(output: O): O {
	return { ...output, records: true };
}

/** The decimals of a token, as its contract returns them: any number, or none. */
export function tokenDecimals(note?: string): Leaf<number | string> {
	return wideCount({ anyValue: true, note });
}

/** The same part, which may be absent or null. */
export function optional<O extends Output>(output: O): Optional<O> {
	return { ...output, optional: true };
}

/** The same part, which only some nodes send. It may be absent. */
export function inVersions<O extends Output>(versions: Versions, output: O): Optional<O> {
	return { ...output, optional: true, versions };
}

type OptionalParts<S extends Shape, K extends keyof S> = Omit<S, K> & {
	[P in K]: S[P] extends { readonly essential: true } ? S[P] : Optional<S[P]>;
};

/**
 * The same parts, of which the named ones may be absent or null; without names, all but the essential
 * ones.
 */
export function optionalParts<const S extends Shape, const K extends keyof S = keyof S>(
	parts: S,
	...names: readonly K[]
): OptionalParts<S, K> {
	const keys: ReadonlyArray<keyof S> = names.length > 0 ? names : Object.keys(parts);
	const entries = keys
		.filter((key) => !parts[key].essential)
		.map((key) => [key, optional(parts[key])]);
	return { ...parts, ...Object.fromEntries(entries) } as OptionalParts<S, K>;
}

/** The same part, without which a response is invalid also for a tolerant reader. */
export function essential<O extends Output>(output: O): Essential<O> {
	return { ...output, essential: true };
}

/** The list of objects of a response: without it, the response is invalid. */
export function many<const S extends Shape>(fields: S, note?: string) {
	return essential(objects(fields, note));
}

/** Several texts. */
export function texts(note?: string) {
	return list(text(), note);
}
