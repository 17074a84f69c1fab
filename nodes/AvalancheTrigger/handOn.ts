import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UNSCHEDULED_BUDGET_MS } from './beginning';
import { poll } from './poll';

/**
 * What the trigger does inside an execution: it hands on what the poll found, less what n8n's database
 * knows as handed on. A poll that cannot know whether its events were executed hands them over again.
 */

/** What an item carries from the poll to the execution, beside what it shows. */
export interface EventMark {
	/** Names of the event: it was handed on where the database knows one of them. */
	ids: string[];
	/** True of what is a baseline, should this be the first start of the trigger. */
	first?: true;
}

/** Ids that n8n's database keeps of a trigger: the newest ones. */
const MOST_IDS = 10_000;
const OPTIONS = { mode: 'entries', maxEntries: MOST_IDS } as const;

const ALL_KNOWN =
	'An earlier execution has already processed these events. After a start of n8n, or when the saved state was lost, the trigger delivers again all events that may not have been executed.';

/** The items of a poll that are new, or samples where a person tests the node. */
export async function handOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (context.getMode() === 'manual') return (await poll(asPoll(context))) ?? [[]];
	const items = context.getInputData();
	// A person who retries an execution wants its items.
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
		// Twice is better than never.
		context.logger.warn(
			`${context.getNode().name}: n8n's record of processed events cannot be used: ${(error as Error).message}`,
		);
		return items;
	}
}

/** Nothing is known of items that a poll of an earlier version handed over. */
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
