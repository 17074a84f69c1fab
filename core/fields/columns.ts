import type { AnyOutput, Output } from './outputs';

/**
 * The columns that Simplify keeps, as typed paths into an item. A declaration lists them with a
 * recorder, so that a misspelt field is a compile error:
 * `columns: (item) => [item.txHash, as('symbol', item.amountStaked[0].symbol)]`.
 */

const PATH: unique symbol = Symbol('path');

/** A column: where its value is in an item, and its name. */
export interface Column {
	readonly [PATH]: { path: readonly string[]; name?: string; derived?: Derived };
}

/** The source of a column's value, if it is not the item itself. */
export interface Derived {
	/** The value that the path of the column starts from; undefined if the item has none. */
	base(item: unknown, input: Readonly<Record<string, unknown>>): unknown;
	/** The declared output at the end of the path. */
	part(item: Output): AnyOutput | undefined;
}

/** A recorder of paths into a value of type T. */
export type Paths<T> = Column &
	(NonNullable<T> extends ReadonlyArray<infer Each>
		? { readonly [index: number]: Paths<Each> }
		: NonNullable<T> extends object
			? { readonly [K in KeyOf<NonNullable<T>>]-?: Paths<PartOf<NonNullable<T>, K>> }
			: unknown);

/** The names of the parts of all variants, and a part of those that have it. */
type KeyOf<T> = T extends unknown ? keyof T : never;
type PartOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

function recorder(path: readonly string[]): unknown {
	return new Proxy(
		{},
		{
			get: (_, key) => (key === PATH ? { path } : recorder([...path, String(key)])),
		},
	);
}

/** A column with a different name than its path. */
export function as(name: string, column: Column): Column {
	return { [PATH]: { ...column[PATH], name } };
}

/** A column whose value does not come from the item. */
export function derived(name: string, path: readonly string[], from: Derived): Column {
	return { [PATH]: { path, name, derived: from } };
}

/** The path of a column in the item. */
export function pathOf(column: Column): readonly string[] {
	return column[PATH].path;
}

/** A value of the input, for items that do not contain the requested value. */
export function ofInput(name: string, part: AnyOutput): Column {
	return derived(name, [name], { base: (_, input) => input, part: () => part });
}

/** The entries of a list after the first one, which columns show; null if there are none. */
export function furtherOf(name: string, list: Column): Column {
	const path = pathOf(list);
	return derived(name, [], {
		base(item) {
			const all = valueAt(item, path);
			return Array.isArray(all) && all.length > 1 ? all.slice(1) : undefined;
		},
		part: (item) => partAt(item, path),
	});
}

/** A resolved column: its path, its name, and the declared output at the end of the path. */
export interface ResolvedColumn {
	path: readonly string[];
	/** The value that the path starts from; the item if absent. */
	base?: Derived['base'];
	name: string;
	part?: AnyOutput;
}

/** The columns that a declaration lists, in table order. */
export function resolveColumns<T>(
	item: Output<T>,
	listed: (item: Paths<T>) => readonly Column[],
): ResolvedColumn[] {
	return listed(recorder([]) as Paths<T>).map((column) => {
		const { path, name, derived: from } = column[PATH];
		const part = from ? from.part(item) : partAt(item, path);
		return {
			path,
			name: name ?? nameOf(path),
			...(from && { base: from.base }),
			...(part && { part }),
		};
	});
}

/**
 * The last words of a path in camelCase: `metadata.name` is `metadataName`. Services spell `validationID`
 * and `validationId`: columns have one spelling, so that the items of several operations can be merged by
 * it.
 */
function nameOf(path: readonly string[]): string {
	const words = path.map((word, at) => (at === 0 ? word : word[0].toUpperCase() + word.slice(1)));
	return words.join('').replace(/ID(?=s?($|[A-Z]))/g, 'Id');
}

/** The declared output at a path in a response; list indexes are digits. */
export function partAt(output: Output, path: readonly string[]): AnyOutput | undefined {
	let part: AnyOutput | undefined = output as AnyOutput;
	for (const word of path) {
		if (part?.type === 'object') part = part.fields[word] as AnyOutput | undefined;
		else if (part?.type === 'list' || part?.type === 'map') part = part.each as AnyOutput;
		else return undefined;
	}
	return part;
}

/** The value at a path in an item, or undefined. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
	let value = item;
	for (const word of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, word))
			return undefined;
		value = (value as Record<string, unknown>)[word];
	}
	return value;
}
