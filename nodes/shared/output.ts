import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Presentation, othersOf, present, simplify } from '../../core/fields/present';
import { itemInTableOrder } from '../../core/fields/tableOrder';
import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, itemOutput, newColumnsOf } from '../../core/operations/derived';

/** An item of the output, paired with the input item it came from. */
export function outputItem(json: unknown, itemIndex: number): INodeExecutionData {
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	return {
		json: (isObject ? json : { value: json }) as IDataObject,
		pairedItem: { item: itemIndex },
	};
}

/**
 * One item of an operation in the selected forms; with Simplify, its columns and those that are
 * `added`, and fields that are expected of newer versions. Without declared columns, all fields are columns, also those that are not declared: a new
 * version of the service sends them. An item without any columns has its fields in table order.
 */
export function presentItem(
	operation: AnyOperation,
	item: unknown,
	how: Presentation & { simplify?: boolean },
	input: Readonly<Record<string, unknown>>,
	added?: Record<string, unknown>,
): unknown {
	const columns = columnsOf(operation);
	if (!columns) return itemInTableOrder(itemOutput(operation), item);
	if (!how.simplify) return present(itemOutput(operation), item, how, input);
	const isChosen = operation.columns !== undefined || operation.rows !== undefined;
	const others = isChosen ? {} : othersOf(columns, item);
	const all = operation.newer ? [...columns, ...newColumnsOf(operation, item)] : columns;
	return simplify(all, item, how, input, added, others);
}
