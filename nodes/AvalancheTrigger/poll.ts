import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import { isFailure } from '../../core/protocol/failure';
import { clientFor, clientOptions } from '../shared/client';
import { nodeError } from '../shared/errors';
import { simplifiedBy } from '../shared/output';
import { collectionOf, numberOf } from '../shared/parameters';
import { clock } from '../shared/transport';
import { type Watch, watchOf } from './settings';

/** What n8n gives a poll that its durable scheduler does not run (ms). */
const UNSCHEDULED_BUDGET_MS = 5 * 60_000;
const SAMPLES = 10;

/** Contexts that have polled: a context's first poll is the one at activation. Holds no state. */
const polled = new WeakSet<IPollFunctions>();

/** n8n's scheduler makes a context for each tick, and says so in its mode and budget. */
function isActivation(context: IPollFunctions): boolean {
	const scheduled =
		context.getActivationMode() === 'update' && context.getPollBudgetMs() !== UNSCHEDULED_BUDGET_MS;
	return !scheduled && !polled.has(context);
}

/** One poll of the trigger: the new events as items, or null where there are none. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const activation = isActivation(context);
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
		const { events, state, more } = await watch.source.poll(
			watch.settings,
			memory.state,
			pollContext,
		);
		if (more) context.logger.debug(`${node.name}: more events wait for the next poll`);
		memory.keep(state);
		return events.length > 0 ? [itemsOf(context, watch, events)] : null;
	} catch (error) {
		// A throw here would stop the trigger until the workflow is published again; the next poll
		// goes on from the same state.
		if (activation && memory.state && isFailure(error) && error.retryable) {
			context.logger.warn(
				`${node.name}: the first poll failed and is left to the next: ${error.message}`,
			);
			return null;
		}
		throw nodeError(node, error);
	}
}

/**
 * The state of this node. n8n's durable scheduler forgets what the activation poll wrote for the
 * node, but keeps what it wrote for the workflow: so a baseline is written to both, and the
 * workflow's copy counts where the node has none for these settings.
 */
function memoryOf(context: IPollFunctions, { source, settings }: Watch) {
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const anchor = `avalancheTrigger:${context.getNode().id}`;
	const key = source.key(settings);
	const fits = (state: unknown) => (state as SourceState | undefined)?.k === key;
	const state = [own.state, shared[anchor]].find(fits) as SourceState | undefined;
	return {
		state,
		keep(next: SourceState) {
			if (!state) shared[anchor] = next as IDataObject;
			own.state = next as IDataObject;
		},
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
		retry: { ...retry, budgetMs: budget * 0.2, deadline },
		timeoutMs: Math.min(timeoutMs, budget * 0.25),
	});
	return {
		client,
		clock,
		deadline,
		maxEvents: whole('maxEvents', 500, 10_000),
		maxPages: whole('maxPages', 100, 10_000),
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
	const simplify = watch.simplify && context.getNodeParameter('simplify', true) === true;
	return events.map(({ data }) => ({
		json: (simplify ? simplifiedBy(watch.simplify ?? [], data) : data) as IDataObject,
	}));
}
