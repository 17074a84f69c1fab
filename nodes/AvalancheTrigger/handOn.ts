import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UNSCHEDULED_BUDGET_MS } from './beginning';
import { poll } from './poll';

/**
 * The part of the trigger that runs inside an execution: it returns the events of the poll, except
 * those that n8n's database has recorded as processed. A poll that cannot determine whether its
 * events were executed delivers them again.
 */

/** Data that an item carries from the poll to the execution, in addition to its fields. */
export interface EventMark {
	/** Names of the event: it was processed if the database has one of them. */
	ids: string[];
	/** True if this is a baseline, in case this is the first start of the trigger. */
	first?: true;
	/** What the execution says beside its items; the first item carries it. */
	hints?: string[];
}

/** Maximum number of ids that n8n's database keeps for a trigger. */
const MOST_IDS = 10_000;
const OPTIONS = { mode: 'entries', maxEntries: MOST_IDS } as const;

const ALL_KNOWN =
	'An earlier execution has already processed these events. After a start of n8n, or when the saved state was lost, the trigger delivers again all events that may not have been executed.';

/** The items of a poll that are new, or samples if a user tests the node. */
export async function handOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (context.getMode() === 'manual') return (await poll(asPoll(context))) ?? [[]];
	const items = context.getInputData();
	for (const message of items.flatMap((item) => markOf(item).hints ?? [])) {
		context.addExecutionHints({ message });
	}
	// A user who retries an execution expects its items.
	const fresh = context.getMode() === 'trigger' ? await newOnes(context, items) : items;
	if (fresh.length === 0 && items.length > 0) context.addExecutionHints({ message: ALL_KNOWN });
	return [fresh.map(withoutMark)];
}

async function newOnes(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { helpers } = context;
	try {
		let due = items;
		if (items.some((item) => markOf(item).first)) {
			const known = await helpers.getProcessedDataCount('node', OPTIONS);
			if (known === 0) due = items.filter((item) => !markOf(item).first);
		}
		const ids = due.flatMap((item) => markOf(item).ids);
		if (ids.length === 0) return due;
		const { processed } = await helpers.checkProcessedAndRecord(ids, 'node', OPTIONS);
		const known = new Set(processed);
		return due.filter((item) => !markOf(item).ids.some((id) => known.has(id)));
	} catch (error) {
		// A repeated event is better than a lost one.
		context.logger.warn(
			`${context.getNode().name}: n8n's record of processed events cannot be used: ${(error as Error).message}`,
		);
		return items;
	}
}

/** Items of an earlier version of the node have no mark. */
function markOf({ event }: INodeExecutionData): EventMark {
	return (event as EventMark | undefined) ?? { ids: [] };
}

function withoutMark(item: INodeExecutionData): INodeExecutionData {
	const shown = { ...item };
	delete shown.event;
	return shown;
}

/** The context of an execution as that of a poll: a node with `execute` gets no other one in a test. */
function asPoll(context: IExecuteFunctions): IPollFunctions {
	const own: Partial<IPollFunctions> = {
		getNodeParameter: (name: string, fallback?: unknown) =>
			context.getNodeParameter(name, 0, fallback) as never,
		getActivationMode: () => 'manual',
		getPollBudgetMs: () => UNSCHEDULED_BUDGET_MS,
	};
	return Object.assign(Object.create(context) as IPollFunctions, own);
}
