import type { Clock } from '../../core';
import { isPassing } from './passing';

export interface AdaptiveOptions {
	clock: Clock;
	/** Unix milliseconds: nothing is begun after it. */
	until: number;
	/** Items at once, at most. Default 10. */
	most?: number;
}

/** The pause between two begins, once there is one, and how it grows and shrinks. */
const GAP_MS = { first: 50, longest: 5_000 };
const SLOWER = 1.3;
const FASTER = 0.8;

/**
 * Does `work` for every item, as fast as the service behind it accepts: after an error that passes,
 * such as throttling, the pause between two begins grows and the item comes again; after a success
 * the pause shrinks. What did not come to its end before `until` is rejected with its last error.
 * Results are in the order of the items.
 */
export async function adaptively<T, R>(
	items: readonly T[],
	work: (item: T) => Promise<R>,
	{ clock, until, most = 10 }: AdaptiveOptions,
): Promise<Array<PromiseSettledResult<R>>> {
	const results: Array<PromiseSettledResult<R>> = items.map(() => {
		return { status: 'rejected', reason: new Error('there was no time left') };
	});
	const waiting = [...items.keys()];
	let [gap, turn, slowedAt] = [0, 0, -Infinity];

	async function once(index: number): Promise<void> {
		const begun = clock.now();
		try {
			results[index] = { status: 'fulfilled', value: await work(items[index]) };
			gap = gap * FASTER < 1 ? 0 : gap * FASTER;
		} catch (reason) {
			results[index] = { status: 'rejected', reason };
			if (!isPassing(reason)) return;
			waiting.push(index);
			// What was begun before the pace was slowed down does not show that it is still too fast.
			if (begun < slowedAt) return;
			slowedAt = clock.now();
			gap = Math.min(GAP_MS.longest, Math.max(GAP_MS.first, gap * SLOWER));
			turn = Math.max(turn, slowedAt + gap);
		}
	}

	async function lane(): Promise<void> {
		while (waiting.length > 0) {
			const at = Math.max(turn, clock.now());
			if (at >= until) return;
			turn = at + gap;
			const index = waiting.shift() as number;
			// Chance keeps the lanes of two functions from calling in step.
			if (at > clock.now()) await clock.sleep(at - clock.now() + gap * 0.2 * clock.random());
			await once(index);
		}
	}
	await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
	return results;
}
