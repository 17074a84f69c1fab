import fc from '../../../core/testing/properties';
import { valueAtPrice } from '../../../core/formats/product';

/** The value of an amount at a price: exact, then rounded to two decimals. */

test.each([
	['1500000000', 9, 18.25, 27.38],
	['1', 18, 50_000, 0],
	['123456789012345678901234567890', 18, '0.01', 1234567890.12],
	['250', 2, 1e-7, 0],
	['100', 0, 1e3, 100_000],
	['5', 0, 0.001, 0.01],
	['0', 9, 20, 0],
])('%s with %d decimals at %p is %p', (amount, decimals, price, value) => {
	expect(valueAtPrice(amount, decimals, price)).toBe(value);
});

test.each([
	['x', 9, 1],
	['1', 1.5, 1],
	['1', -1, 1],
	['1', 9, 'much'],
	['1', 9, NaN],
])('%s, %p, %p have no value', (amount, decimals, price) => {
	expect(valueAtPrice(amount, decimals, price)).toBeUndefined();
});

test('the value is within half a hundredth of the exact product', () => {
	const scale = fc.integer({ min: 0, max: 18 });
	fc.assert(
		fc.property(fc.bigInt(0n, 10n ** 22n), scale, fc.bigInt(0n, 10n ** 9n), scale, (a, d, p, k) => {
			const digits = String(p).padStart(k + 1, '0');
			const price = k === 0 ? digits : `${digits.slice(0, -k)}.${digits.slice(-k)}`;
			const value = valueAtPrice(String(a), d, price) as number;
			fc.pre(value < 10 ** 12);
			const off = BigInt(Math.round(value * 100)) * 10n ** BigInt(d + k) - a * p * 100n;
			expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(10n ** BigInt(d + k));
		}),
	);
});
