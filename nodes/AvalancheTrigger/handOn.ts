import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { n8nClock } from '../shared/transport';
import { UNSCHEDULED_BUDGET_MS } from './beginning';
import { confirm, confirmedOf } from './confirmations';
import type { EventMark } from './eventMark';
import { inTurn } from './inTurn';
import { poll } from './poll';
import { type RecordedHold, type Holdable, heldNow } from './silences';
import { givenUpItem } from './unconfirmed';

/**
 * The part of the trigger that runs inside an execution: it returns the events of the poll, except
 * those that n8n's database has recorded as processed. A poll that cannot determine whether its
 * events were executed delivers them again.
 */

/** Maximum number of ids that n8n's database keeps for a trigger. */
const MOST_IDS = 10_000;
const OPTIONS = { mode: 'entries', maxEntries: MOST_IDS } as const;

export const ALL_KNOWN =
	'An earlier execution has already processed these events. After a start of n8n, or when the saved state was lost, the trigger delivers again all events that may not have been executed.';

export const ALL_HELD =
	'The options of the trigger hold all new events: n8n has saved them with this execution, and the trigger delivers them later.';

export const ALL_CONFIRMED =
	'The workflow has confirmed these events: the trigger delivers each event several times, as it cannot know that before the execution.';

/** The items of a poll that are new, or samples if a user tests the node. */
export async function handOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (context.getMode() === 'manual') return (await poll(asPoll(context))) ?? [[]];
	const given = context.getInputData();
	const items = given.filter((item) => !handedMark(item).keeps);
	if (items.length < given.length) context.addExecutionHints({ message: ALL_HELD });
	for (const message of given.flatMap((item) => handedMark(item).hints ?? [])) {
		context.addExecutionHints({ message });
	}
	// A retried execution returns all items, as its user expects them.
	const untilConfirmed = items.some((item) => handedMark(item).confirm !== undefined);
	const select = untilConfirmed ? unconfirmedOnes : newOnes;
	const fresh = context.getMode() === 'trigger' ? await select(context, items) : items;
	if (fresh.length === 0 && items.length > 0 && !untilConfirmed) {
		context.addExecutionHints({ message: ALL_KNOWN });
	}
	return [fresh.map(asHandedOn)];
}

/** The items that n8n has not recorded as processed; they are recorded. */
export async function newOnes(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	try {
		return await inTurn(key, () => recorded(context, items));
	} catch (error) {
		// A repeated event is preferred to a lost one.
		context.logger.warn(
			`${context.getNode().name}: n8n's record of processed events cannot be used: ${(error as Error).message}`,
		);
		return items;
	}
}

/**
 * The items that the workflow has not confirmed. They are recorded as delivered, which only counts if the
 * option is switched off.
 */
async function unconfirmedOnes(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { name } = context.getNode();
	try {
		const { helpers } = context;
		const isBaseline =
			items.some((item) => handedMark(item).first) &&
			(await helpers.getProcessedDataCount('node', OPTIONS)) === 0;
		const baseline = items.filter((item) => isBaseline && handedMark(item).first);
		await confirm(
			context,
			name,
			baseline.flatMap((item) => handedMark(item).confirm ?? []),
		);
		const due = items.filter((item) => !baseline.includes(item));
		const confirmed = await confirmedOf(context, name, due.flatMap(namesIn));
		const left = due.flatMap((item) => leftOf(item, confirmed, name));
		if (left.length === 0) context.addExecutionHints({ message: ALL_CONFIRMED });
		const { going, wanted } = await withoutHeld(context, left);
		await newOnes(context, going);
		return [...going, ...(await newOnes(context, wanted))];
	} catch (error) {
		// A repeated event is preferred to a lost one.
		context.logger.warn(
			`${name}: n8n's record of confirmed events cannot be used: ${(error as Error).message}`,
		);
		return items;
	}
}

const MOST_HINTS = 10;

/**
 * The items that no silence or acknowledgement of the workflow holds, and those that the user wants to
 * see although one does. Nobody needs an event of an acknowledged alert later: it is confirmed.
 */
