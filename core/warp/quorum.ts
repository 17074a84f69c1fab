/** Default quorum of chains, in percent of the total weight. */
export const DEFAULT_QUORUM_PERCENTAGE = 67;

/** A quorum is a whole percentage from 1 to 100. Throws a RangeError on any other. */
export function checkQuorum(percentage: number): void {
	if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) {
		throw new RangeError(
			`quorumPercentage must be a whole number from 1 to 100, not ${percentage}`,
		);
	}
}

/** True if the signed weight is at least `percentage` percent of the total; computed exactly. */
export function hasQuorum(signed: bigint, total: bigint, percentage: number): boolean {
	return total > 0n && total * BigInt(percentage) <= signed * 100n;
}

/** The smallest weight that is at least `percentage` percent of the total. */
export function requiredWeight(total: bigint, percentage: number): bigint {
	return (total * BigInt(percentage) + 99n) / 100n;
}

/** The share in percent with two decimal places, rounded down: "67.05". A total of 0 gives "0.00". */
export function percentageOf(signed: bigint, total: bigint): string {
	const hundredths = total > 0n ? (signed * 10_000n) / total : 0n;
	return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
