import { parseJson } from '../../../core/formats/json';
import { leafReader } from '../../../core/fields/leaves';
import * as out from '../../../core/fields/outputs';
import { type Output } from '../../../core/fields/outputs';
import { type UnreadRecord, readerOf } from '../../../core/fields/reader';

/**
 * Values that a program computes with are of their kind; values that are only shown may be others.
 */

const reads = (leaf: Output, given: unknown, exact = true) =>
	leafReader(leaf as out.Leaf, exact)(given);

const MAX_UINT64 = '18446744073709551615';
const MAX_UINT256 = String(2n ** 256n - 1n);
const DAY_OF_DATES = 8.64e15;

/** A leaf, the rule of a value that it cannot be, and JSON text of such values and of others. */
const EXACT: Array<[string, Output, string, refused: string[], taken: Array<[string, unknown]>]> = [
	[
		'amount',
		out.nAvax(),
		'must be the digits of a whole number from 0 on',
		['-0', '-1', '1.5', '"1e30"', '"-0"', '"+1"', '" 1"', '""', '"0x1"', '1e78', '{}', 'true'],
		[
			['0', '0'],
			['7', '7'],
			['1e3', '1000'],
			['"007"', '007'],
			[`"${MAX_UINT256}"`, MAX_UINT256],
			['123456789012345678901234567890', '123456789012345678901234567890'],
		],
	],
	[
		'uint64',
		out.uint64(),
		'must be the digits of a whole number of 64 bits',
		['-0', '-1', '0.1', `"${BigInt(MAX_UINT64) + 1n}"`, '1e20', '[]'],
		[
			[MAX_UINT64, MAX_UINT64],
			[`"${MAX_UINT64}"`, MAX_UINT64],
		],
	],
	[
		'count',
		out.count(),
		'must be a whole number from 0 on, below 2^53',
		['-0', '-1', '0.1', '"0.1"', '"-0"', '9007199254740992', '"9007199254740992"', '1e30', '"x"'],
		[
			['0', 0],
			['"0"', 0],
			['9007199254740991', Number.MAX_SAFE_INTEGER],
			['"9007199254740991"', Number.MAX_SAFE_INTEGER],
			['1e3', 1000],
		],
	],
	[
		'moment in seconds',
		out.seconds(),
		'must be a moment in s',
		['-0', '-1', '0.5', '8640000000001', '"8640000000001"', MAX_UINT64],
		[
			['0', 0],
			['8640000000000', DAY_OF_DATES / 1000],
			['"1794052800"', 1_794_052_800],
		],
	],
	[
		'moment in milliseconds',
		out.milliseconds(),
		'must be a moment in ms',
		['-0', '0.5', '8640000000000001'],
		[['8640000000000000', DAY_OF_DATES]],
	],
	[
		'percent',
		out.percent(),
		'must be a number from 0 on',
		['-1', '"-0.5"', '1e400'],
		[
			['0.1', 0.1],
			['"79.3800"', 79.38],
			['100', 100],
		],
	],
	[
		'duration',
		out.duration('s'),
		'must be a number from 0 on',
		['-1'],
		[['"1234567890123456.7"', 1_234_567_890_123_456.8]],
	],
	[
		'decimal',
		out.decimal(),
		'must be a number that a double can hold',
		['"1e400"'],
		[
			['-1.5', -1.5],
			['"1234567890123456.7"', '1234567890123456.7'],
		],
	],
];

describe.each(EXACT)('exact %s', (_, leaf, rule, refused, taken) => {
	test.each(refused)('%s is unreadable', (json) => {
		expect(() => reads(leaf, parseJson(json))).toThrow(/^: must be .*; given: /);
	});

	test('the rule is named', () => {
		expect(() => reads(leaf, parseJson(refused[0]))).toThrow(`: ${rule}; given: `);
	});

	test.each(taken)('%s is %p', (json, value) => {
		expect(reads(leaf, parseJson(json))).toBe(value);
	});
});

test('a hex quantity is one of the kind, too', () => {
	const height = out.count({ hexQuantity: true });
	expect(reads(height, '0x1f')).toBe(31);
	for (const given of ['0x20000000000000', '0x', '0x-1', '0xg']) {
		expect(() => reads(height, given)).toThrow('must be a whole number');
	}
	const wei = out.amount({ unit: 'wei', hexQuantity: true });
	expect(reads(wei, `0x${'f'.repeat(64)}`)).toBe(MAX_UINT256);
	expect(() => reads(wei, `0x1${'0'.repeat(64)}`)).toThrow('must be the digits');
});

