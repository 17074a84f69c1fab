/** Runs work when one of so many slots is free, in the order of the calls. */
export function slotsOf(count: number): <T>(work: () => Promise<T>) => Promise<T> {
	let free = count;
	const waiting: Array<() => void> = [];
	return async (work) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}
