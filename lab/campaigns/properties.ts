import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';

const HELP = `npm run campaign -- properties [--rounds N] [words of file names]

Runs every test file with property tests with random seeds, N times (default 3). npm test uses one
fixed seed. Ends at the first failure, which prints the command that repeats it.
`;

const ROOT = path.resolve(__dirname, '../..');

/** The test files that import property tests, directly or through a helper of the same folder. */
function propertyFiles(words: readonly string[]): string[] {
	const files = globSync('test/**/*.{test,slow}.ts', { cwd: ROOT }).sort();
	return files.filter((file) => {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		const has = /testing\/properties'|\.\/(malformed|declared|alerts)'/.test(text);
		return has && (words.length === 0 || words.some((word) => file.includes(word)));
	});
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { rounds: { type: 'string', default: '3' }, help: { type: 'boolean' } },
		allowPositionals: true,
	});
	if (values.help) return void process.stdout.write(HELP);
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) {
		throw new Error(`--rounds must be a whole number of at least 1; given: "${values.rounds}"`);
	}
	const files = propertyFiles(positionals);
	if (files.length === 0) throw new Error(`No file with property tests: ${positionals.join(', ')}`);
	for (let round = 1; round <= rounds; round++) {
		process.stdout.write(`Round ${round} of ${rounds}: ${files.length} files\n`);
		const child = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...files], {
			cwd: ROOT,
			stdio: 'inherit',
			env: { ...process.env, PROPERTY_SEED: 'random' },
		});
		const [code] = (await once(child, 'exit')) as [number | null];
		if (code !== 0) {
			process.exitCode = 1;
			return;
		}
	}
	process.stdout.write(`${rounds} rounds with random seeds, 0 failures\n`);
}

exitWith(main());
