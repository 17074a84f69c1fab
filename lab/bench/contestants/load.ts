import 'reflect-metadata';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import 'n8n-workflow';
import 'zod/v4';
import { shareHostModules } from '../lib/hostModules';

/**
 * Loads the package in the folder of the first argument with n8n's own loader, as n8n does at its
 * start, and then the code of one of its nodes, as n8n does at the first execution. Prints what
 * both took. n8n's modules, and zod as every n8n has it by then, are in memory already. Runs without
 * tsx, whose hooks would count: the row bundles this file.
 */

/** The node of this package whose code is loaded. */
const OWN = 'avalanche';

export interface Loaded {
	/** Time of the start. */
	ms: number;
	/** Heap while n8n holds the descriptions, after a garbage collection. */
	bytes: number;
	/** Heap once n8n has written the descriptions for its editor and let them go. */
	releasedBytes: number;
	/** Time to load the code of one node. */
	firstMs: number;
	/** Heap that this code takes. */
	firstBytes: number;
	nodes: number;
}

function heap(): number {
	global.gc?.();
	return process.memoryUsage().heapUsed;
}

async function main(): Promise<void> {
	const [folder, peers, node] = process.argv.slice(2);
	shareHostModules(peers);
	// n8n's own nodes lie in one package: its files would bring all of them.
	const Loader = node ? LazyPackageDirectoryLoader : PackageDirectoryLoader;
	const before = heap();
	const begun = performance.now();
	const loader = new Loader(folder);
	await loader.loadAll();
	const ms = performance.now() - begun;
	const nodes = Object.keys(loader.known.nodes).length;
	const bytes = heap() - before;
	loader.releaseTypes();
	const released = heap();
	const first = performance.now();
	const { type } = loader.getNode(node ?? Object.keys(loader.known.nodes)[0]);
	// This package's nodes load the code of executions at the first one, here of no items.
	if (node === OWN) await (type as INodeType).execute?.call({ getInputData: () => [] } as never);
	const firstMs = performance.now() - first;
	const firstBytes = heap() - released;
	const loaded: Loaded = {
		ms,
		bytes,
		releasedBytes: released - before,
		firstMs,
		firstBytes,
		nodes,
	};
	process.stdout.write(JSON.stringify(loaded), () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exit(1);
});
