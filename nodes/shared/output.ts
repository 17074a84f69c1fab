import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../core/operations/declare';

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

/** The fields that Simplify keeps, as flat columns (`erc20Token.symbol` → `erc20TokenSymbol`). */
export function simplified(operation: Operation, item: unknown): unknown {
	if (!operation.simplify) return item;
	const columns = operation.simplify
		.map((path) => [columnName(path), at(item, path)] as const)
		.filter(([, value]) => value !== undefined);
	return Object.fromEntries(columns);
}

/** The column of a path: dots become camelCase. */
export function columnName(path: string): string {
	return path.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}
