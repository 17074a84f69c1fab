import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build as bundleOf } from 'esbuild';
import ts from 'typescript';
import * as door from '../../core';
import * as operations from '../../core/subjects/all';
import { type Emulator, LOCAL_KEY, startEmulator } from '../../emulator';
import { CORE_PACKAGE, packCore } from '../../scripts/build/core';
import { subjectNames } from '../../scripts/build/coreModules';
import { exampleOf } from '../../scripts/build/operationHints';
import { catalogue } from '../../core/subjects/catalogue';

/** The core as programs outside use it: its tarball alone, and the programs of docs/core.md. */

const ROOT = path.resolve(__dirname, '../..');
const run = promisify(execFile);
const [program, ...others] = [
	...readFileSync(path.join(ROOT, 'docs/core.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm),
].map(([, code]) => code);

const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-door-'));
const installed = path.join(folder, 'node_modules', CORE_PACKAGE);
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

/** The program of docs/core.md, with the operation from its own subpath. */
const bySubpath = program
	.replace('import { createClient, staking } from', 'import { createClient } from')
	.replace(
		`from '${CORE_PACKAGE}';`,
		`from '${CORE_PACKAGE}';\nimport { getManyDelegators } from '${CORE_PACKAGE}/staking';`,
	)
	.replace('staking.getManyDelegators', 'getManyDelegators');

/** The same program for CommonJS: its imports as calls of require, its loop in a function. */
const inCommonJs = `const { createClient, staking } = require('${CORE_PACKAGE}');
const { getManyDelegators } = require('${CORE_PACKAGE}/staking');
if (staking.getManyDelegators !== getManyDelegators) throw new Error('two copies');
void (async () => {
${program.slice(program.indexOf('const client'))}
})();
`;

/** The examples in the hints of all operations. */
const examples = `import { createClient, ${Object.keys(operations).join(', ')} } from '${CORE_PACKAGE}';
const client = createClient({});
export const examples = [
${catalogue.map((each) => `async () => { ${exampleOf(each)} },`).join('\n')}
];
`;

/** Programs by file. Two have a misspelt field. */
const PROGRAMS: Readonly<Record<string, string>> = {
	'program.ts': program,
	'output.ts': program.replaceAll('nodeId', 'nodeID'),
	'input.ts': program.replace('delegationStatus', 'delegatorStatus'),
	'types.ts': `import { pChainStaking, staking, type Input, type InputOf, type Item, type ItemOf, type OutputOf } from '${CORE_PACKAGE}';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Delegator = ItemOf<typeof staking.getManyDelegators>;
type TolerantDelegator = ItemOf<typeof staking.getManyDelegators, 'tolerant'>;
export const amount: Same<Delegator['amountDelegated'], string> = true;
export const named: Same<Item<'staking.getManyDelegators'>, Delegator> = true;
export const input: Same<Input<'staking.getManyDelegators'>, InputOf<typeof staking.getManyDelegators>> = true;
export const start: Same<Delegator['startTimestamp'], number> = true;
export const reward: Same<Delegator['estimatedNetReward'], string | null | undefined> = true;
export const tolerant: Same<TolerantDelegator['amountDelegated'], string | null | undefined> = true;
export const network: InputOf<typeof staking.getManyDelegators>['network'] = 'fuji';
export const supply: keyof OutputOf<typeof pChainStaking.getCurrentSupply> = 'supply';
declare const validation: Item<'staking.getManyValidators'>;
export const uptime = () => (validation.validationStatus === 'active' ? validation.uptimePerformance.toFixed(1) : '');
// @ts-expect-error no such status
export const misspelt = () => validation.validationStatus === 'actve';
// @ts-expect-error only of some states
export const paid = () => validation.rewards.rewardTxHash;
// @ts-expect-error no such network
export const other: InputOf<typeof staking.getManyDelegators>['network'] = 'devnet';
`,
	'examples.ts': examples,
	'subpath.ts': bySubpath,
	'common.cts': `import core = require('${CORE_PACKAGE}/staking');\nvoid core.getValidator;\n`,
	...Object.fromEntries(others.map((code, at) => [`other${at}.ts`, code])),
};

/** Module resolutions of programs: those of Node, as of 2022 and now, and that of bundlers. */
const RESOLUTIONS = [
	['node16', 'node16'],
	['nodenext', 'nodenext'],
	['esnext', 'bundler'],
] as const;

type Resolution = (typeof RESOLUTIONS)[number][1];

/** The compiler's messages about all programs with a module resolution, each of which runs once. */
const compiled = new Map<Resolution, Promise<string[]>>();

function compile(resolution: Resolution): Promise<string[]> {
	const messages = compiled.get(resolution) ?? messagesWith(resolution);
	compiled.set(resolution, messages);
	return messages;
}

async function messagesWith(moduleResolution: Resolution): Promise<string[]> {
	const module = RESOLUTIONS.find(([, resolution]) => resolution === moduleResolution)?.[0];
	const files = Object.keys(PROGRAMS).filter(
		(file) => moduleResolution !== 'bundler' || !file.endsWith('.cts'),
	);
	const compilerOptions = {
		strict: true,
		exactOptionalPropertyTypes: true,
		target: 'es2022',
		lib: ['es2024'],
		module,
		moduleResolution,
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
let tarball: string;

beforeAll(async () => {
	emulator = await startEmulator({ realTime: false });
	for (const [file, text] of Object.entries(PROGRAMS)) write(file, text);
	tarball = await packCore(folder);
	// The same zod as the project's, so that no registry is needed.
	const zod = path.join(ROOT, 'node_modules/zod');
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: zod });
	const zodFile = readdirSync(folder).find((name) => name.startsWith('zod-')) ?? '';
	write('package.json', JSON.stringify({ name: 'program', private: true, type: 'module' }));
	const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
	await run('npm', ['install', ...quiet, tarball, path.join(folder, zodFile)], { cwd: folder });
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
	const rest = files.filter((name) => !/\.(d\.)?[cm](js|ts)$/.test(name)).sort();
	expect(rest).toEqual(['LICENSE', 'README.md', 'package.json']);
	expect(files).toContain('http.mjs');
	expect(files).toContain('http.cjs');
});

test('the command of the tarball tells how it is used', async () => {
	const command = path.join(folder, 'node_modules/.bin', CORE_PACKAGE);
	await expect(run(command, [])).rejects.toThrow('from-openzeppelin-monitor FOLDER OUT');
});

test('the program of docs/core.md lists the active delegations of the service', async () => {
	expect(program.trim().split('\n')).toHaveLength(10);
	expect((await compile('nodenext')).filter((line) => line.startsWith('program'))).toEqual([]);
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

test('the program of docs/core.md that polls an event tells each transaction once', async () => {
	const polling = others.find((code) => code.includes('newTransactions')) ?? '';
	const { outputText } = ts.transpileModule(
		polling.replace('createClient({', 'createClient({ dataUrl: process.env.DATA_URL,'),
		{ compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } },
	);
	write(
		'polling.mjs',
		`${outputText}\nconst state = JSON.parse(process.argv[2] ?? 'null') ?? undefined;
process.stderr.write(JSON.stringify(await newTransactions(state)));`,
	);
	const env = { ...process.env, DATA_URL: emulator.dataUrl, API_KEY: LOCAL_KEY };
	const poll = async (...state: string[]) =>
		await run(process.execPath, ['polling.mjs', ...state], { cwd: folder, env });
	const add = () => emulator.control.addTransactions({ transactions: [{}, {}] });
	const hashes = [add(), add()];
	const first = await poll();
	for (const hash of hashes.flat()) expect(first.stdout.split(hash)).toHaveLength(2);
	const [one, other] = add();
	const second = await poll(first.stderr);
	expect(second.stdout.trim().split('\n')).toEqual([
		expect.stringContaining(one),
		expect.stringContaining(other),
	]);
	expect((await poll(second.stderr)).stdout).toBe('');
});

test('the compiler finds a misspelt field of an item and of the input, and has the types', async () => {
	const messages = await compile('nodenext');
	expect(messages.find((line) => line.startsWith('output.ts'))).toMatch(
		/TS2339: Property 'nodeID' does not exist on type/,
	);
	expect(messages.find((line) => line.startsWith('input.ts'))).toMatch(
		/TS2561: .*'delegatorStatus' does not exist in type/,
	);
});

test('an editor shows the fields of an operation with their units, and an example that compiles', async () => {
	const file = path.join(folder, 'program.ts');
	const options = {
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
	};
	const service = ts.createLanguageService({
		getScriptFileNames: () => [file],
		getScriptVersion: () => '1',
		getScriptSnapshot: (name) => {
			const text = ts.sys.readFile(name);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getCurrentDirectory: () => folder,
		getCompilationSettings: () => options,
		getDefaultLibFileName: ts.getDefaultLibFilePath,
		fileExists: ts.sys.fileExists,
		readFile: ts.sys.readFile,
	});
	const quickInfo = service.getQuickInfoAtPosition(file, program.indexOf('getManyDelegators'));
	expect(ts.displayPartsToString(quickInfo?.documentation)).toMatch(
		/`delegationStatus` \(optional\)[^]*`amountDelegated` \(string\): nAVAX/,
	);
	const [{ name, text }] = quickInfo?.tags ?? [];
	expect([name, ts.displayPartsToString(text)]).toEqual([
		'example',
		expect.stringMatching(/^for await .*client\.pages\(staking\.getManyDelegators, \{ network: "/),
	]);
	const messages = await compile('nodenext');
	expect(messages.filter((line) => line.startsWith('examples'))).toEqual([]);
});

test('programs compile with each resolution, run in ESM and CommonJS, and find each subpath', async () => {
	for (const [, resolution] of RESOLUTIONS) {
		const messages = await compile(resolution);
		// Lines that go on with a message are indented.
		const found = messages.filter((line) => !/^((output|input)\.ts\(| )/.test(line));
		expect([resolution, found]).toEqual([resolution, []]);
	}
	const env = { ...process.env, DATA_URL: emulator.dataUrl, API_KEY: LOCAL_KEY };
	const lines: string[] = [];
	for (const [name, code] of [
		['subpath.mjs', bySubpath],
		['common.cjs', inCommonJs],
	]) {
		write(name, code);
		const { stdout } = await run(process.execPath, [name], { cwd: folder, env });
		lines.push(stdout);
	}
	expect(lines[0]).toMatch(/^NodeID-/);
	expect(lines[1]).toBe(lines[0]);
	const subjects = subjectNames();
	expect(subjects).toContain('staking');
	write('all.mjs', subjects.map((name) => `await import('${CORE_PACKAGE}/${name}');`).join('\n'));
	await run(process.execPath, ['all.mjs'], { cwd: folder });
});

test('a subpath exports the names of its subject and no others, in code and in types', async () => {
	const subjects = Object.entries(operations as Record<string, object>);
	const code = subjects.map(
		([name]) => `console.log(Object.keys(await import('${CORE_PACKAGE}/${name}')).join());`,
	);
	write('names.mjs', code.join('\n'));
	const { stdout } = await run(process.execPath, ['names.mjs'], { cwd: folder });
	const lines = stdout.trim().split('\n');
	for (const [at, [name, subject]] of subjects.entries()) {
		expect([name, lines[at]]).toEqual([name, Object.keys(subject).sort().join()]);
		const types = readFileSync(path.join(installed, `subjects/${name}.d.mts`), 'utf8');
		const [, exported] = /^export \{ ([^}]*) \};?$/m.exec(types) ?? [];
		const declared = readFileSync(path.join(ROOT, `core/subjects/${name}/index.ts`), 'utf8');
		const named = [...declared.matchAll(/^export type (\w+)/gm)].map(([, one]) => one);
		const all = [...Object.keys(subject), ...named].sort();
		const names = (exported ?? '').split(', ').map((one) => one.replace(/^type |^\w+ as /, ''));
		expect([name, names.sort()]).toEqual([name, all]);
	}
});

test('publint and arethetypeswrong find nothing wrong with the package', async () => {
	const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);
	const node = (name: string, ...args: string[]) =>
		run(process.execPath, [bin(name), ...args], { cwd: folder });
	await expect(node('publint', 'run', installed, '--strict')).resolves.toBeDefined();
	await expect(node('attw', tarball, '--profile', 'node16')).resolves.toBeDefined();
});

test('a bundle has the operations that a program names, and no others', async () => {
	const sizes: string[] = [];
	for (const [name, code] of [
		['by the index', program],
		['by the subpath', bySubpath],
	]) {
		const { outputFiles, warnings } = await bundleOf({
			stdin: { contents: code, resolveDir: folder, loader: 'ts' },
			bundle: true,
			write: false,
			minify: true,
			platform: 'node',
			format: 'esm',
			logLevel: 'silent',
		});
		const { text } = outputFiles[0];
		expect(warnings).toEqual([]);
		const ids = catalogue
			.map(({ id }) => id)
			.filter((id) => text.includes(`id:${JSON.stringify(id)}`));
		expect(ids.filter((id) => !id.startsWith('staking.'))).toEqual([]);
		expect(ids).toContain('staking.getManyDelegators');
		sizes.push(`${name}: ${Math.round(text.length / 1024)} KiB with ${ids.length} operations`);
	}
	process.stdout.write(
		`Bundle of the program of docs/core.md, with zod\n\t${sizes.join('\n\t')}\n`,
	);
});
