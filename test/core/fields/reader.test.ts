import fc from '../../kit/properties';
import * as out from '../../../core/fields/outputs';
import { Mismatch, readerOf } from '../../../core/fields/reader';
import { byValue } from '../operations/read';
import { declared } from './declared';

/** How answers are read by their declarations. */

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

test('a part may be absent or null unless it is required', () => {
	const read = readerOf(
		out.object({ needed: out.required(out.text()), free: out.map(out.count()) }),
	);
	expect(read({ needed: 'x', free: null })).toEqual({ needed: 'x', free: null });
	expect(read({ needed: 'x', free: { a: null } })).toEqual({ needed: 'x', free: { a: null } });
	expect(() => read({ needed: null })).toThrow(' at needed: must be present; given: null');
	expect(() => read({})).toThrow(' at needed: must be present; given: undefined');
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
	'%p is no number',
	(sent) => {
		expect(() => readerOf(out.count())(sent)).toThrow('must be a number');
		expect(() => readerOf(out.nAvax())(sent)).toThrow('must be decimal digits');
	},
);
