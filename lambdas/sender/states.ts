import type { Attempted } from '../notify/attempt';
import type { TargetState, TargetStates } from '../notify/store';
import type { TargetBook } from '../notify/targetBook';

/**
 * Observations of a batch about its targets. States are written only if they change, so that targets that
 * accept their messages cost no write.
 */

/** A response after this time counts as slow (ms), and one before that as quick. */
const SLOW_MS = 5_000;
const QUICK_MS = 2_000;
/** Attempts of one message that fail before its target counts as failing: more than 5 minutes. */
const FAILING_ATTEMPTS = 3;

export interface Learned {
	/** The result of an attempt, with the id of its message. */
	attempted(target: string, id: string, attempted: Attempted): void;
	/** Writes the states that differ. */
	save(book: TargetBook, now: number): Promise<void>;
}

export function createLearned(): Learned {
	const results = new Map<string, Array<Attempted & { id: string }>>();

	function changed(states: Readonly<TargetStates>, now: number): TargetStates {
		const changes: TargetStates = {};
		for (const [target, attempts] of results) {
			const before: TargetState = states[target] ?? {};
			const next = attempts.reduce((state, one) => after(state, one, now), before);
			if (JSON.stringify(next) !== JSON.stringify(before)) changes[target] = next;
		}
		return changes;
	}

	return {
		attempted(target, id, attempted) {
			const list = results.get(target) ?? [];
			list.push({ ...attempted, id });
			results.set(target, list);
		},
		async save(book, now) {
			// The states of all targets are compared only if one of these differs.
			if (Object.keys(changed(book.states(), now)).length === 0) return;
			await book.change((states) => void Object.assign(states, changed(states, now)));
		},
	};
}

/** The state of a target after an attempt. */
function after(
	state: TargetState,
	{ id, settlement, ms, status, silent = false }: Attempted & { id: string },
	now: number,
): TargetState {
	if (ms === undefined) return state;
	const { slow = false, failing, ...rest } = state;
	const delivered = settlement.to === 'delivered';
	const isSlow = silent || ms > SLOW_MS || (slow && !(delivered && ms < QUICK_MS));
	const next = { ...rest, ...(isSlow && { slow: true }) };
	if (delivered) return next;
	if (failing) return { ...next, failing };
	if (settlement.attempts < FAILING_ATTEMPTS) return next;
	const reason = settlement.lastError;
	return {
		...next,
		failing: { since: now, first: id, ...(status !== undefined && { status }), reason },
	};
}
