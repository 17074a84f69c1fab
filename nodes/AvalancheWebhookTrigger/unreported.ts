import type { Repair } from '../../core/webhooks/repairs';
import { type NodeContext, nameInMemory } from './registered';

/**
 * Repairs that the next check reports, in the memory of this process: n8n can lose what hooks write to
 * static data beside a poll.
 */

/** A repair and its time (ms). */
export type DatedRepair = Repair & { at: number };

const MOST_REPAIRS = 20;
const MOST_NODES = 1_000;
const unreported = new Map<string, DatedRepair[]>();

const unknown = new Set<string>();

/** Leaves repairs for the next check of the node. */
export function leaveRepairs(context: NodeContext, repairs: readonly DatedRepair[]): void {
	if (repairs.length === 0) return;
	if (unreported.size >= MOST_NODES) unreported.clear();
	const earlier = unreported.get(nameInMemory(context)) ?? [];
	unreported.set(nameInMemory(context), [...earlier, ...repairs].slice(-MOST_REPAIRS));
}

/** The repairs that no check has reported, which are removed here. */
export function takeRepairs(context: NodeContext): DatedRepair[] {
	const repairs = unreported.get(nameInMemory(context)) ?? [];
	unreported.delete(nameInMemory(context));
	return repairs;
}

/** True if the URL of the node was not known at the last check either. Records it for this one. */
export function wasUnknown(context: NodeContext, isUnknown: boolean): boolean {
	const name = nameInMemory(context);
	const before = unknown.has(name);
	if (isUnknown) unknown.add(name);
	else unknown.delete(name);
	return before;
}
