import { isIdle } from '../../core/alertLife/state';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { NetworkEvent, PollContext, SourceState, Unreadable } from '../../core/events/event';
import { saidOfSkipped } from '../../core/events/unreadable';
import { type Failure, isFailure, mayPass } from '../../core/failure';
import { type MissingFields, missingFields } from '../../core/protocol/missing';
import type { ReportMissing } from '../../core/protocol/reading';
import { clientFor, clientOptions, pollFlights } from '../shared/client';
import { nodeError } from '../shared/errors';
import { eventItemOf } from '../shared/eventItem';
import { valuesOf } from '../shared/parameters';
import { n8nClock } from '../shared/transport';
import { unappliedIn } from '../shared/unapplied';
import {
	type Start,
	isActivation,
	isPublished,
	isScheduled,
	pollBudgetMs,
	startOf,
	tellLoss,
} from './beginning';
import type { EventMark } from './eventMark';
import { memoryOf, processMemory, triggerName } from './memory';
import { deliveryFields, pollFields } from './fields';
import { sendHeartbeat } from './heartbeat';
import { type Watch, parametersIn, watchOf } from './settings';
import { markedAgain, repeatsAfter, waitingOf } from './deliveries';
import {
	type Holding,
	type Outgoing,
	heldOrDelivered,
	holdingOf,
	keepingItem,
	noHolding,
} from './holding';
import { bounded, dueAgain, roomIn } from './unconfirmed';

const SAMPLES = 10;

/**
 * True in n8n's scheduler without durable cursors: it saves the state of polls with events only.
 * The static data is then the workflow's own, which records its changes in `__dataChanged`; a
 * durable cursor is a plain copy.
 */
function forgetsQuietPolls(context: IPollFunctions): boolean {
	return isScheduled(context) && savesWithItems(context);
}

/** True where n8n saves the state of a poll only before the execution of its items. */
export function savesWithItems(context: IPollFunctions): boolean {
	return '__dataChanged' in context.getWorkflowStaticData('node');
}

/**
 * One poll of the trigger: the new events as items, or null where there are none. `read` reads the
 * form.
 */
export async function poll(
	context: IPollFunctions,
	read: typeof watchOf = watchOf,
	activation = isActivation(context),
): Promise<INodeExecutionData[][] | null> {
	if (!activation) return await pollOnce(context, read, activation);
	const trigger = triggerName(context);
	processMemory.set(trigger, { ...processMemory.get(trigger), activating: true });
	try {
		return await pollOnce(context, read, activation);
	} finally {
		const unsavedSince = n8nClock.now();
		processMemory.set(trigger, { ...processMemory.get(trigger), activating: false, unsavedSince });
	}
}

