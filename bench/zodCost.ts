import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import * as zod from 'zod/v4';
import { ensureBuilt } from '../scripts/build/freshness';
import { textTable } from './lib/report';
import { interleaved } from './lib/stats';

/**
 * `npm run bench:zod`: the cost of zod, which checks inputs: bytes of bundles and the time to load them, with
 * zod and with an empty module in its place, and the time of the checks of one input. docs/architecture.md
 * has the decision.
 */

const ROOT = path.resolve(__dirname, '..');
const ROUNDS = Number(process.argv[2] ?? 31);
/** Stands for zod while a program is loaded: every export is a function that returns itself. */
const NOTHING = 'const all = new Proxy(function () {}, { get: () => all, apply: () => all });';

const BUNDLES = {
	'core, all of it': `export * from './core';`,
	'one operation and a client': `export { createClient } from './core'; export { staking } from './core';
		import { createClient, staking } from './core';
		export const read = () => createClient().call(staking.getManyDelegators, { network: 'mainnet' });`,
};

function empty(): Plugin {
	const names = Object.keys(zod).filter((name) => /^[a-zA-Z]\w*$/.test(name) && name !== 'default');
	const exported = names.map((name) => `all as ${name}`).join(', ');
	return {
		name: 'empty-zod',
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^zod\/v4$/ }, () => ({ path: 'zod', namespace: 'empty' }));
			onLoad({ filter: /.*/, namespace: 'empty' }, () => ({
				contents: `${NOTHING} export { ${exported} };`,
			}));
		},
	};
}

/** Writes a bundle. Returns its bytes, and those of zod in it. */
async function bundled(contents: string, outfile: string, plugin?: Plugin) {
	const { metafile } = await build({
		stdin: { contents, resolveDir: ROOT, loader: 'ts' },
		outfile,
		bundle: true,
		minify: true,
		format: 'cjs',
		platform: 'node',
		target: 'node24',
		metafile: true,
		logLevel: 'error',
		plugins: plugin ? [plugin] : [],
	});
	const [{ bytes, inputs }] = Object.values(metafile.outputs);
	const ofZod = Object.entries(inputs).filter(([file]) => file.includes('node_modules/zod/'));
	return { bytes, zod: ofZod.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) };
}

/** Runs a script in a new process, which prints milliseconds. */
function printed(script: string): number {
	const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
		encoding: 'utf8',
		cwd: ROOT,
	});
	if (status !== 0) throw new Error(stderr);
	return Number(stdout);
}

/** A script that prints the processor time of a part of it: other processes do not change it much. */
const measured = (before: string, part: string) => `${before}
	const begun = process.cpuUsage();
	${part}
	const { user, system } = process.cpuUsage(begun);
	process.stdout.write(String((user + system) / 1000));`;

const requires = (files: readonly string[]) =>
	files.map((file) => `require(${JSON.stringify(file)});`).join(' ');

/** Puts the empty module in the place of zod. */
const EMPTY = `${NOTHING}
	const Module = require('node:module'); const load = Module._load;
	Module._load = (id, ...rest) => (id === 'zod/v4' ? all : load(id, ...rest));`;
/** Modules that n8n has loaded before it loads a package. */
const N8N = `require('n8n-workflow');`;

const checking = (file: string) => `
	const { parseFields, staking } = require(${JSON.stringify(file)});
	const check = () => parseFields(staking.getManyDelegators.input, { network: 'mainnet', pageSize: 10 }, 'x');`;

async function main(): Promise<void> {
	await ensureBuilt((line) => void process.stderr.write(`${line}\n`));
	mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
	const folder = mkdtempSync(path.join(ROOT, '.cache/zod-'));
	try {
		const file = (name: string) => path.join(folder, `${name}.cjs`);
		for (const [name, contents] of Object.entries(BUNDLES)) {
			for (const [how, plugin] of [
				['with zod', undefined],
				['without zod', empty()],
			] as const) {
				const { bytes, zod: own } = await bundled(contents, file(`${name} ${how}`), plugin);
				const kilobytes = (count: number) => `${(count / 1024).toFixed(0)} KiB`;
				console.log(`${name}, ${how}: ${kilobytes(bytes)}, of zod ${kilobytes(own)}`);
			}
		}
		const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
		const nodes = (n8n.nodes as string[]).map((node) => path.join(ROOT, node));
		const cases: Record<string, string> = {
			'nodes of the n8n package, with zod': measured(N8N, requires(nodes)),
			'nodes of the n8n package, zod loaded before': measured(
				`${N8N} require('zod/v4');`,
				requires(nodes),
			),
			'nodes of the n8n package, without zod': measured(N8N + EMPTY, requires(nodes)),
		};
		for (const name of Object.keys(BUNDLES)) {
			for (const how of ['with zod', 'without zod'])
				cases[`${name}, ${how}`] = measured('', requires([file(`${name} ${how}`)]));
		}
		const core = checking(file('core, all of it with zod'));
		cases['first check of an input'] = measured(core, 'check();');
		cases['1000 more checks'] = measured(
			`${core} check();`,
			'for (let i = 0; i < 1000; i++) check();',
		);
		const contestants = Object.fromEntries(
			Object.entries(cases).map(([name, script]) => [name, async () => printed(script)]),
		);
		const results = await interleaved(ROUNDS, contestants);
		const lines = Object.entries(results).map(([name, values]) => ({ name, unit: 'ms', values }));
		console.log(`\n${textTable([{ row: 0, title: 'Processor time in a new process', lines }])}`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
