import fc from '../../../core/testing/properties';
import * as out from '../../../core/fields/outputs';
import { SIMPLIFIED, othersOf, present, simplify } from '../../../core/fields/present';
import { exactName } from '../../../core/fields/wholeUnits';
import { type JsonSchema, jsonSchemaOf } from '../../../core/fields/jsonSchema';
import { resolveColumns } from '../../../core/fields/columns';
import { declared } from './declared';

/** The forms of amounts and times that users can ask for. */

test('without options the item is the one that was read; with them it is not changed', () => {
	fc.assert(
		fc.property(declared, ({ output, item }) => {
			expect(present(output, item, {})).toBe(item);
			const before = structuredClone(item);
			present(output, item, SIMPLIFIED);
			expect(item).toEqual(before);
		}),
	);
});

const token = out.object({
	decimals: out.count(),
	value: out.amount({ decimals: 'decimals' }),
});

test('an amount is a number in whole units; every digit is in the exact text', () => {
	const digits = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
	fc.assert(
		fc.property(digits, fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
			const item = { decimals, value: String(amount) };
			const presented = present(token, item, SIMPLIFIED);
			// The nearest double, as JavaScript reads the decimal number.
			const value = Number(`${amount}e-${decimals}`);
			expect(presented).toEqual({ decimals, value, valueExact: String(amount) });
		}),
	);
});

test('decimals that are absent are those of the declaration, and unreadable ones are none', () => {
	const badge = out.object({
		metadata: out.object({ decimals: out.optional(out.tokenDecimals()) }),
		value: out.amount({ decimals: 'metadata.decimals', decimalsIfAbsent: 0 }),
	});
	const presented = [{}, { decimals: null }, { decimals: 2 }, { decimals: 'x' }].map((metadata) =>
		present(badge, { metadata, value: '300' }, SIMPLIFIED),
	);
	expect(presented).toMatchObject([{ value: 300 }, { value: 300 }, { value: 3 }, { value: null }]);
});

test('the decimals of an object of several kinds are those of its kind', () => {
	const decimals = out.optional(out.tokenDecimals());
	const coin = { coin: out.object({ decimals }), value: out.amount({ decimals: 'coin.decimals' }) };
	const badge = {
		badge: out.object({ decimals }),
		value: out.amount({ decimals: 'badge.decimals', decimalsIfAbsent: 0 }),
	};
	const transfer = out.variants({}, { coin, badge });
	const kinds = [
		{ coin: { decimals: 2 } },
		{ coin: {} },
		{ badge: { decimals: 1 } },
		{ badge: {} },
	];
	const presented = [...kinds, {}].map((kind) =>
		present(transfer, { ...kind, value: '300' }, SIMPLIFIED),
	);
	expect(presented).toMatchObject([3, null, 30, 300, null].map((value) => ({ value })));
	const fixed = { fixed: out.text(), value: out.nAvax() };
	expect(() => out.variants({}, { coin, fixed })).toThrow('Only decimals of paths');
	const wei = { other: out.text(), value: out.wei() };
	expect(() => out.variants({}, { fixed, wei })).toThrow();
});

test.each<[asset: unknown, whole: number | null]>([
	['AVAX', 3],
	['other', null],
	['toString', null],
	[['AVAX'], null],
	[{ toString: null }, null],
	[undefined, null],
])('the decimals of an asset that is known: %j', (asset, value) => {
	const output = out.object({
		asset: out.text(),
		value: out.amount({ decimals: { asset: 'asset', known: { AVAX: 2 } } }),
	});
	expect(present(output, { asset, value: '300' }, SIMPLIFIED)).toMatchObject({ value });
});

test('what is no list has no parts with long numbers', () => {
	const output = out.object({ many: out.list(out.count()) });
	expect(present(output, { many: '9' }, SIMPLIFIED)).toEqual({ many: '9' });
});

test('a number of more digits than a double holds is rounded, and its exact text is not', () => {
	const stake = { stake: '720000000123456789' };
	expect(present(out.object({ stake: out.nAvax() }), stake, SIMPLIFIED)).toEqual({
		stake: 720000000.1234568,
		stakeExact: '720000000123456789',
	});
});

