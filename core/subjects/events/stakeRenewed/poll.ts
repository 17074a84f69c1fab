import {
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	oldestFirst,
	pollMark,
	stateFor,
	watchedOf,
} from '../../../events/event';
import type { Change, Changes } from './changes';
import { itemOf } from './items';
import type { Renewed } from './renewed';

/** A poll of auto-renewed stakes. */

/** The stored state: the stakes, and the number of polls with events. */
interface RenewedState extends SourceState {
	n: number;
	stakes: Renewed[];
}

/** A poll: the changes that fit, and the state after them. The first one takes the baseline. */
export function pollOf(
	k: string,
	previous: SourceState | undefined,
	found: ReadonlyMap<string, Renewed>,
	changes: Changes,
	context: PollContext,
): PollResult {
	const known = stateFor(k, previous) as RenewedState | undefined;
	const { n = 0, stakes: before = [] } = known ?? {};
	const at = context.clock.now();
	const watched = watchedOf(k, context);
	const events: NetworkEvent[] = [];
	const stakes: Renewed[] = [];
	let more = false;
	for (const one of before) {
		const all = changes(one);
		const fitting = all.slice(0, context.maxEvents - events.length);
		more ||= fitting.length < all.length;
		for (const change of fitting) {
			events.push(itemOf(change, `${watched}:${occurrenceOf(change, pollMark(at, n + 1))}`, at));
		}
		const isDone = fitting.length === all.length && (all.length > 0 || found.has(one.txId));
		const last = fitting.length > 0 ? fitting[fitting.length - 1].after : one;
		const after = isDone && last ? found.get(one.txId) : last;
		if (after) stakes.push(after);
	}
	const knownIds = new Set(before.map(({ txId }) => txId));
	stakes.push(...[...found.values()].filter(({ txId }) => !knownIds.has(txId)));
	const state: RenewedState = { ...known, k, n: events.length > 0 ? n + 1 : n, stakes };
	return { events: oldestFirst(events), state, more };
}

/** Identifies a change: the period where it has one, otherwise the poll that first saw it. */
function occurrenceOf({ kind, before, after }: Change, mark: string): string {
	const time = { renewed: after?.startTime, configured: mark, ended: before.endTime }[kind];
	return [before.txId, kind, time].join(':');
}
