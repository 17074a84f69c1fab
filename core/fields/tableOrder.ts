import type { ResolvedColumn } from './columns';
import type { AnyOutput, LeafKind, Output } from './outputs';

/**
 * The order of columns: first the values that people read, such as types, names, amounts and times,
 * in the order of the declaration; then lists and objects; at the end the values for programs: ids,
 * hashes, bytes and links.
 */

const REFERENCES: ReadonlySet<LeafKind> = new Set(['id', 'hash', 'hex', 'url']);

/** Rank of a column: 0 for values that people read, 1 for parts with parts, 2 for references. */
export function rankOf(output: Output | undefined): number {
	const part = output as AnyOutput | undefined;
	switch (part?.type) {
		case 'leaf':
			return REFERENCES.has(part.kind) ? 2 : 0;
		case 'byInput':
			return rankOf(part.otherwise);
		case undefined:
			return 0;
		default:
			return 1;
	}
}

/**
 * An item with its declared fields in that order, then the others as they are; any other value
 * unchanged.
 */
export function itemInTableOrder(output: Output, item: unknown): unknown {
	const part = output as AnyOutput;
	if (part.type !== 'object' || typeof item !== 'object' || item === null) return item;
	const given = Object.entries(item);
	const columnOrder = new Map(
		Object.entries(part.fields)
			.sort(([, a], [, b]) => rankOf(a) - rankOf(b))
			.map(([name], at) => [name, at]),
	);
	const orderOf = (name: string) => columnOrder.get(name) ?? columnOrder.size;
	return Object.fromEntries(given.sort(([a], [b]) => orderOf(a) - orderOf(b)));
}

/** Columns in that order. */
export function inTableOrder(columns: readonly ResolvedColumn[]): ResolvedColumn[] {
	return [...columns].sort((a, b) => rankOf(a.part) - rankOf(b.part));
}
