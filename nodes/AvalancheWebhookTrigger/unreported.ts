import type { INode, IWorkflowMetadata } from 'n8n-workflow';
import type { Repair } from '../../core/webhooks/repairs';

/**
 * Repairs that the next check reports, in the memory of this process: n8n can lose what hooks write to
 * static data beside a poll.
 */

interface Context {
	getNode(): INode;
	getWorkflow(): IWorkflowMetadata;
}

/** A repair and its time (ms). */
export type DatedRepair = Repair & { at: number };

const MOST_REPAIRS = 20;
const MOST_NODES = 1_000;
const unreported = new Map<string, DatedRepair[]>();

const missing = new Set<string>();

const nameOf = (context: Context) => `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

/** Leaves repairs for the next check of the node. */
export function leaveRepairs(context: Context, repairs: readonly DatedRepair[]): void {
	if (repairs.length === 0) return;
	if (unreported.size >= MOST_NODES) unreported.clear();
	const earlier = unreported.get(nameOf(context)) ?? [];
	unreported.set(nameOf(context), [...earlier, ...repairs].slice(-MOST_REPAIRS));
}

/** The repairs that no check has reported, which are removed here. */
export function takeRepairs(context: Context): DatedRepair[] {
	const repairs = unreported.get(nameOf(context)) ?? [];
	unreported.delete(nameOf(context));
	return repairs;
}

/** True if webhooks were missing at the last check, too. Records the result of this one. */
export function wereMissing(context: Context, areMissing: boolean): boolean {
	const name = nameOf(context);
	const before = missing.has(name);
	if (areMissing) missing.add(name);
	else missing.delete(name);
	return before;
}
