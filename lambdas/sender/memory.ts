import type { Clock } from '../../core/protocol/ports';
import type { Attempted } from '../notify/attempt';
import type { StoredStates, TargetState, TargetStates } from '../notify/targetStates';

/** The memory of a sender about its targets: read from the table, kept for some seconds, and written after a batch. */

/** The memory of an execution environment, from one batch to the next: states, and when they were read. */
export type SenderMemory = Map<string, { at: number; state: TargetState }>;

/** Time for which the state of a target is cached (ms): another environment may change it. */
const KEEP_MS = 5_000;
/** Maximum number of states that are kept. */
const MOST = 10_000;

/** The states of targets; those that are read are not older than some seconds. */
export function cachedStates(
	cached: SenderMemory,
	stored: Pick<StoredStates, 'read' | 'change'>,
	clock: Pick<Clock, 'now'>,
): Pick<StoredStates, 'read' | 'change'> {
	return {
		async read(names) {
			const now = clock.now();
			if (cached.size > MOST) cached.clear();
			const unknown = names.filter((name) => now - (cached.get(name)?.at ?? -Infinity) >= KEEP_MS);
			const found = await stored.read(unknown);
			for (const name of unknown) cached.delete(name);
			// Another environment may just have found one quick that is not known to be.
			for (const [name, state] of found) if (state.quick) cached.set(name, { at: now, state });
			const states = new Map<string, TargetState>();
			for (const name of names) {
				const state = found.get(name) ?? cached.get(name)?.state;
				if (state) states.set(name, state);
			}
			return states;
		},
		async change(name, now, apply) {
			const state = await stored.change(name, now, apply);
			cached.delete(name);
			if (state.quick) cached.set(name, { at: now, state });
			return state;
		},
	};
}

/** A response after this time counts as slow (ms), and one before that as quick. */
const SLOW_MS = 5_000;
const QUICK_MS = 2_000;
/** Attempts of one message that fail before its target counts as failing: more than 5 minutes. */
const FAILING_ATTEMPTS = 3;

/** The result of an attempt of a batch. */
export interface Result {
	delivery: { target: string; id: string };
	attempted: Attempted;
}

/**
 * Writes what a batch has learned about its targets. States are written only if they change, so that
 * targets that accept their messages cost no write.
 */
export async function saveLearned(
	results: readonly Result[],
	known: TargetStates,
	states: Pick<StoredStates, 'change'>,
	now: number,
): Promise<void> {
	const byTarget = Map.groupBy(results, ({ delivery }) => delivery.target);
	await Promise.all(
		[...byTarget].map(async ([name, own]) => {
			const apply = (before: TargetState) => {
				let state = before;
				for (const result of own) state = after(state, result, now);
				return state;
			};
			const before = known.get(name) ?? {};
			if (JSON.stringify(apply(before)) === JSON.stringify(before)) return;
			await states.change(name, now, apply);
		}),
	);
}

/** The state of a target after an attempt. */
function after(
	state: TargetState,
	{ delivery, attempted: { settlement, ms, status, silent = false } }: Result,
	now: number,
): TargetState {
	if (ms === undefined) return state;
	const { quick, failing, ...rest } = state;
	const isQuick = !silent && ms <= SLOW_MS && (quick || (status !== undefined && ms < QUICK_MS));
	const next: TargetState = { ...rest, ...(isQuick && { quick: true }) };
	if (settlement.to === 'delivered') return next;
	if (failing) return { ...next, failing };
	if (settlement.attempts < FAILING_ATTEMPTS) return next;
	const reason = settlement.lastError;
	const how = { since: now, first: delivery.id, ...(status !== undefined && { status }), reason };
	return { ...next, failing: how };
}
