import { packFingerprints, unpackFingerprints } from './fingerprints';

/**
 * Changes that are not reported yet, by the time (ms) at which a poll first saw them: oldest first,
 * each with the packed fingerprints of the changed validators.
 */
export type Waiting = Array<[observedAt: number, marks: string]>;

/** Time (ms) when each waiting change was first seen, by fingerprint. */
export function observedTimes(waiting: Waiting = []): Map<number, number> {
	const observed = new Map<number, number>();
	for (const [at, marks] of waiting) {
		for (const mark of unpackFingerprints(marks).keys()) observed.set(mark, at);
	}
	return observed;
}

/** The changes that still wait, packed; `undefined` if there are none. */
export function packWaiting(observed: ReadonlyMap<number, number>): Waiting | undefined {
	const byMoment = new Map<number, Map<number, number>>();
	for (const [mark, at] of observed) {
		const marks = byMoment.get(at) ?? new Map<number, number>();
		byMoment.set(at, marks.set(mark, 0));
	}
	if (byMoment.size === 0) return undefined;
	return [...byMoment]
		.sort(([a], [b]) => a - b)
		.map(([at, marks]) => [at, packFingerprints(marks)]);
}
