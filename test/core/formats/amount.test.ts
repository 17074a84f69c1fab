import fc from '../../../core/testing/properties';
import { baseUnits, formatUnits, wholeUnits } from '../../../core/formats/amount';

/** Amounts in whole units, to the last digit. */

describe('an amount in whole units', () => {
	it.each([
		['1500000000', 9, '1.5'],
		['1', 9, '0.000000001'],
		['0', 9, '0'],
		['-1500000000', 9, '-1.5'],
		['-1', 9, '-0.000000001'],
		['1', 100, `0.${'1'.padStart(100, '0')}`],
		['1', 101, undefined],
		[1500000000, '9', '1.5'],
		['18446744073709551615', 18, '18.446744073709551615'],
		['100', 0, '100'],
		['000100', 2, '1'],
		['1.5', 9, undefined],
		['', 9, undefined],
		['0x10', 9, undefined],
		[2 ** 53, 9, undefined],
		['1', -1, undefined],
		['1', 1.5, undefined],
		['1', 'x', undefined],
		['1', '', undefined],
		['1', null, undefined],
		['1', undefined, undefined],
		[null, 9, undefined],
	])('%p by %p decimals is %p', (amount, decimals, expected) => {
		expect(wholeUnits(amount, decimals)).toBe(expected);
	});

	it('is text for programs, or an error', () => {
		expect(formatUnits('1500000000', '9')).toBe('1.5');
		expect([formatUnits('1500000000', 9), formatUnits(2n ** 64n, 0)]).toEqual([
			'1.5',
			'18446744073709551616',
		]);
		expect(() => formatUnits('1.5', 9)).toThrow('1.5 with 9 decimals is not an amount');
	});

	it.each([
		['1.5', 9, 1_500_000_000n],
		['12', 0, 12n],
		['0.1239', 3, 123n],
	])('%p whole units with %p decimals are %p', (whole, decimals, expected) => {
		expect(baseUnits(whole, decimals)).toBe(expected);
	});

	it('is exact', () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: 0n, max: 2n ** 256n }),
				fc.integer({ min: 0, max: 30 }),
				(amount, decimals) => {
					const [whole, fraction = ''] = (wholeUnits(String(amount), decimals) ?? '').split('.');
					expect(
						BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0'),
					).toBe(amount);
					expect(fraction).not.toMatch(/0$/);
				},
			),
		);
	});
});
