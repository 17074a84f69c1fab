import 'reflect-metadata';
import { PackageDirectoryLoader } from 'n8n-core';
import 'n8n-workflow';
import 'zod/v4';
import { shareHostModules } from '../lib/hostModules';

/**
 * Loads the package in the folder of the first argument with n8n's own loader, and prints what that
 * took. n8n's modules, and zod as every n8n has it by then, are in memory already. Runs without
 * tsx, whose hooks would count: the row bundles this file.
 */

export interface Loaded {
	ms: number;
	/** Of heap, after a garbage collection. */
	bytes: number;
	nodes: number;
}

async function main(): Promise<void> {
	const [folder, peers] = process.argv.slice(2);
	shareHostModules(peers);
	global.gc?.();
	const before = process.memoryUsage().heapUsed;
	const begun = performance.now();
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const ms = performance.now() - begun;
	global.gc?.();
	const bytes = process.memoryUsage().heapUsed - before;
	const loaded: Loaded = { ms, bytes, nodes: Object.keys(loader.nodeTypes).length };
	process.stdout.write(JSON.stringify(loaded), () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exit(1);
});
