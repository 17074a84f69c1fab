import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { loadOperation } from '../../subjects/load';
import type { Operations } from '../../subjects/operations';
import { missingFields } from '../../core/protocol/missing';
import type { ReportMissing } from '../../core/protocol/reading';
import { createWidth } from '../../core/protocol/width';
import type { Action, Run } from './action';
import { clientFor, clientOptions, offlineClient } from './client';
import { operationAction } from './operationAction';
import { outputItem } from './output';
import { manyItemsIn, transportField } from './callOptions';
import { type Parameters, parametersOf, readOnce, valuesOf } from './parameters';
import { type Routes, routeKey } from './routes';
import { slotsOf } from './slots';
import { n8nClock } from './transport';
import { unappliedFields } from './unapplied';

/** The actions of a node. */
export interface Actions {
	routes: Routes;
	/**
	 * Menu entries that do more than their operation, by `<resource>.<entry>`, and resources that have no
	 * operation, by their value.
	 */
	special: Readonly<Record<string, (entry: string) => Promise<Action | undefined>>>;
	/** Menu entries that send no request, by `<resource>.<entry>`: they need no credential. */
	offline?: readonly string[];
}

/** The action of the selected menu entries. Loads the operations of one resource only. */
async function chosenAction(
	{ routes, special }: Actions,
	parameters: Parameters,
): Promise<Action | undefined> {
	const { parameter } = parameters;
	const [resource, entry] = [parameter('resource') as string, parameter('operation') as string];
	const key = routeKey(resource, entry);
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

/** The parameters of one item. */
function parametersAt(context: IExecuteFunctions, itemIndex: number): Parameters {
	const parameters = parametersOf(
		(name, fallback, options) =>
			context.getNodeParameter(name, itemIndex, fallback, options) as unknown,
	);
	return readOnce(parameters);
}

/**
 * The client of all items, and how they are processed: how many at once, how many in a request, and
 * whether equal ones share a request. The first item's options apply.
 */
async function clientOfRun(
	context: IExecuteFunctions,
	{ offline = [] }: Actions,
	missing: ReportMissing,
) {
	const parameters = parametersAt(context, 0);
	const { concurrency, ...settings } = clientOptions(parameters);
	const { batchSize, shareEqual } = manyItemsIn(parameters);
	const [resource, entry] = ['resource', 'operation'].map((name) => parameters.parameter(name));
	const width = createWidth();
	const isOffline = offline.includes(routeKey(resource as string, entry as string));
	const client = isOffline
		? offlineClient(context)
		: await clientFor(context, { ...settings, missing, width });
	return { client, concurrency: () => concurrency ?? width.count, batchSize, shareEqual };
}

/** The texts of failures, which few executions need. */
const errors = async () => await import('./errors.js');

/** Waits for all of a list that may grow while it waits. Throws the first error. */
async function allOf(growing: ReadonlyArray<Promise<void>>): Promise<void> {
	let count: number;
	do {
		count = growing.length;
		await Promise.all(growing);
	} while (growing.length > count);
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
	const missing = missingFields();
	const unapplied = unappliedFields();
	let run: Awaited<ReturnType<typeof clientOfRun>>;
	try {
		run = await clientOfRun(context, actions, missing.report);
	} catch (error) {
		const { errorJson, nodeError } = await errors();
		if (!context.continueOnFail()) throw nodeError(node, error);
		// n8n would otherwise return the input items as results.
		return [items.map((_, itemIndex) => outputItem(errorJson(error), itemIndex))];
	}
	const { concurrency, batchSize, shareEqual } = run;
	const isOne = items.length === 1;
	const client = isOne
		? run.client
		: (await import('./gathering.js')).gatheringClient(run.client, {
				clock: n8nClock,
				batchSize,
				concurrency,
			});
	const equal = shareEqual && !isOne ? (await import('./equalItems.js')).equalItems() : undefined;
	const inSlot = slotsOf(concurrency);

	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const parameters = parametersAt(context, itemIndex);
			const { parameter } = parameters;
			const action = await chosenAction(actions, parameters);
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
			const one: Run = { context, client, itemIndex, ...parameters, left: unapplied.of(itemIndex) };
			// Calls that are gathered wait for each other; the client bounds their requests.
			const work = action.gathers?.(one) ? gatheredRun : slotRun;
			return equal
				? await equal.of(action.sameAs?.(one), itemIndex, async () => await work(action, one))
				: await work(action, one);
		} catch (error) {
			const { errorJson, nodeError } = await errors();
			if (context.continueOnFail()) return [outputItem(errorJson(error), itemIndex)];
			throw nodeError(node, error, itemIndex);
		}
	};

	let next = 0;
	let failed = false;
	const workers: Array<Promise<void>> = [];
	const worker = async () => {
		while (next < items.length && !failed) {
			const itemIndex = next++;
			try {
				results[itemIndex] = await runItem(itemIndex);
				widen(concurrency());
			} catch (error) {
				failed = true;
				const { nodeError } = await errors();
				throw nodeError(node, error, itemIndex);
			}
		}
	};
	/** Processes so many items at the same time from now on. */
	const widen = (count: number) => {
		while (workers.length < Math.min(count, items.length)) {
			const started = worker();
			// Its error is thrown when all are awaited, also if another ends later.
			started.catch(() => undefined);
			workers.push(started);
		}
	};
	const slotRun = async (action: Action, one: Run) =>
		await inSlot(async () => (failed ? [] : await action.run(one)));
	const gatheredRun = async (action: Action, one: Run) => {
		widen(concurrency() * batchSize);
		return await action.run(one);
	};
	widen(concurrency());
	await allOf(workers);
	for (const message of [missing.said(), unapplied.said(items.length)]) {
		if (message !== undefined) context.addExecutionHints({ message });
	}
	return [results.flat()];
}
