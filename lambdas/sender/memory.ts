import type { Clock } from '../../core';
import type { Store } from '../notify/store';
import { type TargetBook, openTargetBook } from '../notify/targetBook';

/** The memory of an execution environment, from one batch to the next. */
export interface SenderMemory {
	/** The states of targets, not older than some seconds. */
	book(store: Store, clock: Pick<Clock, 'now'>): Promise<TargetBook>;
	/** Earliest time of the next request to a target with a rate (Unix milliseconds), by its name. */
	turns: Map<string, number>;
}

/** Another environment may have disabled a target or found it slow since (ms). */
const KEEP_MS = 5_000;

export function createMemory(): SenderMemory {
	let kept: { at: number; states: Awaited<ReturnType<Store['targets']>> } | undefined;
	return {
		turns: new Map(),
		async book(store, clock) {
			if (!kept || clock.now() - kept.at >= KEEP_MS) {
				kept = { at: clock.now(), states: await store.targets() };
			}
			const { states } = kept;
			let first = true;
			return await openTargetBook({
				...store,
				async targets() {
					if (first) {
						first = false;
						return states;
					}
					return await store.targets();
				},
				async moveTargets(from, targets) {
					// The next batch reads what was written.
					kept = undefined;
					return await store.moveTargets(from, targets);
				},
			});
		},
	};
}