test.each(['count', 'percent', 'decimal', 'rate'] as const)(
	'a %s of more digits than a number holds has its exact text beside it, in lists and maps too',
	(kind) => {
		const long = '9007199254740993.125';
		const output = out.object({
			one: out[kind](),
			short: out[kind](),
			many: out.list(out[kind]()),
			byKey: out.map(out[kind]()),
			parts: out.objects({ inner: out[kind]() }),
			asked: out.byInput('metric', { x: out[kind]() }, out.text()),
		});
		const item = {
			one: long,
			short: 0.5,
			many: [1, long],
			byKey: { a: long },
			parts: [{ inner: long }, { inner: 2 }],
			asked: long,
		};
		const near = Number(long);
		expect(present(output, item, SIMPLIFIED, { metric: 'x' })).toEqual({
			one: near,
			short: 0.5,
			many: [1, near],
			byKey: { a: near },
			parts: [{ inner: near, innerExact: long }, { inner: 2 }],
			asked: near,
			oneExact: long,
			manyExact: [1, long],
			byKeyExact: { a: long },
			askedExact: long,
		});
		expect(present(output, item, { times: 'iso' }, { metric: 'x' })).toEqual(item);
	},
);

test('sums of staked amounts agree to 13 significant digits', () => {
	const output = out.object({ stake: out.nAvax() });
	// nAVAX: no stake is larger than the supply.
	const stakes = fc.array(fc.bigInt({ min: 0n, max: 720_000_000n * 10n ** 9n }), { maxLength: 50 });
	fc.assert(
		fc.property(stakes, (amounts) => {
			const sum = amounts
				.map((stake) => present(output, { stake: String(stake) }, SIMPLIFIED) as { stake: number })
				.reduce((total, { stake }) => total + stake, 0);
			const exact = amounts.reduce((total, stake) => total + stake, 0n);
			const difference = Math.abs(sum - Number(exact) / 1e9);
			expect(difference).toBeLessThanOrEqual(Math.max(1, Number(exact) / 1e9) * 1e-13);
		}),
	);
});

test.each([
	[37, null, 37],
	[-1, null, -1],
	[1.5, null, 1.5],
	[null, null, null],
	['', null, null],
	['18', 1, 18],
	[0, 1e18, 0],
])('with %p decimals the number is %p, and the exact text is there', (decimals, whole, exact) => {
	const item = { decimals, value: '1000000000000000000' };
	expect(present(token, item, { wholeUnits: true })).toEqual({
		decimals: exact,
		value: whole,
		// A count in text keeps its text.
		...(typeof decimals === 'string' && { decimalsExact: decimals }),
		valueExact: '1000000000000000000',
	});
});

test('exact texts are the last fields of each object, and parts of lists have their own', () => {
	const output = out.object({
		stake: out.nAvax(),
		paid: out.objects({ reward: out.nAvax(), txHash: out.hash() }),
		weight: out.uint64(),
	});
	const item = { stake: '5', paid: [{ reward: '7', txHash: 'x' }], more: 1, weight: '3' };
	const presented = present(output, item, SIMPLIFIED) as Record<string, unknown>;
	expect(Object.entries(presented)).toEqual([
		['stake', 5e-9],
		['paid', [{ reward: 7e-9, txHash: 'x', rewardExact: '7' }]],
		['more', 1],
		['weight', 3],
		['stakeExact', '5'],
		['weightExact', '3'],
	]);
});

