import fc from '../../kit/properties';
import * as out from '../../../core/fields/outputs';
import { present } from '../../../core/fields/present';
import { declared } from './declared';

/** The forms of amounts and times that users can ask for. */

const BOTH = { wholeUnits: true, isoTimes: true };

test('without options the item is the one that was read; with them it is not changed', () => {
	fc.assert(
		fc.property(declared, ({ output, item }) => {
			expect(present(output, item, {})).toBe(item);
			const before = structuredClone(item);
			present(output, item, BOTH);
			expect(item).toEqual(before);
		}),
	);
});

test('an amount keeps its digits; beside it stand whole units to 15 significant digits', () => {
	const digits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
	fc.assert(
		fc.property(digits, fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
			const output = out.object({
				decimals: out.count(),
				value: out.amount({ decimals: 'decimals' }),
			});
			const item = { decimals, value: String(amount) };
			const shown = present(output, item, BOTH) as { value: string; valueTokens: number };
			expect(shown.value).toBe(String(amount));
			const back = BigInt(Math.round(shown.valueTokens * 1e6));
			const exact = (amount * 1_000_000n) / 10n ** BigInt(decimals);
			const allowed = exact / 10n ** 15n + 1n;
			const difference = back > exact ? back - exact : exact - back;
			expect(difference <= allowed).toBe(true);
		}),
	);
});

test('sums of staked amounts agree to 15 significant digits', () => {
	const output = out.object({ stake: out.nAvax() });
	// nAVAX: no stake is larger than the supply.
	const stakes = fc.array(fc.bigInt({ min: 0n, max: 720_000_000n * 10n ** 9n }), { maxLength: 50 });
	fc.assert(
		fc.property(stakes, (amounts) => {
			const sum = amounts
				.map((stake) => present(output, { stake: String(stake) }, BOTH) as { stakeAvax: number })
				.reduce((total, { stakeAvax }) => total + stakeAvax, 0);
			const exact = amounts.reduce((total, stake) => total + stake, 0n);
			const difference = Math.abs(sum - Number(exact) / 1e9);
			expect(difference).toBeLessThanOrEqual(Math.max(1, Number(exact) / 1e9) * 1e-13);
		}),
	);
});

test.each([
	[37, undefined],
	[-1, undefined],
	[1.5, undefined],
	[null, undefined],
	['', undefined],
	['18', 1],
	[0, 1e18],
])('with %p decimals there is %p', (decimals, whole) => {
	const output = out.object({ value: out.amount({ decimals: 'decimals' }) });
	const item = { decimals, value: '1000000000000000000' };
	const shown = present(output, item, { wholeUnits: true }) as { valueTokens?: number };
	expect(shown.valueTokens).toBe(whole);
});

test('ISO 8601 names the same moment, in the unit of the field', () => {
	const moment = fc.integer({ min: 0, max: 253_402_300_799 });
	fc.assert(
		fc.property(moment, (seconds) => {
			const output = out.object({ s: out.seconds(), ms: out.milliseconds() });
			const item = { s: seconds, ms: seconds * 1000 };
			const shown = present(output, item, BOTH) as Record<'s' | 'ms', string>;
			expect(Date.parse(shown.s)).toBe(seconds * 1000);
			expect(shown.ms).toBe(shown.s);
			expect(shown.s).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		}),
	);
});

test.each([9e15, -9e15, '7'])('%p seconds are no moment and stay', (value) => {
	expect(present(out.seconds(), value, BOTH)).toBe(value);
});
