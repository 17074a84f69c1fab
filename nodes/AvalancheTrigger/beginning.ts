import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { n8nClock } from '../shared/transport';
import type { Memory } from './memory';
import type { Beginning, Watch } from './settings';
import { DAY_MS } from '../../core/formats/timeUnits';

/**
 * The start of a poll without a state. Only the publication of a workflow by a user starts with a
 * new baseline: in all other cases a missing state is a loss, which is reported and limited.
 */

/** The time that n8n allows for a poll outside of its durable scheduler (ms). */
export const UNSCHEDULED_BUDGET_MS = 5 * 60_000;
/** Period of events that is read again if a state is lost, and interval between reports of the loss. */
const LOSS_MS = DAY_MS;

/** Poll contexts that were used before: the first poll of a context is the one at activation. */
const polled = new WeakSet<IPollFunctions>();

/** The time that n8n allows for a poll (ms). n8n before 2.38 does not have the method. */
export function pollBudgetMs(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
}

/** True in n8n's scheduler, which makes a context for each tick; its mode and budget show that. */
export function isScheduled(context: IPollFunctions): boolean {
	return (
		context.getActivationMode() === 'update' && pollBudgetMs(context) !== UNSCHEDULED_BUDGET_MS
	);
}

/** True for the poll that n8n makes when it activates a workflow; call it once per poll. */
export function isActivation(context: IPollFunctions): boolean {
	const first = !isScheduled(context) && !polled.has(context);
	polled.add(context);
	return first;
}

/** True if a user publishes the workflow; at a start of n8n the mode is different. */
export function isPublished(context: Pick<IPollFunctions, 'getActivationMode'>): boolean {
	return ['activate', 'update', 'create'].includes(context.getActivationMode());
}

/** The start of a poll. */
export interface Start {
	beginning: Beginning;
	/** The time of the beginning (ms). */
	at: number;
	/** If this may be a first start: events up to this time (ms) are its baseline. */
	startedAt?: number;
}

/**
 * The start of a poll without a state. `activation`: n8n makes the poll to activate the workflow.
 */
export function startOf(
	context: IPollFunctions,
	{ beganAt, startedAt, overwritten }: Memory,
	{ tellsFirst }: Watch,
	activation: boolean,
): Start {
	const now = n8nClock.now();
	if (beganAt !== undefined) {
		return { beginning: startedAt === undefined ? 'activation' : 'lost', at: beganAt, startedAt };
	}
	if (activation && isPublished(context)) return { beginning: 'form', at: now };
	if (!activation || overwritten) return { beginning: 'lost', at: now - LOSS_MS };
	// n8n starts: a workflow that was published while n8n did not run has no state either.
	if (tellsFirst) return { beginning: 'form', at: now };
	return { beginning: 'lost', at: now - LOSS_MS, startedAt: now };
}

const CAUSE =
	"Something overwrote the workflow's static data. In queue mode, a Code node that uses $getWorkflowStaticData in this workflow does that: move that node to a workflow of its own, or run n8n with durable cursors (N8N_POLLER_DURABLE_CURSORS_ENABLED, N8N_SCHEDULER_ENABLED, N8N_SCHEDULER_POLL_TRIGGERS_ENABLED and N8N_USE_WORKFLOW_PUBLICATION_SERVICE, all true).";
const OTHER_SETTINGS =
	'A parameter of the trigger has another value than when the workflow was published, such as an expression whose result changed: publish the workflow again.';
const READ_AGAIN =
	'The trigger reads the last 24 hours again. Events that n8n has recorded as processed are dropped; validators that left in the meantime are not found.';

/**
 * Reports the loss of the state as a failed execution, which also starts the error workflow, at
 * most once a day while n8n runs. The trigger continues.
 */
export function tellLoss(context: IPollFunctions, memory: Memory): void {
	const now = n8nClock.now();
	if (memory.lossReportedAt !== undefined && now - memory.lossReportedAt < LOSS_MS) return;
	memory.noteLossReport(now);
	const { onlyHere, otherKey } = memory;
	const goesOn = onlyHere
		? 'It continues from the state in the memory of this n8n process.'
		: READ_AGAIN;
	const message = otherKey
		? 'The saved state of this trigger belongs to other settings'
		: 'The saved state of this trigger is missing';
	const description = `${otherKey ? OTHER_SETTINGS : CAUSE} ${goesOn}`;
	context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}
