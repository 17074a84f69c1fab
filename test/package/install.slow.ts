import { type SpawnSyncReturns, execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CustomDirectoryLoader } from 'n8n-core';
import { exampleNames, exampleWorkflow, type WorkflowFile } from '../../lab/kit/n8n/import';

/** The page on installing, followed to the letter, from the sources as a clone has them. */

const ROOT = path.resolve(__dirname, '../..');
const PACKAGE = 'n8n-nodes-avalanche-network';
const NODES = ['avalanche', 'avalancheRpc', 'avalancheTrigger', 'avalancheWebhookTrigger'];
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const TARBALL = `${PACKAGE}-${version}.tgz`;

const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-install-'));
const clone = path.join(folder, 'clone');
const home = path.join(folder, 'home');

/** The shell blocks of that page. */
const [fromClone, onMachine, , fromFolder] = [
	...read('docs/install.md').matchAll(/^```sh\n([^]*?)^```/gm),
].map(([, block]) => block);

/** Runs commands as a user's shell does: without what npm tells the scripts it runs. */
function shell(commands: string, cwd: string): void {
	const env = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|NODE_)/i.test(name));
	const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
		cwd,
		env: { ...Object.fromEntries(env), HOME: home, CI: 'true' },
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${commands}\nended with ${status}:\n${stdout}${stderr}`);
}

/** Bytes of all files below a folder. */
function sizeOf(entry: string): number {
	return Number(execFileSync('du', ['-sb', entry], { encoding: 'utf8' }).split('\t')[0]);
}

/** Loads every node of an installed package in a process that finds n8n's modules as n8n's own does. */
const LOAD = `
	require('reflect-metadata');
	const { LazyPackageDirectoryLoader } = require('n8n-core');
	const loader = new LazyPackageDirectoryLoader(process.argv[1]);
	loader.loadAll().then(() => {
		const names = Object.keys(loader.known.nodes);
		for (const name of names) loader.getNode(name);
		console.log(JSON.stringify({ lazy: loader.isLazyLoaded, names }));
	});`;

function loaded(modules: string): { lazy: boolean; names: string[] } {
	const installed = path.join(modules, 'node_modules', PACKAGE);
	const printed = execFileSync(process.execPath, ['-e', LOAD, installed], {
		cwd: folder,
		env: { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') },
		encoding: 'utf8',
	});
	return JSON.parse(printed) as { lazy: boolean; names: string[] };
}

/** `npm pack` before the development tools are installed. */
let withoutTools: SpawnSyncReturns<string>;

beforeAll(() => {
	const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const file of files.filter((one) => one && existsSync(path.join(ROOT, one)))) {
		mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
		cpSync(path.join(ROOT, file), path.join(clone, file));
	}
	mkdirSync(home);
	withoutTools = spawnSync('npm', ['pack'], { cwd: clone, encoding: 'utf8' });
	// Replacement of the packages that npm ci installs; .ci/run runs it in a real clone.
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
	expect(fromClone).toMatch(/^npm ci --ignore-scripts$/m);
	shell(fromClone.replace(/^npm ci .*$/m, ''), clone);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a clone without its development tools packs nothing, and the error says what to run', () => {
	expect(withoutTools.status).not.toBe(0);
	expect(withoutTools.stderr).toContain('run "npm ci --ignore-scripts" first');
});

test('npm is told of each package with an install script that it needs none', () => {
	const lock = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, { hasInstallScript?: boolean }>;
	};
	const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: object };
	const found = Object.entries(lock.packages)
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([directory]) => directory.replace(/^.*node_modules\//, ''));
	expect(allowScripts).toEqual(
		Object.fromEntries([...new Set(found)].map((name) => [name, false])),
	);
});

test('a clone packs everything that n8n loads', () => {
	const packed = execFileSync('tar', ['-tzf', path.join(clone, TARBALL)], { encoding: 'utf8' });
	const files = packed.trim().split('\n');
	for (const name of ['Avalanche', 'AvalancheRpc', 'AvalancheTrigger', 'AvalancheWebhookTrigger']) {
		expect(files).toContain(`package/dist/nodes/${name}/${name}.node.js`);
	}
	expect(files).toContain('package/dist/credentials/AvalancheApi.credentials.js');
	for (const folderOf of ['known', 'types']) {
		expect(files).toContain(`package/dist/${folderOf}/nodes.json`);
		expect(files).toContain(`package/dist/${folderOf}/credentials.json`);
	}
});

test('the tarball installs where n8n keeps community nodes, and brings nothing else', () => {
	expect(onMachine).toContain(TARBALL);
	cpSync(path.join(clone, TARBALL), path.join(folder, TARBALL));
	shell(onMachine, folder);
	const installed = path.join(home, '.n8n/nodes');
	expect(
		readdirSync(path.join(installed, 'node_modules')).filter((one) => !one.startsWith('.')),
	).toEqual([PACKAGE]);
	// n8n-workflow, the peer, would be 145 MB more.
	expect(sizeOf(installed)).toBeLessThan(4 * 1024 ** 2);
	expect(loaded(installed)).toEqual({ lazy: true, names: NODES });
});

test('the same again upgrades it, and the command for its removal removes it', () => {
	const installed = path.join(home, '.n8n/nodes/node_modules', PACKAGE);
	shell(onMachine, folder);
	expect(existsSync(installed)).toBe(true);
	const [command] = /npm uninstall [^`]+/.exec(read('docs/install.md')) ?? [];
	shell(String(command), folder);
	expect(existsSync(installed)).toBe(false);
});

test('the steps of the Dockerfile put the package where its last stage copies it from', () => {
	const dockerfile = read('examples/docker/Dockerfile');
	const [, run] = /^RUN ((?:.*\\\n)*.*)$/m.exec(dockerfile) as RegExpExecArray;
	const steps = run.split(/\s*\\?\s*&&\s*/);
	// The tarball is there already.
	expect(steps.splice(0, 2)).toEqual(['npm ci --ignore-scripts', 'npm pack']);
	const nodes = path.join(folder, 'nodes');
	shell(steps.join('\n').replaceAll('/nodes', nodes), clone);
	expect(loaded(nodes)).toEqual({ lazy: true, names: NODES });
	expect(dockerfile).toMatch(/^COPY --from=package .* \/nodes \/home\/node\/\.n8n\/nodes$/m);
});

test('as custom extensions the nodes have the names that the page gives them', async () => {
	const loader = new CustomDirectoryLoader(path.join(clone, 'dist'));
	await loader.loadAll();
	expect(Object.keys(loader.known.nodes).sort()).toEqual(NODES);
	expect(loader.packageName).toBe('CUSTOM');
	shell(fromFolder, clone);
	const { nodes } = JSON.parse(
		readFileSync(path.join(clone, 'tps-table.json'), 'utf8'),
	) as WorkflowFile;
	const own = nodes.filter(({ type }) => type.startsWith('CUSTOM.'));
	expect(own.length).toBeGreaterThan(0);
	expect(nodes.filter(({ type }) => type.startsWith(PACKAGE))).toEqual([]);
	for (const { type } of own) expect(NODES).toContain(type.slice('CUSTOM.'.length));
});

test('the examples name the nodes as an installed package has them', () => {
	const types = exampleNames()
		.flatMap((name) => exampleWorkflow(name).nodes.map(({ type }) => type))
		.filter((type) => type.startsWith(`${PACKAGE}.`));
	// n8n makes the tool variants by itself.
	const names = types.map((type) => type.slice(PACKAGE.length + 1).replace(/Tool$/, ''));
	expect([...new Set(names)].sort()).toEqual(NODES);
});
