import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from '../scripts/build/freshness';

/**
 * What this package adds to n8n's start: time and memory of loading all its nodes and credentials
 * with n8n-core's own loader. Each round is a new process in which n8n's modules and zod, which
 * every n8n has loaded by then, are in memory already. Prints the median of 7 rounds.
 */

const ROUNDS = 7;
const ROOT = path.resolve(__dirname, '..');

const ROUND = `
const { createRequire } = require('node:module');
const load = createRequire(process.argv[1] + '/package.json');
const { PackageDirectoryLoader } = load('n8n-core');
load('n8n-workflow');
load('zod/v4');
global.gc();
const before = process.memoryUsage().heapUsed;
const begin = performance.now();
const loader = new PackageDirectoryLoader(process.argv[1]);
loader.loadAll().then(() => {
	const ms = performance.now() - begin;
	global.gc();
	const bytes = process.memoryUsage().heapUsed - before;
	const nodes = Object.keys(loader.nodeTypes).length;
	const credentials = Object.keys(loader.credentialTypes).length;
	process.stdout.write(JSON.stringify({ ms, bytes, nodes, credentials }));
	process.exit(0);
});
`;

interface Round {
	ms: number;
	bytes: number;
	nodes: number;
	credentials: number;
}

function round(): Round {
	const args = ['--expose-gc', '--eval', ROUND, '--', ROOT];
	const result = spawnSync(process.execPath, args, { encoding: 'utf8' });
	if (result.status !== 0) throw new Error(`The loader failed:\n${result.stderr}`);
	return JSON.parse(result.stdout) as Round;
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function main(): Promise<void> {
	await ensureBuilt(console.log);
	const rounds = Array.from({ length: ROUNDS }, round);
	const [{ nodes, credentials }] = rounds;
	const times = rounds.map(({ ms }) => ms);
	const heap = median(rounds.map(({ bytes }) => bytes)) / 1024 / 1024;
	console.log(`Node ${process.version}, ${ROUNDS} rounds, a new process each`);
	console.log(`${nodes} nodes and ${credentials} credential(s) loaded by n8n-core`);
	console.log(
		`time    ${median(times).toFixed(1)} ms (median; ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`,
	);
	console.log(`memory  ${heap.toFixed(1)} MiB of heap (median)`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
