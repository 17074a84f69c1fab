import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Action, Run } from './action';
import { clientFor, clientOptions } from './client';
import { errorJson, nodeError } from './errors';
import { findAction } from './menu';
import { outputItem } from './output';
import { collectionOf } from './parameters';

const COLLECTIONS: ReadonlySet<string> = new Set(['options', 'filters']);

/**
 * Runs the chosen action for every input item: a few at a time, results in the order of the input.
 * This is the one place that knows Continue On Fail.
 */
export async function runActions(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const results = new Array<INodeExecutionData[]>(items.length);
	if (items.length === 0) return [[]];
	const node = context.getNode();
	const { concurrency, ...settings } = clientOptions(
		collectionOf(context.getNodeParameter('options', 0, {})),
	);
	const client = await clientFor(context, settings).catch((error: unknown) => {
		throw nodeError(node, error);
	});

	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const parameter: Run['parameter'] = (name, fallback) => {
				const value = context.getNodeParameter(name, itemIndex, fallback) as unknown;
				return COLLECTIONS.has(name) ? collectionOf(value) : value;
			};
			const resource = parameter('resource') as string;
			const operation = parameter('operation') as string;
			const action = findAction(actions, resource, operation);
			if (!action) {
				throw new NodeOperationError(
					node,
					`There is no operation "${operation}" of "${resource}"`,
					{
						description: 'Choose resource and operation from the menus.',
						itemIndex,
					},
				);
			}
			return await action.run({ context, client, itemIndex, parameter });
		} catch (error) {
			if (context.continueOnFail()) return [outputItem(errorJson(error), itemIndex)];
			throw nodeError(node, error, itemIndex);
		}
	};

	let next = 0;
	let failed = false;
	const worker = async () => {
		while (next < items.length && !failed) {
			const itemIndex = next++;
			try {
				results[itemIndex] = await runItem(itemIndex);
			} catch (error) {
				failed = true;
				throw nodeError(node, error, itemIndex);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
	return [results.flat()];
}
