import { written } from '../../bench/lib/document';
import type { Group } from '../../bench/lib/report';

/** The table of docs/performance.md: whole runs, and rows that take the place of their old ones. */

const PAGE = 'Before\n\n<!-- table -->\nold\n<!-- end of table -->\n\nAfter\n';
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
	expect(page).toMatch(/^Before\n\n<!-- table -->\n\nMedians of 7 rounds on 2 cores\. /);
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
