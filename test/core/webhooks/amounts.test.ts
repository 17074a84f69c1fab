import { amountNamed } from '../../../core/webhooks/amounts';

/** Amounts of messages: exact digits, or nothing. */

const DIGITS = '9'.repeat(40);

test.each<[value: unknown, amount: string | undefined]>([
	[DIGITS, DIGITS],
	[`${DIGITS}9`, undefined],
	['12 AVAX', undefined],
	['-12', undefined],
	[0, '0'],
	[2 ** 53 - 1, '9007199254740991'],
	[2 ** 53, undefined],
	[-1, undefined],
	[{ amount: '12' }, '12'],
	[{ amount: 12 }, undefined],
	[[{ amount: DIGITS }, '1', 2], String(BigInt(DIGITS) + 3n)],
	[['1', 'x'], undefined],
	[[], '0'],
	[null, undefined],
])('%j is %s', (value, amount) => {
	expect(amountNamed({ sum: value }, ['sum'])).toBe(amount);
	// Another name follows a value that is not an amount.
	expect(amountNamed({ sum: value, other: '7' }, ['sum', 'other'])).toBe(amount ?? '7');
});