test('what anyone can set is null where it is not a number', () => {
	const decimals = out.count({ anyValue: true });
	for (const given of ['x', {}, [], true]) expect(reads(decimals, given)).toBeNull();
	for (const given of [-1, 1.5, 1e77]) expect(reads(decimals, given)).toBe(given);
	expect(() => reads(decimals, 'x', false)).toThrow('must be a number');
});

test('what is only shown may be more than its kind', () => {
	expect(reads(out.seconds(), 8_640_000_000_001, false)).toBe(8_640_000_000_001);
	expect(reads(out.count(), '9007199254740993', false)).toBe('9007199254740993');
	expect(reads(out.nAvax(), '-1', false)).toBe('-1');
	expect(reads(out.count(), 0.1, false)).toBe(0.1);
});

describe('a record that cannot be read', () => {
	const record = out.objects({
		id: out.essential(out.id()),
		nodeId: out.optional(out.nodeId()),
		height: out.optional(out.count()),
		inner: out.optional(out.ofRecords(out.objects({ id: out.id(), height: out.count() }))),
	});
	const read = (given: unknown, output: Output = out.object({ all: record })) => {
		const skipped: UnreadRecord[] = [];
		const options = { exact: true, records: 'all' };
		const value = readerOf(output, options)({ all: given }, (each) => void skipped.push(each));
		const said = skipped.map(({ mismatch, names }) => [mismatch.message.trim(), names]);
		return { ...(value as { all: unknown }), said };
	};

	test('is skipped, with its place, its rule and the ids that it holds', () => {
		expect(read([{ id: 'a' }, { id: 'b', nodeId: 'n', height: -1 }, { id: 'c' }])).toEqual({
			all: [{ id: 'a' }, { id: 'c' }],
			said: [
				['at all.1.height: must be a whole number from 0 on, below 2^53; given: -1', ['b', 'n']],
			],
		});
	});

	test.each([null, 7, 'x', []])('that is %p does not say which one it is', (given) => {
		const { all, said } = read([{ id: 'a' }, given]);
		expect(all).toEqual([{ id: 'a' }]);
		expect(said).toEqual([
			[expect.stringMatching(/^at all\.1: must be an object; given: /), undefined],
		]);
	});

	test('whose id is none does not say which one it is', () => {
		expect(read([{ id: 'a', nodeId: {} }]).said).toEqual([[expect.any(String), undefined]]);
		expect(read([{ height: 1 }]).said).toEqual([
			['at all.0.id: must be present; given: undefined', undefined],
		]);
	});

	test('within a record is skipped, and the record is not', () => {
		const inner = [{ id: 'x', height: 1 }, { id: 'y', height: 0.5 }, null];
		expect(read([{ id: 'a', inner }])).toEqual({
			all: [{ id: 'a', inner: [{ id: 'x', height: 1 }] }],
			said: [
				[expect.stringMatching(/^at all\.0\.inner\.1\.height: must be a whole number/), ['y']],
				['at all.0.inner.2: must be an object; given: null', undefined],
			],
		});
	});

	test('of a map is skipped', () => {
		const map = out.object({ all: out.map(out.object({ height: out.count() })) });
		expect(read({ a: { height: 1 }, b: { height: -1 } }, map)).toEqual({
			all: { a: { height: 1 } },
			said: [[expect.stringMatching(/^at all\.b\.height: must be/), undefined]],
		});
	});

	test('makes a response that is read as a whole invalid', () => {
		const whole = readerOf(out.object({ all: record }), { exact: true, records: 'all' });
		expect(() => whole({ all: [{ id: 'a' }, null] })).toThrow(' at all.1: must be an object');
	});

	test('the kind of a leaf that follows the input is exact, too', () => {
		const output = out.byInput('subnetID', { '': out.nAvax() }, out.count());
		const by = (subnetID: string) => readerOf(output, { exact: true, input: { subnetID } });
		expect(by('')('123')).toBe('123');
		expect(() => by('')(1.5)).toThrow('must be the digits of a whole number from 0 on');
		expect(by('other')('123')).toBe(123);
		expect(() => by('other')('9007199254740993')).toThrow('below 2^53');
	});
});
