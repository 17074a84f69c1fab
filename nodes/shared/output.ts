import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Operation, columnOf } from '../../core/operations/declare';

/** An item of the output, paired with the input item it came from. */
export function outputItem(json: unknown, itemIndex: number): INodeExecutionData {
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	return {
		json: (isObject ? json : { value: json }) as IDataObject,
		pairedItem: { item: itemIndex },
	};
}

function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(inner, part) =>
				typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
					? (inner as IDataObject)[part]
					: undefined,
			value,
		);
}

/** An item with only these columns (see `Operation.simplify`), flat. */
export function simplifiedBy(entries: readonly string[], item: unknown): unknown {
	const columns = entries
		.map(columnOf)
		.map(({ path, column }) => [column, at(item, path)] as const)
		.filter(([, value]) => value !== undefined);
	return Object.fromEntries(columns);
}

/** The fields that an operation's Simplify keeps. */
export function simplified({ simplify }: Operation, item: unknown): unknown {
	return simplify ? simplifiedBy(simplify, item) : item;
}
