import path from 'node:path';

/** The end of `npm test`: the files that took longest. */

interface Result {
	testFilePath: string;
	perfStats: { start: number; end: number };
}

const { slowestFiles } = jest.requireActual<{ slowestFiles: (results: Result[]) => string[] }>(
	'../../scripts/jest-slowest.js',
);

const result = (name: string, ms: number): Result => ({
	testFilePath: path.join(process.cwd(), 'test', name),
	perfStats: { start: 1_000, end: 1_000 + ms },
});

test('the ten slowest files are named, the slowest first', () => {
	const results = Array.from({ length: 25 }, (_, at) => result(`file${at}.test.ts`, at * 1_500));
	const [title, ...lines] = slowestFiles(results);
	expect(title).toBe('Slowest files:');
	expect(lines).toHaveLength(10);
	expect(lines[0]).toBe('   36.0 s  test/file24.test.ts');
	expect(lines[9]).toBe('   22.5 s  test/file15.test.ts');
});

test('a run of ten files or fewer names none', () => {
	expect(slowestFiles([result('one.test.ts', 9_000)])).toEqual([]);
});
