import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Run, withGains, written as writtenWith } from '../lib/document';
import type { Gain } from '../lib/gains';
import type { Group } from '../lib/report';

/** The table of docs/performance.md: whole runs, and rows that take the place of their old ones. */

const PAGE =
	'Before\n\n<!-- gains -->\nold gains\n<!-- end of gains -->\n\n<!-- table -->\nold\n<!-- end of table -->\n\nAfter\n';
const GAINS: Gain[] = [
	{ row: 1, text: (median) => `A is ${median('A', 'ours / theirs')} times as fast.` },
	{ row: 11, text: (median) => `F takes ${median('F', 'speed')} s.` },
];
const written = (page: string, given: Run) => writtenWith(page, given, GAINS);
const group = (row: number, title: string, value: number): Group => ({
	row,
	title,
	lines: [
		{ name: 'speed', unit: 'items/s', values: [value] },
		{ name: 'ours / theirs', unit: '×', values: [value], goal: { least: 4 } },
	],
});
const run = { rounds: 7, machine: '2 cores', whole: true };

test('a whole run writes the table and what was measured', () => {
	const page = written(PAGE, { ...run, groups: [group(1, 'A', 5), group(2, 'B', 3)] });
	expect(page).toMatch(
		/^Before\n\n<!-- gains -->[^]*<!-- table -->\n\nMedians of 7 rounds on 2 cores\. /,
	);
	expect(page).toContain('1 of 2 goals met; missed in row 2.');
	expect(page).toContain('| **2 B** |');
	expect(page).not.toContain('old');
	expect(page.endsWith('<!-- end of table -->\n\nAfter\n')).toBe(true);
	expect(written(page, { ...run, groups: [group(1, 'A', 5), group(2, 'B', 3)] })).toBe(page);
});

test('some rows take the place of their old ones, and the goals are counted again', () => {
	const groups = [group(1, 'A', 5), group(2, 'B', 3), group(2, 'C', 3), group(10, 'D', 9)];
	const before = written(PAGE, { ...run, groups });
	const after = written(before, {
		...run,
		whole: false,
		groups: [group(2, 'B', 8), group(9, 'E', 1)],
	});
	const whole = [group(1, 'A', 5), group(2, 'B', 8), group(9, 'E', 1), group(10, 'D', 9)];
	expect(after).toBe(written(PAGE, { ...run, groups: whole }));
	expect(after).toContain('3 of 4 goals met; missed in row 9.');
});

test('rows of another machine or number of rounds are refused', () => {
	const page = written(PAGE, { ...run, groups: [group(1, 'A', 5)] });
	const some = { ...run, whole: false, groups: [group(1, 'A', 6)] };
	expect(() => written(page, { ...some, machine: '8 cores' })).toThrow(
		/8 cores: write a whole run/,
	);
	expect(() => written(page, { ...some, rounds: 9 })).toThrow(/9 rounds/);
	expect(() => written('no table', some)).toThrow(/no markers/);
});

test('the sentences on gains have the figures of the table, and none of a row that it lacks', () => {
	const page = written(PAGE, { ...run, groups: [group(1, 'A', 2.5)] });
	expect(page).toContain('<!-- gains -->\n\n- A is 2.50 times as fast.\n\n<!-- end of gains -->');
	const some = { ...run, whole: false, groups: [group(1, 'A', 0.75), group(11, 'F', 3)] };
	expect(written(page, some)).toContain(
		'<!-- gains -->\n\n- A is 0.75 times as fast.\n- F takes 3 s.\n\n<!-- end of gains -->',
	);
});

test('a sentence on a row that could not be measured is left out', () => {
	const skipped: Group = { row: 11, title: 'F', lines: [], skipped: 'there is no compiler' };
	const page = written(PAGE, { ...run, groups: [group(1, 'A', 5), skipped] });
	expect(page).toContain('- A is 5 times as fast.\n\n<!-- end of gains -->');
});

test('a sentence on a line that the table no longer has is an error', () => {
	const groups = [group(1, 'B', 5)];
	expect(() => written(PAGE, { ...run, groups })).toThrow('no line "ours / theirs" under "A"');
});

test('docs/performance.md begins with the sentences of its table', () => {
	const page = readFileSync(path.resolve(__dirname, '../../../docs/performance.md'), 'utf8');
	expect(withGains(page)).toBe(page);
});
