import type { INodeExecutionData } from 'n8n-workflow';
import { present } from '../../core/fields/present';
import type { AnyOperation } from '../../core/operations/declare';
import { isList } from '../../core/operations/derived';
import { isShared, takesBatches } from '../../core/operations/reading';
import { itemsOf } from '../../core/protocol/paging';
import type { Action, Run } from './action';
import { readersIn } from './callOptions';
import { columnsOfChains } from './chains';
import { outputItem, presentItem } from './output';
import { outputFrom } from './outputFields';
import { inputFromParameters } from './parameters';
import { asksTogether } from '../../core/protocol/together';

type Json = Record<string, unknown>;

/** Changes an item of the output, after Simplify; `result` is the item as it was read. */
export type Finish = (
	item: INodeExecutionData,
	result: Json,
) => INodeExecutionData | Promise<INodeExecutionData>;

/** The action of an operation. `finishOf` reads its options before anything is sent. */
export function operationAction(
	operation: AnyOperation,
	finishOf?: (run: Run) => Finish | undefined,
): Action {
	return {
		run: async (run) => await runOperation(operation, run, finishOf?.(run)),
		gathers: (run) => takesBatches(operation) || isTogether(operation, run),
		sameAs: (run) => (isShared(operation) ? sameAs(operation, run) : undefined),
	};
}

/** True if the list of an item can be asked for together with those of others, and taken apart. */
function isTogether(operation: AnyOperation, run: Run): boolean {
	if (!operation.together) return false;
	const { whole, limit } = outputFrom(run);
	const isAll = !operation.paging || limit() === undefined;
	return !whole && isAll && asksTogether(operation, inputFromParameters(operation.input, run));
}

/** A text that is equal for items with the same operation, input and options. */
function sameAs(operation: AnyOperation, run: Run): string | undefined {
	const { limit, ...selected } = outputFrom(run);
	const input = inputFromParameters(operation.input, run);
	const options = run.parameter('options', {});
	const most = operation.paging && limit();
	try {
		return JSON.stringify([operation.id, input, most, selected, options]);
	} catch {
		// Values that JSON does not have are rejected later, or are the item's own.
		return undefined;
	}
}

async function runOperation(operation: AnyOperation, run: Run, finish?: Finish) {
	const input = inputFromParameters(operation.input, run);
	const selected = outputFrom(run);
	const whole = isList(operation) && selected.whole;
	const how = selected.how(!whole && selected.simplify === true);
	const out: INodeExecutionData[] = [];
	const add = async (result: unknown) => {
		const rows = how.simplify && operation.rows ? operation.rows.of(result) : [result];
		for (const row of rows) {
			const added =
				how.simplify && operation.explorer
					? await columnsOfChains(operation, row, input, run)
					: undefined;
			const presented = presentItem(operation, row, how, input, added);
			const item = outputItem(presented, run.itemIndex);
			out.push(finish ? await finish(item, result as Json) : item);
		}
	};
	const addWhole = (response: unknown) =>
		out.push(outputItem(present(operation.output, response, how, input), run.itemIndex));
	if (operation.paging) {
		const limit = selected.limit();
		// Whole responses need one reader: with several readers the pages differ.
		const readers = whole ? 1 : readersIn(run);
		for await (const page of run.client.pages(operation, input, { limit, readers })) {
			if (whole) addWhole(page.response);
			else for (const item of page.items) await add(item);
		}
		return out;
	}
	// A whole response is that of this call alone.
	const response = await run.client.call(operation, input, whole ? {} : undefined);
	if (whole) addWhole(response);
	else if (isList(operation)) {
		for (const item of itemsOf(operation, response as Json)) await add(item);
	} else await add(response);
	return out;
}
