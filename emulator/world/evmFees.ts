/** Wei: every block has the same base fee. */
export const BASE_FEE = 25_000_000_000n;
/** The bound that a header since Helicon has in place of it: what the worst case would cost. */
export const WORST_BASE_FEE = (BASE_FEE * 5n) / 4n;
export const PRIORITY_FEE = 2_500_000_000n;
