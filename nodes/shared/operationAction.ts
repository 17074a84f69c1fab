import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../core/operations/declare';
import { Failure } from '../../core/protocol/failure';
import { preview } from '../../core/protocol/input';
import { itemsOf } from '../../core/protocol/paging';
import type { Action, Run } from './action';
import { outputItem, simplified } from './output';
import { inputFromParameters, numberOf } from './parameters';
import { isList, operationProperties, withDeprecation, withOptions } from './properties';

type Json = Record<string, unknown>;

/** What an action may add to an operation's own way. */
export interface Extras {
	/** Changes each result before Simplify sees it. */
	result?: (result: Json, run: Run) => Json | Promise<Json>;
	/** Changes each item of the output after Simplify. */
	finish?: (
		item: INodeExecutionData,
		result: Json,
		run: Run,
	) => INodeExecutionData | Promise<INodeExecutionData>;
	/** Parameters to add to the options. */
	options?: Action['properties'];
}

/** The node action of an operation, derived from its declaration. */
export function operationAction(operation: Operation, extras: Extras = {}): Action {
	const { resource, action, description } = operation;
	const properties = withOptions(operationProperties(operation), extras.options ?? []);
	return {
		resource,
		operation: operation.operation,
		action,
		description: withDeprecation(description, operation.deprecated),
		properties,
		run: async (run) => await runOperation(operation, run, extras),
	};
}

async function runOperation(operation: Operation, run: Run, extras: Extras) {
	const input = inputFromParameters(operation, run) as never;
	const whole = run.parameter('output', 'items') === 'response';
	const out: INodeExecutionData[] = [];
	const add = async (result: unknown, simple: boolean) => {
		const full = (extras.result ? await extras.result(result as Json, run) : result) as Json;
		const item = outputItem(simple ? simplified(operation, full) : full, run.itemIndex);
		out.push(extras.finish ? await extras.finish(item, full, run) : item);
	};
	const simplify = !whole && run.parameter('simplify', false) === true;
	if (operation.paging) {
		const options = run.parameter('options', {}) as Json;
		const limit = run.parameter('returnAll', false) === true ? undefined : limitOf(run);
		const pageSize = (options.pageSize ?? options.limit ?? options.numToFetch) as
			| number
			| undefined;
		for await (const page of run.client.pages(operation, input, { limit, pageSize })) {
			if (whole) await add(page.response, false);
			else for (const item of page.items) await add(item, simplify);
		}
		return out;
	}
	const response = (await run.client.call(operation, input)) as Json;
	if (isList(operation) && !whole) {
		for (const item of itemsOf(operation, response)) await add(item, simplify);
	} else {
		await add(response, simplify);
	}
	return out;
}

function limitOf(run: Run): number {
	const limit = run.parameter('limit', 50);
	const count = numberOf(limit);
	if (Number.isSafeInteger(count) && count >= 1) return count;
	const message = `"Limit" (limit) must be a whole number, 1 or more; given: ${preview(limit)}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'limit' });
}
