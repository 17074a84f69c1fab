import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Files and functions that one warm call enters, as `npm run bench -- stairs` counts them. */

const ROOT = path.resolve(__dirname, '..', '..');

/** The most files and functions of each row, the functions' own share below their row. */
const MOST: ReadonlyArray<readonly [row: string, files: number, functions: number]> = [
	['core: evm.getBalance', 17, 84],
	["the same from n8n's form, one item", 35, 184],
	['a webhook message to the queue', 55, 281],
	['of these in lambdas', 17, 82],
	['notify and sender, poll to Discord', 74, 357],
	['of these in lambdas', 31, 154],
];

test('a warm call enters no more files and functions than these', () => {
	const args = ['--import', 'tsx', 'scripts/stairs.ts'];
	const table = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	const rows = [...table.matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)].map(
		([, row, files, functions]) => [row, Number(files), Number(functions)] as const,
	);
	expect(rows.map(([row]) => row)).toEqual(MOST.map(([row]) => row));
	const over = rows.filter(
		([, files, functions], at) => files > MOST[at][1] || functions > MOST[at][2],
	);
	expect(over).toEqual([]);
});
