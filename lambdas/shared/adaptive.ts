import type { Clock } from '../../core/protocol/ports';
import { withRetries } from '../../core/protocol/retry';
import { PATIENT } from '../notify/patience';
import { inParallel } from './parallel';
import { isPassing } from './passing';

/** Maximum number of simultaneous items. */
const MOST = 10;
/** Pauses after temporary errors: long enough that few calls are refused. */
const PAUSES = { ...PATIENT, baseMs: 2_000, maxMs: 8_000, least: 0.5 };

/**
 * Does `work` for every item, several at once, and repeats it after a temporary error, such as throttling. No item
 * is started after `until` (Unix milliseconds); those that are not finished are rejected with their last error.
 * Results are in the order of the items.
 */
export async function adaptively<T, R>(
	items: readonly T[],
	work: (item: T) => Promise<R>,
	{ clock, until }: { clock: Clock; until: number },
): Promise<Array<PromiseSettledResult<R>>> {
	const policy = { ...PAUSES, deadline: until };
	const patiently = async (item: T) => {
		if (clock.now() >= until) throw new Error('there was no time left');
		return await withRetries(async () => await work(item), policy, { clock, mayPass: isPassing });
	};
	return (
		await inParallel(items, MOST, async (item) => await Promise.allSettled([patiently(item)]))
	).flat();
}
