import type { Clock } from '../../core/protocol/ports';
import type { StoredStates, TargetState } from '../notify/targetStates';

export type SenderMemory = ReturnType<typeof createMemory>;

/** Another environment may have disabled a target or found it slow since (ms). */
const KEEP_MS = 5_000;
/** Maximum number of states that are kept. */
const MOST = 10_000;

/** The memory of an execution environment, from one batch to the next. */
export function createMemory() {
	const kept = new Map<string, { at: number; state: TargetState }>();
	return {
		/** The states of targets; those that are read are not older than some seconds. */
		states: (
			stored: StoredStates,
			clock: Pick<Clock, 'now'>,
		): Pick<StoredStates, 'read' | 'change'> => ({
			async read(names) {
				const now = clock.now();
				const isKnown = (name: string) => now - (kept.get(name)?.at ?? -Infinity) < KEEP_MS;
				const unknown = names.filter((name) => !isKnown(name));
				const found = await stored.read(unknown);
				if (kept.size > MOST) kept.clear();
				for (const name of unknown) kept.delete(name);
				// Another environment may just have found one quick that is not known to be.
				for (const [name, state] of found) if (state.quick) kept.set(name, { at: now, state });
				return new Map(
					names.flatMap((name) => {
						const state = found.get(name) ?? kept.get(name)?.state;
						return state ? [[name, state] as const] : [];
					}),
				);
			},
			async change(name, now, apply) {
				const state = await stored.change(name, now, apply);
				kept.delete(name);
				if (state.quick) kept.set(name, { at: now, state });
				return state;
			},
		}),
	};
}
