/**
 * An amount of base units in whole units, exact: `("1500000000", 9)` is `"1.5"`. Takes decimal
 * digits as text or a safe number; returns undefined for anything else.
 */
export function wholeUnits(amount: unknown, decimals: unknown): string | undefined {
	const digits = Number.isSafeInteger(amount) ? String(amount) : amount;
	// Absent decimals and an empty text would count as 0.
	const scale = decimals === null || decimals === '' ? NaN : Number(decimals);
	if (typeof digits !== 'string' || !/^-?\d{1,100}$/.test(digits)) return undefined;
	if (!Number.isInteger(scale) || scale < 0 || scale > 100) return undefined;
	const sign = digits.startsWith('-') ? '-' : '';
	const padded = digits.slice(sign.length).padStart(scale + 1, '0');
	const cut = padded.length - scale;
	const whole = padded.slice(0, cut).replace(/^0+(?=\d)/, '');
	const fraction = padded.slice(cut).replace(/0+$/, '');
	return sign + whole + (fraction ? `.${fraction}` : '');
}

/**
 * An amount of base units in whole units, exact: `formatUnits('1500000000', 9)` is `'1.5'`.
 *
 * @param decimals 0 to 100, also as the text that items have of decimals beyond 2^53
 * @throws RangeError for an amount that is not a whole number, or decimals out of range
 */
export function formatUnits(amount: bigint | string, decimals: number | string): string {
	const whole = wholeUnits(String(amount), Number(decimals));
	if (whole !== undefined) return whole;
	throw new RangeError(`${amount} with ${decimals} decimals is not an amount`);
}

/** A decimal text of whole units in base units; digits beyond the base unit are dropped. */
export function baseUnits(whole: string, decimals: number): bigint {
	const [digits, fraction = ''] = whole.split('.');
	return BigInt(digits + fraction.slice(0, decimals).padEnd(decimals, '0'));
}
