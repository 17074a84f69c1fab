/** Runs work when one of so many slots is free, in the order of the calls; their number may change. */
export function slotsOf(count: () => number): <T>(work: () => Promise<T>) => Promise<T> {
	let busy = 0;
	const waiting: Array<() => void> = [];
	const start = () => {
		for (; busy < count() && waiting.length > 0; busy++) waiting.shift()?.();
	};
	return async (work) => {
		const turn = new Promise<void>((resolve) => waiting.push(resolve));
		start();
		await turn;
		try {
			return await work();
		} finally {
			busy--;
			start();
		}
	};
}
