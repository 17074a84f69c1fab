import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import { type Unreadable, saidOfSkipped } from '../../core/events/unreadable';
import { type Failure, isFailure, mayPass } from '../../core/protocol/failure';
import { present, simplify } from '../../core/fields/present';
import { clientFor, clientOptions } from '../shared/client';
import { nodeError } from '../shared/errors';
import { outputFrom } from '../shared/outputFields';
import { valuesOf } from '../shared/parameters';
import { presentationOf } from '../shared/presentation';
import { clock } from '../shared/transport';
import {
	type Start,
	isActivation,
	isPublished,
	isScheduled,
	pollBudgetMs,
	startOf,
	tellLoss,
} from './beginning';
import type { EventMark } from './handOn';
import { memoryOf } from './memory';
import { pollFields } from './fields';
import { type Watch, parametersIn, watchOf } from './settings';

const SAMPLES = 10;

/**
 * True in n8n's scheduler without durable cursors: it saves the state of polls with events only.
 * The static data is then the workflow's own, which records its changes in `__dataChanged`; a
 * durable cursor is a plain copy.
 */
function forgetsQuietPolls(context: IPollFunctions): boolean {
	return isScheduled(context) && '__dataChanged' in context.getWorkflowStaticData('node');
}

/** One poll of the trigger: the new events as items, or null where there are none. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const activation = isActivation(context);
	let watch: Watch;
	let pollContext: PollContext;
	let toItem: ToItem;
	try {
		watch = watchOf(context, clock.now());
		// Before the poll: an option that is wrong must not cost events that the state no longer has.
		toItem = toItemOf(context, watch);
		pollContext = await pollContextOf(context);
		if (context.getMode() === 'manual') return await sample(context, watch, pollContext, toItem);
	} catch (error) {
		throw nodeError(node, error);
	}
	const memory = memoryOf(context, watch);
	const start: Start | undefined = memory.state
		? undefined
		: startOf(context, memory, watch, activation);
	const lost = start?.beginning === 'lost' && start.startedAt === undefined;
	if (lost || memory.onlyHere) tellLoss(context, memory);
	try {
		const begun = start ? watchOf(context, start.at, start.beginning) : watch;
		const { events: found, ...rest } = await watch.source.poll(
			begun.settings,
			memory.again?.before ?? memory.state,
			pollContext,
		);
		if (rest.more) context.logger.debug(`${node.name}: more events wait for the next poll`);
		const hints = [...memory.hints, ...hintsOf(rest.skipped)];
		for (const hint of hintsOf(rest.skipped)) context.logger.warn(`${node.name}: ${hint}`);
		const events = [...(memory.again?.events ?? []), ...found];
		const startedAt = start ? start.startedAt && clock.now() : memory.startedAt;
		memory.keep({ ...rest, events }, rest.more ? startedAt : undefined);
		memory.leave(events.length === 0 ? hints : []);
		if (events.length === 0) return null;
		// Other settings may be those of an earlier version, whose events have other ids.
		const keys = [rest.state.k, ...(lost && memory.otherKey ? [memory.otherKey] : [])];
		const marks = events.map(({ id, timestamp }): EventMark => {
			const first =
				startedAt !== undefined && (start !== undefined || Date.parse(timestamp) <= startedAt);
			return { ids: keys.map((key) => `${key}:${id}`), ...(first && { first }) };
		});
		const items = events.map(toItem);
		if (hints.length > 0) marks[0].hints = hints;
		return [items.map((item, i) => ({ ...item, event: marks[i] as unknown as IDataObject }))];
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

async function pollContextOf(context: IPollFunctions): Promise<PollContext> {
	const parameters = parametersIn(context);
	const budget = pollBudgetMs(context);
	const { maxEvents = 500, maxPages = 100 } = valuesOf(pollFields, parameters);
	const { retry, timeoutMs } = clientOptions(parameters);
	// No request starts after the deadline; started requests and their waits end within the budget.
	const deadline = clock.now() + budget * 0.5;
	const client = await clientFor(context, {
		retry: { ...retry, budgetMs: budget * 0.2, rateLimitMs: budget * 0.2, deadline },
		timeoutMs: Math.min(timeoutMs, budget * 0.25),
	});
	return {
		client,
		clock,
		deadline,
		maxEvents,
		maxPages,
		looksInOnePoll: forgetsQuietPolls(context),
	};
}

/** What an execution says of the records that were skipped. */
function hintsOf(skipped: readonly Unreadable[] = []): string[] {
	return skipped.length > 0 ? [saidOfSkipped(skipped)] : [];
}

async function sample(
	context: IPollFunctions,
	watch: Watch,
	pollContext: PollContext,
	toItem: ToItem,
) {
	const skipped: Unreadable[] = [];
	const collecting = { ...pollContext, skip: (record: Unreadable) => void skipped.push(record) };
	const events = await watch.source.sample(watch.settings, collecting, SAMPLES);
	// A test of the node is an execution.
	const execution = context as unknown as Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	for (const message of hintsOf(skipped)) execution.addExecutionHints?.({ message });
	if (events.length > 0) return [events.map(toItem)];
	throw new NodeOperationError(context.getNode(), `There is no ${watch.what} to show`, {
		description:
			'The service currently has none that matches the parameters. Remove filters to get a sample, or activate the workflow and wait for the first one.',
	});
}

type ToItem = (event: NetworkEvent) => INodeExecutionData;

/** How the form shows events. Throws `Failure` for an option that breaks its rule. */
function toItemOf(context: IPollFunctions, watch: Watch): ToItem {
	const { output, columns, input, flat = false } = watch;
	const parameters = parametersIn(context);
	const simple = columns !== undefined && (outputFrom(parameters).simplify ?? true);
	const how = presentationOf(parameters, simple || flat);
	const shown = (data: NetworkEvent['data']): unknown => {
		if (simple) return simplify(columns, data, how, input);
		return output ? present(output, data, how, input) : data;
	};
	return ({ data }) => ({ json: shown(data) as IDataObject });
}
