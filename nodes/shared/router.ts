import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { loadOperation } from '../../core/subjects/load';
import type { Operations } from '../../core/subjects/operations';
import { missingFields } from '../../core/protocol/missing';
import type { Action, Run } from './action';
import { clientFor, clientOptions, offlineClient } from './client';
import { operationAction } from './operationAction';
import { outputItem } from './output';
import { transportField } from './callOptions';
import { type Parameters, parametersAt, valuesOf } from './parameters';
import type { Routes } from './routes';
import { unappliedFields } from './unapplied';

/** The actions of a node. */
export interface Actions {
	routes: Routes;
	/**
	 * Menu entries that do more than their operation, by `<resource>.<entry>`, and resources that have no
	 * operation, by their value.
	 */
	special: Readonly<Record<string, (entry: string) => Promise<Action | undefined>>>;
}

/** The action of the selected menu entries. Loads the operations of one resource only. */
async function chosenAction(
	{ routes, special }: Actions,
	parameters: Parameters,
): Promise<Action | undefined> {
	const { parameter } = parameters;
	const [resource, entry] = [parameter('resource') as string, parameter('operation') as string];
	const key = `${resource}.${entry}`;
	for (const name of [key, resource]) {
		if (Object.hasOwn(special, name)) return await special[name](entry);
	}
	const id = routes.entries.includes(key) ? key : chosenRoute(routes, key, parameters)?.[1];
	if (id === undefined) return undefined;
	return operationAction(await loadOperation(id as keyof Operations));
}

/** The operation of the selected transport of an entry; the first one by default. */
function chosenRoute({ byTransport }: Routes, key: string, parameters: Parameters) {
	if (!Object.hasOwn(byTransport, key)) return undefined;
	const all = byTransport[key];
	const choices = all.map(([value]) => ({ value, name: value }));
	const { transport } = valuesOf(transportField(choices), parameters);
	return all.find(([value]) => value === transport) ?? all[0];
}

/**
 * Runs the chosen action for every input item: a few at a time, results in the order of the input.
 * Continue On Fail is handled only here.
 */
export async function runActions(
	context: IExecuteFunctions,
	actions: Actions,
): Promise<INodeExecutionData[][]> {
	const { length } = context.getInputData();
	if (length === 0) return [[]];
	const node = context.getNode();
	const missing = missingFields();
	const unapplied = unappliedFields();

	/** The output for an error; throws it unless the node continues. */
	async function failed(error: unknown, itemIndex?: number): Promise<unknown> {
		const { errorJson, nodeError } = await import('./errors.js');
		if (!context.continueOnFail()) throw nodeError(node, error, itemIndex);
		return errorJson(error);
	}

	/** The client of all items, and how several are processed. The first item's options apply. */
	async function begun() {
		const parameters = parametersAt(context, 0);
		const { concurrency, ...settings } = clientOptions(parameters);
		const isOffline = actions.routes.offline.includes(parameters.parameter('operation') as string);
		const many =
			length > 1 ? (await import('./manyItems.js')).manyItems(parameters, concurrency) : undefined;
		const client = isOffline
			? offlineClient(context)
			: await clientFor(context, {
					...{ ...settings, missing: missing.report },
					...(many && { width: many.width, gather: many.gather }),
				});
		return { client, many, parameters };
	}

	let run: Awaited<ReturnType<typeof begun>>;
	try {
		run = await begun();
	} catch (error) {
		// n8n would otherwise return the input items as results.
		const each = Array.from({ length }, async (_, at) => outputItem(await failed(error), at));
		return [await Promise.all(each)];
	}
	const { client, many } = run;

	async function runItem(itemIndex: number): Promise<INodeExecutionData[]> {
		try {
			const parameters = itemIndex === 0 ? run.parameters : parametersAt(context, itemIndex);
			const action = await chosenAction(actions, parameters);
			if (!action) {
				const { parameter } = parameters;
				throw new NodeOperationError(
					node,
					`There is no operation "${String(parameter('operation'))}" of "${String(parameter('resource'))}"`,
					{
						description: 'Choose resource and operation from the menus.',
						itemIndex,
					},
				);
			}
			const one: Run = { context, client, itemIndex, ...parameters, left: unapplied.of(itemIndex) };
			return many ? await many.run(action, one) : await action.run(one);
		} catch (error) {
			return [outputItem(await failed(error, itemIndex), itemIndex)];
		}
	}

	const results = many ? await many.all(length, runItem) : [await runItem(0)];
	for (const message of [missing.said(), unapplied.said(length)]) {
		if (message !== undefined) context.addExecutionHints({ message });
	}
	return [results.flat()];
}
