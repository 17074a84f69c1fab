import type { Store, TargetState, TargetStates } from './store';

/** The states of all targets: read once by a run, changed by conditional writes. */
export interface TargetBook {
	/** The states that were last read or written. */
	states(): Readonly<TargetStates>;
	/** Applies a change to the newest states and writes them if they differ. */
	change(apply: (targets: TargetStates) => void): Promise<void>;
	/** Records that deliveries for these targets will be put. */
	announce(names: Iterable<string>, now: number): Promise<void>;
}

/** Time for which an announcement is valid (ms): the pieces of a fan-out share one. */
export const ANNOUNCE_MS = 30_000;

/** Reads the states of all targets. */
export async function openTargetBook(store: Store): Promise<TargetBook> {
	let { version, targets } = await store.targets();

	async function change(apply: (states: TargetStates) => void): Promise<void> {
		for (;;) {
			const next = structuredClone(targets);
			apply(next);
			for (const [name, state] of Object.entries(next)) {
				if (Object.keys(state).length === 0) delete next[name];
			}
			if (JSON.stringify(next) === JSON.stringify(targets)) return;
			if (await store.moveTargets(version, next)) {
				version++;
				targets = next;
				return;
			}
			// Another run was faster: the change is applied to its states.
			({ version, targets } = await store.targets());
		}
	}

	// Changes of one run are made one after the other: simultaneous ones would conflict.
	let last: Promise<unknown> = Promise.resolve();
	const inTurn: TargetBook['change'] = (apply) => {
		const turn = last.then(() => change(apply));
		last = turn.catch(() => undefined);
		return turn;
	};

	return {
		states: () => targets,
		change: inTurn,
		async announce(names, now) {
			const wanted = [...names];
			const isKnown = (state?: TargetState) =>
				state?.dueAt !== undefined &&
				state.dueAt <= now &&
				state.emptyAt === undefined &&
				now - (state.announcedAt ?? 0) < ANNOUNCE_MS;
			if (wanted.every((name) => isKnown(targets[name]))) return;
			await inTurn((states) => {
				for (const name of wanted) {
					const { emptyAt: _, ...state } = states[name] ?? {};
					const dueAt = Math.min(state.dueAt ?? now, now);
					states[name] = { ...state, dueAt, announcedAt: now };
				}
			});
		},
	};
}
