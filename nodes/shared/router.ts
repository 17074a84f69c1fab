import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { loaders } from '../../core/operations/loaders';
import type { Action, Run } from './action';
import { clientFor, clientOptions } from './client';
import { errorJson, nodeError } from './errors';
import { operationAction } from './operationAction';
import { outputItem } from './output';
import { collectionOf } from './parameters';
import { type Routes, routeKey } from './routes';

const COLLECTIONS: ReadonlySet<string> = new Set(['options', 'filters']);

/** The actions of a node. */
export interface Actions {
	routes: Routes;
	/**
	 * Menu entries that do more than their operation, by `<resource>.<entry>`, and resources that have no
	 * operation, by their value.
	 */
	special: Readonly<Record<string, (entry: string) => Promise<Action | undefined>>>;
}

/** The action of the selected menu entries. Loads only the operation that it needs. */
async function chosenAction(
	{ routes, special }: Actions,
	parameter: Run['parameter'],
): Promise<Action | undefined> {
	const [resource, entry] = [parameter('resource') as string, parameter('operation') as string];
	const key = routeKey(resource, entry);
	for (const name of [key, resource]) {
		if (Object.hasOwn(special, name)) return await special[name](entry);
	}
	if (!Object.hasOwn(routes, key)) return undefined;
	const { transport } = parameter('options', {}) as { transport?: unknown };
	const [, id] = routes[key].find(([name]) => name === transport) ?? routes[key][0];
	return operationAction(await loaders[id as keyof typeof loaders]());
}

/**
 * The client of all items, and how many of them are processed at once: the first item's options
 * apply.
 */
async function clientOfRun(context: IExecuteFunctions) {
	const options = collectionOf(context.getNodeParameter('options', 0, {}));
	const { concurrency, ...settings } = clientOptions(options);
	return { client: await clientFor(context, settings), concurrency };
}

/**
 * Runs the chosen action for every input item: a few at a time, results in the order of the input.
 * Continue On Fail is handled only here.
 */
export async function runActions(
	context: IExecuteFunctions,
	actions: Actions,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const results = new Array<INodeExecutionData[]>(items.length);
	if (items.length === 0) return [[]];
	const node = context.getNode();
	const { client, concurrency } = await clientOfRun(context).catch((error: unknown) => {
		throw nodeError(node, error);
	});

	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const parameter: Run['parameter'] = (name, fallback) => {
				const value = context.getNodeParameter(name, itemIndex, fallback) as unknown;
				return COLLECTIONS.has(name) ? collectionOf(value) : value;
			};
			const action = await chosenAction(actions, parameter);
			if (!action) {
				throw new NodeOperationError(
					node,
					`There is no operation "${String(parameter('operation'))}" of "${String(parameter('resource'))}"`,
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
