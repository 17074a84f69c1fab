/** Statistics of a series of measurements. */
export interface Summary {
	median: number;
	least: number;
	most: number;
}

/** Median (of an even number: the mean of the middle two), least and greatest of one or more values. */
export function summaryOf(values: readonly number[]): Summary {
	if (values.length === 0) throw new RangeError('There is no median of no values');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const median =
		sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	return { median, least: sorted[0], most: sorted[sorted.length - 1] };
}

/**
 * The quotients of two series of the same rounds. A machine that is busy for a while slows both
 * sides of a round: quotients of rounds say more than the quotient of two medians.
 */
export function quotients(above: readonly number[], below: readonly number[]): number[] {
	if (above.length !== below.length) throw new RangeError('The series have different lengths');
	return above.map((value, at) => value / below[at]);
}

/**
 * Runs each contestant once a round, in an order that moves on by one, so that none always follows
 * the same other. Results come by name, one a round; those of `warmUps` rounds before are dropped.
 */
export async function interleaved<T, K extends string>(
	rounds: number,
	contestants: Record<K, (round: number) => Promise<T>>,
	warmUps = 1,
): Promise<Record<K, T[]>> {
	const names = Object.keys(contestants) as K[];
	const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
	for (let round = -warmUps; round < rounds; round++) {
		const first = (round + warmUps) % names.length;
		for (const name of [...names.slice(first), ...names.slice(0, first)]) {
			const result = await contestants[name](round);
			if (round >= 0) results[name].push(result);
		}
	}
	return results;
}
