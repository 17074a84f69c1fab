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

/** What a column is taken from, if it is not the item itself. */
export interface Derived {
	/** What the path of the column begins at; undefined if the item has none. */
	base(item: unknown, input: Readonly<Record<string, unknown>>): unknown;
	/** What is declared at the end of the path. */
	part(item: Output): AnyOutput | undefined;
}

/** A recorder of paths into a value of type T. */
export type Paths<T> = Column &
	(NonNullable<T> extends ReadonlyArray<infer Each>
		? { readonly [index: number]: Paths<Each> }
		: NonNullable<T> extends object
			? { readonly [K in keyof NonNullable<T>]-?: Paths<NonNullable<T>[K]> }
			: unknown);

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

/** A column that is taken from something else than the item. */
export function derived(name: string, path: readonly string[], from: Derived): Column {
	return { [PATH]: { path, name, derived: from } };
}

/** The path of a column in the item. */
export function pathOf(column: Column): readonly string[] {
	return column[PATH].path;
}

/** The other entries of a list of which columns show the first; null if there are none. */
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

/** A column as it is used: its path, its name, and what is declared at its end. */
export interface ResolvedColumn {
	path: readonly string[];
	/** What the path begins at; the item if absent. */
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
 * The last words of a path in camelCase: `metadata.name` is `metadataName`. Services spell `nodeID` and
 * `nodeId`: columns have one spelling, so that the items of several operations can be merged by it.
 */
function nameOf(path: readonly string[]): string {
	const words = path.map((word, at) => (at === 0 ? word : word[0].toUpperCase() + word.slice(1)));
	return words.join('').replace(/odeID$/, 'odeId');
}

/** The part of a response at a path; list indexes are digits. */
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
