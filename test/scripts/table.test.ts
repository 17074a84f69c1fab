import fc from '../../core/testing/properties';
import { sentencesAndTable, table } from '../../lab/kit/text/table';

/** The tables that `npm start` prints. */

test('a small table is printed as it is', () => {
	const items = [
		{ name: 'first', amount: 12 },
		{ name: 'second', amount: null, more: { a: 1 } },
	];
	expect(table(items, { width: 80, rows: 5 })).toEqual([
		'name    amount  more',
		'------  ------  -------',
		'first   12',
		'second          {"a":1}',
	]);
});

test('says what it leaves out', () => {
	const items = Array.from({ length: 9 }, (_, at) => ({
		at,
		a: 'x'.repeat(60),
		b: 'y'.repeat(60),
	}));
	const lines = table(items, { width: 25, rows: 2 });
	expect(lines).toHaveLength(5);
	expect(lines[4]).toBe('(7 more items; columns not shown: b)');
});

test('distinguishes no items from items without fields', () => {
	expect(table([], { width: 80, rows: 5 })).toEqual(['(no items)']);
	expect(table([{}], { width: 80, rows: 5 })).toEqual(['1 empty item']);
});

test('keeps numbers whole where it cuts texts', () => {
	const weight = '18446744073709551615';
	const lines = table([{ id: 'i'.repeat(50), weight }], { width: 40, rows: 5 });
	expect(lines[2]).toMatch(new RegExp(`^i+…  ${weight}$`));
});

test('stays within the width, one line an item', () => {
	const item = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.jsonValue(), {
		maxKeys: 8,
	});
	fc.assert(
		fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
			const lines = table(items, { width: 100, rows: 5 });
			const rows = lines.filter((line) => !line.startsWith('('));
			for (const line of rows) expect(line.length).toBeLessThanOrEqual(100);
			for (const line of lines) expect(line).not.toContain('\n');
		}),
	);
});

test('sentences are printed whole, above the other columns', () => {
	const text = `${'Rewards need more uptime than that. '.repeat(8)}End`;
	const items = [
		{ id: 'one', title: 'Uptime is low', text, level: 1 },
		{ id: 'two', title: 'Uptime is as it should be', text: 'Well', level: 0 },
	];
	expect(sentencesAndTable(items, { width: 30, rows: 1 })).toEqual([
		'Uptime is low',
		text,
		'id   level',
		'---  -----',
		'one  1',
		'(1 more items)',
	]);
	const others = [{ title: 'A collection', amount: 3 }];
	expect(sentencesAndTable(others, { width: 40, rows: 5 })).toEqual(
		table(others, { width: 40, rows: 5 }),
	);
	expect(sentencesAndTable([], { width: 40, rows: 5 })).toEqual(['(no items)']);
});
