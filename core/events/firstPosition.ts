/** Length of the first step of the search, in positions back from the newest one. */
const FIRST_STEP = 256;

/**
 * The first position (a height, an index) whose time is `moment` (Unix seconds) or later, or the
 * position after the newest if there is none. Times never decrease from one position to the next. A
 * recent time takes few reads: the search goes backwards in steps that double, and then bisects.
 */
export async function firstPositionSince(
	moment: number,
	{ first, newest }: { first: number; newest: number },
	timeOf: (position: number) => Promise<number>,
): Promise<number> {
	let low = newest;
	let high = newest + 1;
	for (let step = FIRST_STEP; low >= first && (await timeOf(low)) >= moment; step *= 2) {
		high = low;
		low = low === first ? first - 1 : Math.max(first, low - step);
	}
	// The time at `low` is before the moment, the time at `high` is not.
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if ((await timeOf(middle)) >= moment) high = middle;
		else low = middle;
	}
	return high;
}