async function withoutHeld(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<Record<'going' | 'wanted', INodeExecutionData[]>> {
	const holdables = items.flatMap((item) => handedMark(item).holdable ?? []);
	const held = await heldNow(context, holdables, n8nClock.now());
	const holdOf = (item: INodeExecutionData) =>
		held.get(handedMark(item).holdable as Holdable) as RecordedHold | undefined;
	const stopped = items.filter(holdOf);
	if (stopped.length === 0) return { going: items, wanted: [] };
	const known = stopped.filter((item) => holdOf(item)?.kind === 'acknowledged');
	await confirm(context, context.getNode().name, known.flatMap(namesIn));
	for (const item of stopped.slice(0, MOST_HINTS)) {
		const message = `Held: ${String(item.json.title)}: ${holdOf(item)?.because}`;
		context.addExecutionHints({ message });
	}
	if (stopped.length > MOST_HINTS) {
		const message = `Held: ${stopped.length - MOST_HINTS} more events`;
		context.addExecutionHints({ message });
	}
	const wanted = stopped
		.filter((item) => handedMark(item).showHeld)
		.map((item): INodeExecutionData => {
			const mark: EventMark = { ids: handedMark(item).ids.map((id) => `${id}:held`) };
			const id = `${String(item.json.id)}:held`;
			const json = { ...item.json, id, held: true, heldBecause: holdOf(item)?.because };
			return { ...item, json, event: mark as unknown as IDataObject };
		});
	return { going: items.filter((item) => !holdOf(item)), wanted };
}

/** The ids that an item is confirmed by: its own, and those of the events that it gives up. */
function namesIn(item: INodeExecutionData): string[] {
	const { confirm: own = '', givesUp = [] } = handedMark(item);
	return [own, ...givesUp.map(({ id }) => id)];
}

/** The item without confirmed events; empty if none of its events is left. */
function leftOf(
	item: INodeExecutionData,
	confirmed: ReadonlySet<string>,
	trigger: string,
): INodeExecutionData[] {
	const { confirm: own = '', givesUp } = handedMark(item);
	if (confirmed.has(own)) return [];
	if (!givesUp) return [item];
	const left = givesUp.filter(({ id }) => !confirmed.has(id));
	if (left.length === 0) return [];
	const { occurredAt } = item.json as { occurredAt: string };
	return [{ ...item, json: givenUpItem({ id: own, occurredAt }, left, trigger) }];
}

async function recorded(
	{ helpers }: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	let due = items;
	if (items.some((item) => handedMark(item).first)) {
		const known = await helpers.getProcessedDataCount('node', OPTIONS);
		if (known === 0) due = items.filter((item) => !handedMark(item).first);
	}
	const ids = due.flatMap((item) => handedMark(item).ids);
	if (ids.length === 0) return due;
	const { processed } = await helpers.checkProcessedAndRecord(ids, 'node', OPTIONS);
	const known = new Set(processed);
	return due.filter((item) => !handedMark(item).ids.some((id) => known.has(id)));
}

/** Items of an earlier version of the node have no mark. */
export function handedMark({ event }: INodeExecutionData): EventMark {
	return (event as EventMark | undefined) ?? { ids: [] };
}

/** The item as the workflow gets it. */
export function asHandedOn(item: INodeExecutionData): INodeExecutionData {
	const handedOn = { ...item };
	delete handedOn.event;
	return handedOn;
}

/** The context of an execution as that of a poll: a node with `execute` gets no other one in a test. */
export function asPoll(context: IExecuteFunctions): IPollFunctions {
	const own: Partial<IPollFunctions> = {
		getNodeParameter: (name: string, fallback?: unknown, options?: object) =>
			context.getNodeParameter(name, 0, fallback, options) as never,
		getActivationMode: () => 'manual',
		getPollBudgetMs: () => UNSCHEDULED_BUDGET_MS,
	};
	return Object.assign(Object.create(context) as IPollFunctions, own);
}
