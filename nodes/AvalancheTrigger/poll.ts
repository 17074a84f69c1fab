import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import { type Failure, isFailure, mayPass } from '../../core/protocol/failure';
import { present, simplify } from '../../core/fields/present';
import { clientFor, clientOptions } from '../shared/client';
import { nodeError } from '../shared/errors';
import { collectionOf, numberOf } from '../shared/parameters';
import { presentationOf } from '../shared/presentation';
import { clock } from '../shared/transport';
import { type Watch, watchOf } from './settings';

/** What n8n gives a poll that its durable scheduler does not run (ms). */
const UNSCHEDULED_BUDGET_MS = 5 * 60_000;
const SAMPLES = 10;

/** Contexts that have polled: a context's first poll is the one at activation. Holds no state. */
const polled = new WeakSet<IPollFunctions>();

/** n8n's scheduler makes a context for each tick, and says so in its mode and budget. */
function isScheduled(context: IPollFunctions): boolean {
	return (
		context.getActivationMode() === 'update' && context.getPollBudgetMs() !== UNSCHEDULED_BUDGET_MS
	);
}

/**
 * True in n8n's scheduler without durable cursors: it saves the state of polls with events only. The
 * static data is then the workflow's own, which notes its changes in `__dataChanged`; a durable
 * cursor is a plain copy.
 */
function forgetsQuietPolls(context: IPollFunctions): boolean {
	return isScheduled(context) && '__dataChanged' in context.getWorkflowStaticData('node');
}

/** One poll of the trigger: the new events as items, or null where there are none. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const activation = !isScheduled(context) && !polled.has(context);
	polled.add(context);
	let watch: Watch;
	let pollContext: PollContext;
	try {
		watch = watchOf(context, clock.now());
		pollContext = await pollContextOf(context);
		if (context.getMode() === 'manual') return await sample(context, watch, pollContext);
	} catch (error) {
		throw nodeError(node, error);
	}
	const memory = memoryOf(context, watch);
	try {
		const begun = memory.beganAt === undefined ? watch : watchOf(context, memory.beganAt, true);
		const { events, state, more } = await watch.source.poll(
			begun.settings,
			memory.state,
			pollContext,
		);
		if (more) context.logger.debug(`${node.name}: more events wait for the next poll`);
		memory.keep(state);
		return events.length > 0 ? [itemsOf(context, watch, events)] : null;
	} catch (error) {
		if (activation && isFailure(error) && isLeftToNextPoll(context, error, memory.state)) {
			context.logger.warn(
				`${node.name}: the first poll failed and is left to the next: ${error.message}`,
			);
			if (!memory.state) memory.begin(memory.beganAt ?? clock.now());
			return null;
		}
		throw nodeError(node, error);
	}
}

/**
 * True where the first poll's failure must not stop the trigger: a throw there does, until the
 * workflow is published again, and n8n still shows it as active. Where a user publishes it for the
 * first time, the error is for the user, unless the service says by itself that it is not ready.
 */
function isLeftToNextPoll(
	context: IPollFunctions,
	failure: Failure,
	state: SourceState | undefined,
): boolean {
	if (!mayPass(failure)) return false;
	const published = ['activate', 'update', 'create'].includes(context.getActivationMode());
	return state !== undefined || !published || failure.kind === 'unavailable';
}

/**
 * The state of this node. n8n's durable scheduler forgets what the activation poll wrote for the
 * node, but keeps what it wrote for the workflow: so a baseline is written to both, and the
 * workflow's copy counts where the node has none for these settings. Where the poll at activation was
 * left to the next, the moment of activation stands in place of a baseline: n8n's scheduler without
 * durable cursors would not save a baseline that a later poll takes.
 */
function memoryOf(context: IPollFunctions, { source, settings }: Watch) {
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const anchor = `avalancheTrigger:${context.getNode().id}`;
	const key = source.key(settings);
	const fits = (state: unknown) => (state as SourceState | undefined)?.k === key;
	const found = [own.state, shared[anchor]].find(fits) as SourceState | undefined;
	const beganAt = found?.beganAt as number | undefined;
	const state = beganAt === undefined ? found : undefined;
	const keep = (next: SourceState) => {
		if (!state) shared[anchor] = next as IDataObject;
		own.state = next as IDataObject;
	};
	return {
		state,
		/** When the trigger was activated (ms), where no poll has succeeded since. */
		beganAt,
		keep,
		begin: (at: number) => keep({ k: key, beganAt: at }),
	};
}

async function pollContextOf(context: IPollFunctions): Promise<PollContext> {
	const options = collectionOf(context.getNodeParameter('options', {}));
	const budget = context.getPollBudgetMs();
	const whole = (name: string, fallback: number, max: number) =>
		Math.min(max, Math.max(1, Math.floor(numberOf(options[name])) || fallback));
	const { retry, timeoutMs } = clientOptions(options);
	// Nothing begins after the deadline; what has begun, and the wait before it, ends in the budget.
	const deadline = clock.now() + budget * 0.5;
	const client = await clientFor(context, {
		retry: { ...retry, budgetMs: budget * 0.2, rateLimitMs: budget * 0.2, deadline },
		timeoutMs: Math.min(timeoutMs, budget * 0.25),
	});
	return {
		client,
		clock,
		deadline,
		maxEvents: whole('maxEvents', 500, 10_000),
		maxPages: whole('maxPages', 100, 10_000),
		looksInOnePoll: forgetsQuietPolls(context),
	};
}

async function sample(context: IPollFunctions, watch: Watch, pollContext: PollContext) {
	const events = await watch.source.sample(watch.settings, pollContext, SAMPLES);
	if (events.length > 0) return [itemsOf(context, watch, events)];
	throw new NodeOperationError(context.getNode(), `There is no ${watch.what} to show`, {
		description:
			'The service has none that fits the parameters right now. Loosen the filters to see a sample, or activate the workflow and wait for the first one.',
	});
}

function itemsOf(
	context: IPollFunctions,
	watch: Watch,
	events: NetworkEvent[],
): INodeExecutionData[] {
	const { output, columns, input, flat = false } = watch;
	const simple = columns !== undefined && context.getNodeParameter('simplify', true) === true;
	const how = presentationOf(collectionOf(context.getNodeParameter('options', {})), simple || flat);
	const shown = (data: NetworkEvent['data']): unknown => {
		if (simple) return simplify(columns, data, how, input);
		return output ? present(output, data, how, input) : data;
	};
	return events.map(({ data }) => ({ json: shown(data) as IDataObject }));
}
