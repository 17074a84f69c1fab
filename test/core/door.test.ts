import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as door from '../../core';
import * as operations from '../../core/operations/all';
import { type Emulator, LOCAL_KEY, startEmulator } from '../../emulator';
import { CORE_PACKAGE, packCore } from '../../scripts/build/core';

/** The core as programs outside use it: its tarball alone, and the programs of docs/core.md. */

const ROOT = path.resolve(__dirname, '../..');
const run = promisify(execFile);
const [program, second, third] = [
	...readFileSync(path.join(ROOT, 'docs/core.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm),
].map(([, code]) => code);

const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-door-'));
const installed = path.join(folder, 'node_modules', CORE_PACKAGE);
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

/** The compiler's messages about a program, by file. */
async function compile(...files: string[]): Promise<string[]> {
	const compilerOptions = {
		strict: true,
		target: 'es2022',
		lib: ['es2024'],
		module: 'nodenext',
		noEmit: true,
		types: ['node'],
		typeRoots: [path.join(ROOT, 'node_modules/@types')],
	};
	write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
	const args = [require.resolve('typescript/bin/tsc'), '-p', '.', '--pretty', 'false'];
	try {
		await run(process.execPath, args, { cwd: folder });
		return [];
	} catch (error) {
		return (error as { stdout: string }).stdout.trim().split('\n');
	}
}

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator({ realTime: false });
	const core = await packCore(folder);
	// The same zod as the project's, so that no registry is needed.
	const zod = path.join(ROOT, 'node_modules/zod');
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: zod });
	const zodFile = readdirSync(folder).find((name) => name.startsWith('zod-')) ?? '';
	write('package.json', JSON.stringify({ name: 'program', private: true, type: 'module' }));
	const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
	await run('npm', ['install', ...quiet, core, path.join(folder, zodFile)], { cwd: folder });
});

afterAll(async () => {
	await emulator?.close();
	rmSync(folder, { recursive: true, force: true });
});

test('the index exports every operation of the catalogue, under its own name', () => {
	for (const [name, operation] of Object.entries(operations)) {
		expect([name, (door as Record<string, unknown>)[name]]).toEqual([name, operation]);
	}
});

test('the tarball depends on zod alone, and holds code, declarations, readme and licence', () => {
	const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
		dependencies: object;
	};
	expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
	const modules = readdirSync(path.join(folder, 'node_modules')).filter(
		(name) => !/^\./.test(name),
	);
	expect(modules.sort()).toEqual([CORE_PACKAGE, 'zod']);
	const files = readdirSync(installed, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
	const others = files.filter((name) => !/\.(js|d\.ts)$/.test(name)).sort();
	expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
	expect(files).toContain('http.js');
});

test('the program of docs/core.md lists the active delegations of the service', async () => {
	expect(program.trim().split('\n')).toHaveLength(10);
	write('program.ts', program);
	expect(await compile('program.ts')).toEqual([]);
	write('program.mjs', program);
	const { stdout } = await run(process.execPath, ['program.mjs'], {
		cwd: folder,
		env: { ...process.env, DATA_URL: emulator.dataUrl, API_KEY: LOCAL_KEY },
	});
	const now = emulator.world.clock.seconds();
	const active = emulator.world
		.network('mainnet')
		.staking.delegations()
		.filter((tx) => Number(tx.startTimestamp) <= now && Number(tx.endTimestamp) > now)
		.map((tx) => `${tx.nodeId} ${tx.amount}`);
	expect(active.length).toBeGreaterThan(0);
	expect(stdout.trim().split('\n').sort()).toEqual(active.sort());
});

test('the compiler finds a misspelt field of an item and of the input, and has the types', async () => {
	write('output.ts', program.replaceAll('nodeId', 'nodeID'));
	write('input.ts', program.replace('delegationStatus', 'delegatorStatus'));
	write(
		'types.ts',
		`import { getCurrentSupply, listDelegators, type InputOf, type ItemOf, type OutputOf } from '${CORE_PACKAGE}';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const amount: Same<ItemOf<typeof listDelegators>['amountDelegated'], string | null | undefined> = true;
export const start: Same<ItemOf<typeof listDelegators>['startTimestamp'], number | null | undefined> = true;
export const network: InputOf<typeof listDelegators>['network'] = 'fuji';
export const supply: keyof OutputOf<typeof getCurrentSupply> = 'supply';
// @ts-expect-error no such network
export const other: InputOf<typeof listDelegators>['network'] = 'devnet';
`,
	);
	write('second.ts', second);
	write('third.ts', third);
	const messages = await compile('output.ts', 'input.ts', 'types.ts', 'second.ts', 'third.ts');
	expect(messages.filter((line) => /^(types|second|third)/.test(line))).toEqual([]);
	expect(messages.find((line) => line.startsWith('output.ts'))).toMatch(
		/TS2339: Property 'nodeID' does not exist on type/,
	);
	expect(messages.find((line) => line.startsWith('input.ts'))).toMatch(
		/TS2561: .*'delegatorStatus' does not exist in type/,
	);
});
