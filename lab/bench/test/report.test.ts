import { type Group, judge, markdownTable, toJson, verdictOf } from '../lib/report';
import { interleaved, quotients, summaryOf } from '../lib/stats';

/** The figures of `npm run bench`: how they are summed up, judged and shown. */

test('the median of an odd and an even number of values, with the least and the greatest', () => {
	expect(summaryOf([30, 10, 20])).toEqual({ median: 20, least: 10, most: 30 });
	expect(summaryOf([4, 1, 3, 2])).toEqual({ median: 2.5, least: 1, most: 4 });
	// By value: as texts, 9 would come after 100.
	expect(summaryOf([100, 9, 20]).median).toBe(20);
	expect(() => summaryOf([])).toThrow('no values');
});

test('quotients are of the same round', () => {
	expect(quotients([10, 40], [5, 10])).toEqual([2, 4]);
	expect(() => quotients([1], [1, 2])).toThrow('lengths');
});

test('contestants take turns, each round begins with another, warm-ups do not count', async () => {
	const order: string[] = [];
	const take = (name: string) => async (round: number) => {
		order.push(name);
		return round;
	};
	const contestants = { a: take('a'), b: take('b'), c: take('c') };
	expect(await interleaved(3, contestants)).toEqual({ a: [0, 1, 2], b: [0, 1, 2], c: [0, 1, 2] });
	expect(order.join('')).toBe('abcbcacababc');
});

test('a goal is met at its bound, and the median counts', () => {
	const line = { name: 'speed', unit: '×', values: [0.5, 4, 9] };
	expect(judge({ ...line, goal: { least: 4 } })).toMatchObject({ goal: '≥ 4', met: true });
	expect(judge({ ...line, goal: { least: 4.1 } })).toMatchObject({ met: false });
	expect(judge({ ...line, goal: { most: 4 } })).toMatchObject({ goal: '≤ 4', met: true });
	expect(judge({ ...line, goal: { most: 0.95 } })).toMatchObject({ goal: '≤ 0.95', met: false });
	expect(judge(line)).toEqual({ name: 'speed', unit: '×', median: 4, least: 0.5, most: 9 });
});

const GROUPS: Group[] = [
	{
		row: 1,
		title: 'Walking',
		lines: [
			{ name: 'bare', unit: 'items/s', values: [123456.7, 120000, 130000] },
			{ name: 'ours / bare', unit: '×', values: [0.95, 0.9, 1], goal: { least: 0.9 } },
			{ name: 'memory', unit: '×', values: [1.234], goal: { most: 1 } },
		],
	},
	{ row: 8, title: 'Cold start', lines: [], skipped: 'no compiler' },
];

test('Markdown and JSON say the same', () => {
	expect(markdownTable(GROUPS).split('\n').slice(2)).toEqual([
		'| **1 Walking** |  |  |  |  |  |  |',
		'| bare | 123,457 | 120,000 | 130,000 | items/s |  |  |',
		'| ours / bare | 0.95 | 0.90 | 1 | × | ≥ 0.90 | met |',
		'| memory | 1.23 | 1.23 | 1.23 | × | ≤ 1 | MISSED |',
		'| **8 Cold start**: not measured, no compiler |  |  |  |  |  |  |',
	]);
	expect(verdictOf(GROUPS)).toBe('1 of 2 goals met; missed in row 1');
	const [walking, coldStart] = toJson(GROUPS);
	expect(walking.lines[1]).toEqual({
		name: 'ours / bare',
		unit: '×',
		median: 0.95,
		least: 0.9,
		most: 1,
		goal: '≥ 0.90',
		met: true,
		rounds: [0.95, 0.9, 1],
	});
	expect(coldStart).toEqual({ row: 8, title: 'Cold start', skipped: 'no compiler', lines: [] });
});
