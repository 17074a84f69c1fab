import { parseFields } from '../../../core';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { queryValues } from '../../../core/fields/queryValues';

/** The query of a call that users write, as the form and expressions give it. */

const set = fieldSet({
	query: field(queryValues(), { in: 'form', label: 'Query', description: '' }),
});
const read = (query: unknown) => parseFields(set, { query }, 'call').query;

test('texts, numbers, flags and lists are texts', () => {
	expect(read('{"a": "x", "n": 12345678901234567890, "f": true, "l": [1, "y"]}')).toEqual({
		a: 'x',
		n: '12345678901234567890',
		f: 'true',
		l: ['1', 'y'],
	});
});

test.each([
	['a number that lost digits', { a: 2 ** 60 }, /may have lost digits/],
	['an object', { a: {} }, /a value of another kind has no text/],
	['an empty list', { a: [] }, /a list has 1 to 1024 values/],
	['a name with a space', { 'a b': 1 }, /a name begins with a letter/],
])('%s is refused with its reason', (_, query, message) => {
	expect(() => read(query)).toThrow(message);
});

test('a value that throws when it is read is not explained by its error', () => {
	const hostile = new Proxy([], {
		get() {
			throw new TypeError('secret of the expression');
		},
	});
	expect(() => read({ a: hostile })).toThrow(/the value cannot be read; given: a list$/);
	expect(() => read({ a: hostile })).not.toThrow(/secret/);
});
