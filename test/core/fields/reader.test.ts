import fc from '../../../core/testing/properties';
import * as out from '../../../core/fields/outputs';
import { Mismatch, readerOf, type MissingPart, missingByField } from '../../../core/fields/reader';
import { byValue } from '../operations/read';
import { declared } from './declared';

/** Reading of answers by their declarations. */

function setAt(value: unknown, path: ReadonlyArray<string | number>, to: unknown): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return to;
	const owner = value as Record<string | number, unknown>;
	owner[key] = setAt(owner[key], rest, to);
	return owner;
}

test('every leaf has its one wire type, and its value', () => {
	fc.assert(
		fc.property(declared, ({ output, sent, item }) => {
			const read = readerOf(output)(structuredClone(sent));
			expect(read).toEqual(item);
			expect(byValue(read)).toEqual(byValue(sent));
		}),
	);
});

test('what was read is read again without change', () => {
	fc.assert(
		fc.property(declared, ({ output, item }) => {
			expect(readerOf(output)(structuredClone(item))).toEqual(item);
		}),
	);
});

test('a value of another type is named by its place', () => {
	fc.assert(
		fc.property(declared, fc.nat(), ({ output, sent, leaves }, seed) => {
			fc.pre(leaves.length > 0);
			const { path, refused } = leaves[seed % leaves.length];
			const wrong = setAt(structuredClone(sent), path, refused);
			let error: unknown;
			try {
				readerOf(output)(wrong);
			} catch (caught) {
				error = caught;
			}
			expect(error).toBeInstanceOf(Mismatch);
			expect((error as Mismatch).path).toEqual(path);
		}),
	);
});

test('undeclared fields are kept unchanged', () => {
	const read = readerOf(out.object({ known: out.count() }));
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(read({ known: '7', other: value })).toEqual({ known: 7, other: value });
		}),
	);
});

test.each([{ toString: 1, valueOf: null }, [], null])('a kind that is %j is named', (kind) => {
	const read = readerOf(out.variants({ kind: out.text() }, { a: { size: out.count() } }, 'kind'));
	expect(() => read({ kind })).toThrow(' at kind: must be ');
});

test('an object with none of the parts that say a kind is of the kind without a name', () => {
	const kinds = { a: { a: out.count() }, '': { size: out.count() } };
	const read = readerOf(out.variants({}, kinds));
	expect(read({ a: 1 })).toEqual({ a: 1 });
	expect(read({ size: 2 })).toEqual({ size: 2 });
	expect(() => read({})).toThrow(' at size: must be present');
});

describe('a part that is absent or null', () => {
	const parts = {
		key: out.essential(out.text()),
		needed: out.text(),
		free: out.optional(out.map(out.optional(out.count()))),
	};
	const read = readerOf(out.object({ all: out.list(out.object(parts)), by: out.map(out.text()) }));
	const good = { key: 'k', needed: 'x' };
	const missingIn = (value: unknown) => {
		const missing: MissingPart[] = [];
		return [read(value, undefined, missing), missingByField(missing)];
	};

	test('is accepted if it is optional', () => {
		for (const free of [undefined, null, { a: null }]) {
			const value = { all: [{ ...good, free }], by: {} };
			expect(read(structuredClone(value))).toEqual(value);
		}
	});

	test.each([
		[{ all: [good, { key: 'k', needed: null }], by: {} }, ' at all.1.needed', null],
		[{ all: [good, { key: 'k' }], by: {} }, ' at all.1.needed', undefined],
		[{ all: [], by: { a: 'x', b: null } }, ' at by.b', null],
		[{ by: {} }, ' at all', undefined],
	])('makes the response %j invalid otherwise', (value, at, given) => {
		expect(() => read(value)).toThrow(`${at}: must be present; given: ${given}`);
	});

	test('is reported with its field and left out, where lacks are taken', () => {
		const value = { all: [good, { key: 'k' }, { key: 'k', needed: null }], by: { a: null } };
		expect(missingIn(structuredClone(value))).toEqual([
			value,
			[
				{ field: 'all[].needed', path: ['all', 1, 'needed'], count: 2 },
				{ field: 'by{}', path: ['by', 'a'], count: 1 },
			],
		]);
		expect(missingIn({ all: [good], by: { a: 'x' } })[1]).toEqual([]);
	});

	test('makes the response invalid also where lacks are taken, if it is essential', () => {
		expect(() => missingIn({ all: [{ needed: 'x' }], by: {} })).toThrow(
			' at all.0.key: must be present',
		);
	});

	test('is not reported of a record that is skipped', () => {
		const records = readerOf(out.object({ all: out.ofRecords(out.objects(parts)) }));
		const missing: MissingPart[] = [];
		const value = { all: [{ key: 'k' }, { key: {} }, { key: 'k', free: 7 }] };
		expect(records(value, () => undefined, missing)).toEqual({ all: [{ key: 'k' }] });
		expect(missingByField(missing)).toEqual([
			{ field: 'all[].needed', path: ['all', 0, 'needed'], count: 1 },
		]);
	});
});

test.each([
	['0.1', 0.1],
	['1e3', 1000],
	['12345678901234.5', 12_345_678_901_234.5],
	// More digits than a double holds.
	['1234567890123456.7', '1234567890123456.7'],
	['9007199254740993', '9007199254740993'],
	['0.30000000000000004', 0.300_000_000_000_000_04],
])('the number %s keeps its digits', (sent, item) => {
	expect(readerOf(out.decimal())(sent)).toBe(item);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, '', ' 1', '0x1', '1_000', true, null])(
	'%p is not a number',
	(sent) => {
		expect(() => readerOf(out.count())(sent)).toThrow('must be a number');
		expect(() => readerOf(out.nAvax())(sent)).toThrow('must be decimal digits');
	},
);

const END = { end: out.seconds() };

test.each([
	['state', 'the value of a part', { done: END, open: {} }],
	[undefined, 'a part that only it has', { state: END, open: {} }],
] as const)('by %s: a part is required of the kind that %s tells', (by, _, kinds) => {
	const read = readerOf(out.list(out.variants({ state: out.optional(out.text()) }, kinds, by)));
	const other = by === undefined ? { newer: 'x', end: null } : { state: 'newer', end: null };
	const items = [{ open: 'x' }, { state: 'done', end: '1' }, other];
	expect(read(structuredClone(items))).toEqual([items[0], { state: 'done', end: 1 }, other]);
	expect(() => read([{ state: 'done', end: null }])).toThrow(' at 0.end: must be present');
	const missing: MissingPart[] = [];
	expect(read([{ state: 'done' }], undefined, missing)).toEqual([{ state: 'done' }]);
	expect(missingByField(missing)).toEqual([{ path: [0, 'end'], field: '[].end', count: 1 }]);
});

test('an object of an unknown kind is read as one of any kind', () => {
	const kinds = {
		a: { each: out.objects({ x: out.nAvax() }), type: out.choice(['A']) },
		b: { each: out.objects({ y: out.seconds() }), type: out.choice(['B']) },
	};
	const part = out.variants({}, kinds, 'type' as never);
	const item = { type: 'C', each: [{ x: 1, y: '2' }, {}] };
	expect(readerOf(part)(item)).toEqual({ type: 'C', each: [{ x: '1', y: 2 }, {}] });
	expect(part.fields.type).toMatchObject({ values: ['A', 'B'] });
});