async function pollOnce(
	context: IPollFunctions,
	read: typeof watchOf,
	activation: boolean,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	let watch: Watch;
	let pollContext: PollContext;
	let firstMs: number | undefined;
	let holding: Holding | undefined;
	let heartbeatUrl: string | undefined;
	let toItem: ToItem;
	const missing = missingFields();
	const notes = new Set<string>();
	try {
		watch = read(context, n8nClock.now());
		// Before the poll: a wrong option must not lose events that the new state no longer has.
		const parameters = parametersIn(context);
		const itemOf = eventItemOf(watch.event, watch.settings, parameters);
		const unapplied = unappliedIn(watch.event.fields, parameters);
		if (unapplied !== undefined) notes.add(unapplied);
		toItem = ({ data }) => ({ json: itemOf(data) });
		pollContext = {
			...(await pollContextOf(context, missing.report)),
			note: (sentence) => void notes.add(sentence),
		};
		holding = holdingOf(context, parameters, pollContext.maxEvents);
		({ heartbeatUrl } = valuesOf(deliveryFields, parameters));
		if (context.getMode() === 'manual') {
			return await sample(context, watch, { pollContext, missing, notes, toItem });
		}
		firstMs = repeatsAfter(context, parameters);
	} catch (error) {
		throw nodeError(node, error);
	}
	const memory = memoryOf(context, watch);
	// n8n's scheduler can poll before the poll at activation ends, which takes the baseline.
	if (!activation && memory.activating && !memory.state) return null;
	const start: Start | undefined = memory.state
		? undefined
		: startOf(context, memory, watch, activation);
	const lost = start?.beginning === 'lost' && start.startedAt === undefined;
	if (lost || memory.onlyHere) tellLoss(context, memory);
	try {
		const begun = start ? read(context, start.at, start.beginning) : watch;
		const now = n8nClock.now();
		const again = firstMs
			? dueAgain(memory.waiting, now, firstMs, pollContext.maxEvents)
			: undefined;
		const room = again ? roomIn(again.waiting) : Infinity;
		const isFull = room < 1 && memory.state !== undefined && !memory.again;
		const { events: fresh, ...rest } =
			isFull && memory.state
				? { events: [], state: memory.state, more: true }
				: await watch.event.source.poll(begun.settings, memory.again?.before ?? memory.state, {
						...pollContext,
						maxEvents: Math.max(1, Math.min(pollContext.maxEvents, room)),
					});
		if (rest.more) context.logger.debug(`${node.name}: more events wait for the next poll`);
		const missingNotes = [...notes, missing.said()].filter((said) => said !== undefined);
		const isNew = missingNotes.length > 0 && memory.isNew(missingNotes.join('\n'));
		const hintsNow = [...hintsOf(rest.skipped), ...(isNew ? missingNotes : [])];
		const hints = [...memory.hints, ...hintsNow];
		for (const hint of hintsNow) context.logger.warn(`${node.name}: ${hint}`);
		const events = [...(memory.again?.events ?? []), ...fresh];
		const startedAt = start ? start.startedAt && n8nClock.now() : memory.startedAt;
		// The state of other settings may be that of an earlier version, whose events have other
		// ids.
		const keys = [rest.state.k, ...(lost && memory.otherKey ? [memory.otherKey] : [])];
		const found = events.map((event): Outgoing => {
			const { id, timestamp } = event;
			const first =
				startedAt !== undefined && (start !== undefined || Date.parse(timestamp) <= startedAt);
			const ids = keys.map((key) => `${key}:${id}`);
			return { id, timestamp, json: toItem(event).json, mark: { ids, ...(first && { first }) } };
		});
		const repeated = memory.again?.items;
		const isOver = holding === undefined && (memory.life ?? repeated) !== undefined;
		const holds = isOver ? noHolding(pollContext.maxEvents) : holding;
		const at = { now, trigger: node.name, key: rest.state.k };
		const lived = holds && heldOrDelivered(holds, memory.life, { events, found, ...at });
		const going = lived?.going ?? found;
		const waiting = firstMs
			? bounded(
					[...(again?.waiting ?? []), ...going.map((one) => waitingOf(one, now, firstMs))],
					now,
					firstMs,
				)
			: undefined;
		const items = [
			...(repeated ?? []),
			...going.map(({ id, json, mark }): INodeExecutionData => {
				const event: EventMark = { ...mark, ...(firstMs && { confirm: id }) };
				return { json, event: event as unknown as IDataObject };
			}),
		];
		const isStored = holding !== undefined || (lived?.life !== undefined && !isIdle(lived.life));
		memory.keep({ ...rest, events }, rest.more ? startedAt : undefined, {
			waiting: waiting?.waiting,
			life: isStored ? lived?.life : undefined,
			...(lived && { items }),
		});
		const all = [
			...[...(again?.deliver ?? []), ...(waiting?.givenUp ?? [])].map((entry) =>
				markedAgain(entry, node.name),
			),
			...items,
		];
		if (all.length === 0 && lived?.isChanged && savesWithItems(context)) all.push(keepingItem());
		memory.leave(all.length === 0 ? hints : []);
		if (heartbeatUrl && !isFull) await sendHeartbeat(context, heartbeatUrl);
		if (all.length === 0) return null;
		if (hints.length > 0) (all[0].event as unknown as EventMark).hints = hints;
		return [all];
	} catch (error) {
		if (activation && isFailure(error) && isLeftToNextPoll(context, error, memory.state)) {
			context.logger.warn(
				`${node.name}: the first poll failed, and the next poll tries again: ${error.message}`,
			);
			if (start) memory.begin(start.at, start.startedAt);
			return null;
		}
		throw nodeError(node, error);
	}
}

/**
 * True if a failure of the first poll must not stop the trigger: an error there stops it until the
 * workflow is published again, although n8n shows it as active. If a user publishes the workflow
 * for the first time, the error is shown to the user, unless the service reports that it is not
 * ready.
 */
function isLeftToNextPoll(
	context: IPollFunctions,
	failure: Failure,
	state: SourceState | undefined,
): boolean {
	if (!mayPass(failure)) return false;
	return state !== undefined || !isPublished(context) || failure.kind === 'unavailable';
}

/** The client and the limits of one poll, by the options of the form. */
export async function pollContextOf(
	context: IPollFunctions,
	missing: ReportMissing,
): Promise<PollContext> {
	const parameters = parametersIn(context);
	const budget = pollBudgetMs(context);
	const { maxEvents = 500, maxPages = 100 } = valuesOf(pollFields, parameters);
	const { retry, timeoutMs } = clientOptions(parameters);
	// No request starts after the deadline; started requests and their waits end within the budget.
	const deadline = n8nClock.now() + budget * 0.5;
	const client = await clientFor(context, {
		retry: { ...retry, budgetMs: budget * 0.2, rateLimitMs: budget * 0.2, deadline },
		timeoutMs: Math.min(timeoutMs, budget * 0.25),
		missing,
		flights: pollFlights,
	});
	return {
		client,
		clock: n8nClock,
		deadline,
		maxEvents,
		maxPages,
		checksInOnePoll: forgetsQuietPolls(context),
	};
}

/** Hints of an execution about the records that were skipped. */
function hintsOf(skipped: readonly Unreadable[] = []): string[] {
	return skipped.length > 0 ? [saidOfSkipped(skipped)] : [];
}

async function sample(
	context: IPollFunctions,
	watch: Watch,
	{
		pollContext,
		missing,
		notes,
		toItem,
	}: {
		pollContext: PollContext;
		missing: MissingFields;
		notes: ReadonlySet<string>;
		toItem: ToItem;
	},
) {
	const skipped: Unreadable[] = [];
	const collecting = { ...pollContext, skip: (record: Unreadable) => void skipped.push(record) };
	const events = await watch.event.source.sample(watch.settings, collecting, SAMPLES);
	// A test of the node runs as an execution.
	const execution = context as unknown as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	const lack = missing.said();
	const hintsNow = [...hintsOf(skipped), ...notes, ...(lack === undefined ? [] : [lack])];
	for (const message of hintsNow) execution.addExecutionHints?.({ message });
	return [events.map(toItem)];
}

type ToItem = (event: NetworkEvent) => INodeExecutionData;