describe('the columns of Simplify', () => {
	const output = out.object({
		owner: out.object({ stake: out.nAvax(), since: out.seconds() }),
		txHash: out.hash(),
	});
	const columns = resolveColumns(output, (item) => [
		item.owner.stake,
		item.owner.since,
		item.txHash,
	]);

	test('numbers first, then what is added, then the exact texts', () => {
		const item = { owner: { stake: '1500000000', since: 0 }, txHash: 'x' };
		const row = simplify(columns, item, SIMPLIFIED, {}, { explorerUrl: 'https://e' });
		expect(Object.entries(row)).toEqual([
			['ownerStake', 1.5],
			['ownerSince', '1970-01-01T00:00:00Z'],
			['txHash', 'x'],
			['explorerUrl', 'https://e'],
			['ownerStakeExact', '1500000000'],
		]);
	});

	test('fields that no column shows are kept if the caller passes them, before the exact texts', () => {
		const item = { owner: { stake: '1500000000' }, txHash: 'x', heliconFork: 7, ownerSince: 'y' };
		const others = othersOf(columns, item);
		expect(others).toEqual({ heliconFork: 7, ownerSince: 'y' });
		const row = simplify(columns, item, SIMPLIFIED, {}, {}, others);
		expect(Object.entries(row)).toEqual([
			['ownerStake', 1.5],
			['ownerSince', null],
			['txHash', 'x'],
			['heliconFork', 7],
			['ownerStakeExact', '1500000000'],
		]);
		expect(othersOf(columns, 'text')).toEqual({});
	});

	test.each([{}, { owner: null }, { owner: { stake: null } }, { owner: {} }])(
		'are null where the service has no value: %j',
		(item) => {
			const names = ['ownerStake', 'ownerSince', 'txHash', 'ownerStakeExact'];
			const row = simplify(columns, item, SIMPLIFIED);
			expect(Object.entries(row)).toEqual(names.map((name) => [name, null]));
			expect(Object.keys(simplify(columns, item, {}))).toEqual(names.slice(0, 3));
		},
	);
});

test('the schema has the fields of an item in their order, with the types of their values', () => {
	const output = out.object({
		stake: out.nAvax('Own stake'),
		since: out.seconds(),
		paid: out.objects({ reward: out.nAvax(), txHash: out.hash() }),
		weight: out.byInput('subnetID', { '': out.nAvax('Stake') }, out.uint64('In the L1')),
		at: out.dateTime(),
	});
	const item = {
		stake: '1',
		since: 2,
		paid: [{ reward: '3', txHash: 'x' }],
		weight: '4',
		at: '2026-09-01T00:00:00Z',
	};
	const typesOf = ({ properties = {} }: JsonSchema): unknown =>
		Object.entries(properties).map(([name, one]) => [
			name,
			one.items ? typesOf(one.items) : one.type,
		]);
	const typesIn = (value: object): unknown =>
		Object.entries(value).map(([name, one]: [string, unknown]) => [
			name,
			Array.isArray(one) ? typesIn(one[0] as object) : typeof one,
		]);
	for (const how of [SIMPLIFIED, {}, { times: 'unixSeconds' } as const]) {
		const presented = present(output, item, how) as object;
		expect(typesOf(jsonSchemaOf(output, how))).toEqual(typesIn(presented));
	}
	expect(jsonSchemaOf(output, SIMPLIFIED).properties).toMatchObject({
		stake: { description: 'Own stake; in AVAX' },
		stakeExact: { description: 'Exact: nAVAX, decimal digits' },
		weight: { description: 'Stake; in AVAX; In the L1; by subnetID' },
	});
});

test('the name of an exact text', () => expect(exactName('amount')).toBe('amountExact'));

test('times name the same moment in both forms, whatever the unit of the field is', () => {
	const moment = fc.integer({ min: 0, max: 253_402_300_799 });
	const output = out.object({ s: out.seconds(), ms: out.milliseconds(), text: out.dateTime() });
	fc.assert(
		fc.property(moment, (seconds) => {
			const text = new Date(seconds * 1000).toISOString().replace('Z', '+00:00');
			const item = { s: seconds, ms: seconds * 1000, text };
			const iso = present(output, item, { times: 'iso' }) as Record<'s' | 'ms' | 'text', string>;
			expect(Date.parse(iso.s)).toBe(seconds * 1000);
			expect(iso).toEqual({ s: iso.s, ms: iso.s, text: iso.s });
			expect(iso.s).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
			expect(present(output, item, { times: 'unixSeconds' })).toEqual({
				s: seconds,
				ms: seconds,
				text: seconds,
			});
		}),
	);
});

test.each([9e15, -9e15, '7'])('%p seconds are not moments and stay', (value) => {
	expect(present(out.seconds(), value, SIMPLIFIED)).toBe(value);
	expect(present(out.seconds(), value, { times: 'unixSeconds' })).toBe(value);
});
