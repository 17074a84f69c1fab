import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** The command itself, as users run it. Nothing here looks at how fast anything is. */

const ROOT = path.resolve(__dirname, '../../..');
const run = promisify(execFile);

async function bench(...args: string[]): Promise<string> {
	const command = ['--import', 'tsx', path.join('lab', 'bench', 'run.ts'), ...args];
	const { stdout } = await run(process.execPath, command, { cwd: ROOT });
	return stdout;
}

test('--help names every row and option', async () => {
	const help = await bench('--help');
	for (const row of [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12])
		expect(help).toMatch(new RegExp(`^ +${row}  \\S`, 'm'));
	for (const option of ['--rows', '--quick', '--json', '--write']) expect(help).toContain(option);
});

test('a quick run of one row gives its figures as JSON', async () => {
	const report = JSON.parse(await bench('--quick', '--rows', '7', '--json')) as {
		rounds: number;
		quick: boolean;
		groups: Array<{
			row: number;
			lines: Array<{ name: string; median: number; rounds: number[] }>;
		}>;
	};
	expect(report).toMatchObject({ rounds: 2, quick: true });
	expect(report.groups).toHaveLength(1);
	for (const { row, lines } of report.groups) {
		expect(row).toBe(7);
		for (const { median, rounds } of lines) {
			expect(median).toBeGreaterThan(0);
			expect(rounds).toHaveLength(2);
		}
	}
});

test('a row that does not exist and a quick or short run to be written are refused', async () => {
	const refused = { code: 1 };
	await expect(bench('--rows', '5')).rejects.toMatchObject(refused);
	await expect(bench('--quick', '--write')).rejects.toMatchObject(refused);
	await expect(bench('--rows', '7', '--rounds', '6', '--write')).rejects.toMatchObject(refused);
});
