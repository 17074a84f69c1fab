import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { START_VARIABLES } from '../../lab/kit/lambda/startVariables';
import { type BuiltFunction, buildLambdas } from '../../lambdas/build/lambdas';

/** Imports the modules of its arguments, and prints what they export. */
const IMPORTING = `
const exported = [];
for (const url of process.argv.slice(1)) exported.push(Object.keys(await import(url)));
process.stdout.write(JSON.stringify(exported));
`;

let outDir: string;
let built: BuiltFunction[];

/** The modules of a function: the handler first, then those that are loaded late. */
function modulesOf(folder: string): string[] {
	const late = readdirSync(path.join(folder, 'late')).map((file) => path.join('late', file));
	return ['handler.mjs', ...late].map((file) => path.join(folder, file));
}

beforeAll(async () => {
	outDir = mkdtempSync(path.join(os.tmpdir(), 'avalanche-bundles-'));
	built = await buildLambdas({ outDir, zip: false });
}, 60_000);

afterAll(() => rmSync(outDir, { recursive: true, force: true }));

test('every module of a function finds what it takes from the others', () => {
	for (const { name, folder } of built) {
		const urls = modulesOf(folder).map((file) => pathToFileURL(file).href);
		const args = ['--input-type=module', '-e', IMPORTING, ...urls];
		const env = { ...process.env, AWS_REGION: 'us-east-1', ...START_VARIABLES };
		const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
		expect([name, stderr]).toEqual([name, '']);
		const [handler, ...others] = JSON.parse(stdout) as string[][];
		expect(handler).toContain('handler');
		// esbuild keeps a shared module of which nothing is left as a file of its first line, without code.
		const silent = others.flatMap((names, at) => (names.length === 0 ? [urls[at + 1]] : []));
		const code = silent.map((url) =>
			readFileSync(new URL(url), 'utf8').split('\n').slice(1).join(''),
		);
		expect(code.join('')).toBe('');
	}
}, 60_000);

test('the clients of tables and queues are loaded at their first call', () => {
	expect(built).toHaveLength(8);
	expect(built.filter(({ startBytes }) => startBytes >= 600_000)).toEqual([]);
});

test('of the clients of AWS, a function has only the commands that it sends', () => {
	const unused = /\b(PutParameter|CreateSecret|ListBuckets|CreateFunction|CreateTable)Command\b/g;
	for (const { name, folder } of built) {
		const found = modulesOf(folder).flatMap(
			(file) => readFileSync(file, 'utf8').match(unused) ?? [],
		);
		// AWS's library of durable functions loads the whole client of Lambda itself.
		const known = name === 'exportTransactions' ? ['CreateFunctionCommand'] : [];
		expect([name, ...new Set(found)]).toEqual([name, ...known]);
	}
});

test('stack traces have the names of functions, and short lines', () => {
	const { folder } = built.find(({ name }) => name === 'notify')!;
	const args = ['--input-type=module', '-e', IMPORTING, pathToFileURL(modulesOf(folder)[0]).href];
	const env = { ...process.env, AVALANCHE_WITHOUT_API_KEY: 'true' };
	const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
	expect(stderr).toContain('NOTIFY_TABLE is missing');
	expect(stderr).toMatch(/HandlerError \[ConfigurationError\][^]* at createNotify /);
	expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(500);
});
