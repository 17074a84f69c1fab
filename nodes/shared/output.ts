import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Presentation, present, simplify } from '../../core/fields/present';
import { type AnyOperation, columnsOf, itemOutput } from '../../core/operations/declare';

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
 * `added`.
 */
export function presentItem(
	operation: AnyOperation,
	item: unknown,
	how: Presentation & { simplify?: boolean },
	input: Readonly<Record<string, unknown>>,
	added?: Record<string, unknown>,
): unknown {
	const columns = how.simplify ? columnsOf(operation) : undefined;
	return columns
		? simplify(columns, item, how, input, added)
		: present(itemOutput(operation), item, how, input);
}
