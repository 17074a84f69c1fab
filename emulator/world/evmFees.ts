/** Wei: every block has the same base fee. */
export const BASE_FEE = 25_000_000_000n;
export const PRIORITY_FEE = 2_500_000_000n;
