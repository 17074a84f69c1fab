import type { Clock } from '../../core/protocol/ports';
import { isPassing } from './passing';

/** Maximum number of simultaneous items. */
const MOST = 10;
/** Pause between two starts (ms), after the first error: initial and maximum value, and factors. */
const GAP_MS = { first: 50, longest: 5_000 };
const SLOWER = 1.3;
const FASTER = 0.8;

/**
 * Does `work` for every item, as fast as the service accepts it: after a temporary error, such as
 * throttling, the pause between two starts grows and the item is repeated; after a success the
 * pause shrinks. No item is started after `until` (Unix milliseconds); those that are not finished are rejected
 * with their last error. Results are in the order of the items.
 */
export async function adaptively<T, R>(
	items: readonly T[],
	work: (item: T) => Promise<R>,
	{ clock, until }: { clock: Clock; until: number },
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
			// A request from before the last slow-down is no sign that the present pace is too
			// fast.
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
			// A random part keeps the lanes of two functions from calling at the same time.
			if (at > clock.now()) await clock.sleep(at - clock.now() + gap * 0.2 * clock.random());
			await once(index);
		}
	}
	await Promise.all(Array.from({ length: Math.min(MOST, items.length) }, lane));
	return results;
}
