import { type ResolvedColumn, resolveColumns } from '../fields/columns';
import * as out from '../fields/outputs';
import type { AnyOutput, ObjectOutput, Output } from '../fields/outputs';
import { isMap } from '../formats/json';
import { hasForms, hasKind } from '../fields/present';
import { inTableOrder } from '../fields/tableOrder';
import { type ResolvedExplorerItem, resolveExplorerItems } from './explorer';
import type { AnyOperation } from './operation';

/** Items, columns and links of an operation, derived from its declaration. */

/** The declaration of one item of an operation's list, or of its whole response. */
export function itemOutput({ output, items }: AnyOperation): AnyOutput {
	const whole = output as AnyOutput;
	if (items === undefined || whole.type !== 'object') return whole;
	const held = whole.fields[items] as AnyOutput;
	return held.type === 'list' || held.type === 'map' ? (held.each as AnyOutput) : held;
}

/** The paths of the field that holds an item's number between the bounds. */
export function positionsOf(operation: AnyOperation): ReadonlyArray<readonly string[]> {
	const columns = resolveColumns(
		itemOutput(operation),
		(item) => operation.bounds?.position(item) ?? [],
	);
	return columns.map(({ path }) => path);
}

const resolved = new Map<AnyOperation, ResolvedColumn[]>();

/**
 * The columns of an operation's Simplify; undefined if it has none. They are the declared ones, or
 * all fields if some have other forms with Simplify (amounts, times).
 */
export function columnsOf(operation: AnyOperation): readonly ResolvedColumn[] | undefined {
	let columns = resolved.get(operation);
	if (!columns) resolved.set(operation, (columns = inTableOrder(resolvedColumns(operation))));
	return columns.length > 0 ? columns : undefined;
}

/** The columns of the fields of an item that the declaration does not have, and expects (`newer`). */
export function newColumnsOf(operation: AnyOperation, item: unknown): ResolvedColumn[] {
	const output = itemOutput(operation);
	if (output.type !== 'object' || !isMap(item)) return [];
	return Object.keys(item)
		.filter((name) => !Object.hasOwn(output.fields, name) && typeof item[name] !== 'object')
		.flatMap((name) => {
			const part = operation.newer?.find(({ names }) => names.test(name))?.part;
			return part ? [{ path: [name], name, part: part as AnyOutput }] : [];
		});
}

function resolvedColumns(operation: AnyOperation): ResolvedColumn[] {
	const { rows, columns, itemKey, output, items = '' } = operation;
	if (rows) return everyField(rows.each);
	const item = itemOutput(operation);
	if (columns) return resolveColumns(item, (recorded) => columns(recorded));
	if (item.type !== 'object' || !hasKind(item, hasForms)) return [];
	const held = (output as ObjectOutput).fields[items] as AnyOutput | undefined;
	const key =
		itemKey !== undefined && held?.type === 'map' ? { [itemKey]: out.text(held.key) } : {};
	return everyField({ ...item, fields: { ...key, ...item.fields } });
}

function everyField(item: ObjectOutput): ResolvedColumn[] {
	return resolveColumns(item as Output<Record<string, unknown>>, (recorded) =>
		Object.keys(item.fields).map((name) => recorded[name]),
	);
}

const pagesOf = new Map<AnyOperation, ResolvedExplorerItem[]>();

/** The pages of an operation's items in block explorers; empty if they have none. */
export function explorerItemsOf(operation: AnyOperation): readonly ResolvedExplorerItem[] {
	const { explorer } = operation;
	if (!explorer) return [];
	let found = pagesOf.get(operation);
	if (!found)
		pagesOf.set(operation, (found = resolveExplorerItems(itemOutput(operation), explorer)));
	return found;
}

/** The columns that Simplify adds to the declared ones. */
export function addedColumns(operation: AnyOperation): string[] {
	const names = explorerItemsOf(operation).flatMap(({ nameColumn, symbolColumn, linkColumn }) =>
		[nameColumn, symbolColumn, linkColumn].filter((name) => name !== undefined),
	);
	return [...new Set(names)];
}

/** True if one response has many items. */
export function isList({ items }: AnyOperation): boolean {
	return items !== undefined;
}
