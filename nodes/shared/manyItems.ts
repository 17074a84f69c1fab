import { createWidth } from '../../core/protocol/width';
import type { Action, Run } from './action';
import { manyItemsIn } from './callOptions';
import { equalItems } from './equalItems';
import type { Parameters } from './parameters';
import { slotsOf } from './slots';

/**
 * The processing of several input items: a few at once, calls that may be sent in one request together, and equal
 * items in one run. The options of the first item apply; `given` is the number at once, if the user sets it.
 */
export function manyItems(parameters: Parameters, given?: number) {
	const { batchSize, shareEqual } = manyItemsIn(parameters);
	const width = createWidth();
	const concurrency = () => given ?? width.count;
	const inSlot = slotsOf(concurrency);
	const equal = shareEqual ? equalItems() : undefined;
	let widen: (most: number) => void = () => undefined;
	let failed = false;

	async function work(action: Action, one: Run) {
		if (!action.gathers?.(one)) {
			return await inSlot(async () => (failed ? [] : await action.run(one)));
		}
		// Calls that are gathered wait for each other; the client bounds their requests.
		widen(concurrency() * batchSize);
		return await action.run(one);
	}

	return {
		width,
		gather: { batchSize, concurrency },

		/** Runs an action for one item. */
		async run(action: Action, one: Run) {
			if (!equal) return await work(action, one);
			const same = action.sameAs?.(one);
			return await equal.of(same, one.itemIndex, async () => await work(action, one));
		},

		/** The results of all items, in their order. Throws the first error. */
		async all<T>(count: number, runItem: (itemIndex: number) => Promise<T>): Promise<T[]> {
			const results = new Array<T>(count);
			const workers: Array<Promise<void>> = [];
			let next = 0;
			async function worker(): Promise<void> {
				while (next < count && !failed) {
					const itemIndex = next++;
					let isDone = false;
					try {
						results[itemIndex] = await runItem(itemIndex);
						isDone = true;
					} finally {
						failed ||= !isDone;
					}
					widen(concurrency());
				}
			}
			widen = (most) => {
				while (workers.length < Math.min(most, count)) {
					const started = worker();
					// Its error is thrown when all are awaited, also if another ends later.
					started.catch(() => undefined);
					workers.push(started);
				}
			};
			widen(concurrency());
			// Their number may grow meanwhile.
			for (let known = 0; known < workers.length; ) {
				known = workers.length;
				await Promise.all(workers);
			}
			return results;
		},
	};
}
