/** A decimal number as digits without a point, and how many of them follow the point. */
function scaled(decimal: number | string): { digits: bigint; scale: number } | undefined {
	const found = /^(-?\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(decimal));
	if (!found) return undefined;
	const [, whole, fraction = '', power = '0'] = found;
	const scale = fraction.length - Number(power);
	const digits = BigInt(whole + fraction);
	return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/**
 * The value of an amount of base units at a price for a whole one, rounded to two decimals, half away from
 * zero: `("1500000000", 9, 18.25)` is `27.38`. Undefined if one of them is not a decimal number.
 */
export function valueAtPrice(
	amount: string,
	decimals: number,
	price: number | string,
): number | undefined {
	const at = scaled(price);
	if (!at || !/^\d{1,100}$/.test(amount) || !Number.isInteger(decimals)) return undefined;
	if (decimals < 0 || decimals > 100) return undefined;
	const product = BigInt(amount) * at.digits * 100n;
	const unit = 10n ** BigInt(decimals + at.scale);
	const half = product < 0n ? -unit / 2n : unit / 2n;
	return Number((product + half) / unit) / 100;
}
