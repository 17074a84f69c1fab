import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { n8n } from '../../package.json';

/** The folders of dist that are shipped. */
const SHIPPED: readonly string[] = ['core', 'credentials', 'icons', 'known', 'nodes', 'types'];

/** Removes everything else from the build folder, and the modules that no node and no credential loads. */
export function tidy(folder: string): void {
	for (const entry of readdirSync(folder)) {
		if (!SHIPPED.includes(entry)) rmSync(path.join(folder, entry), { recursive: true });
	}
	const loaded = loadedModules();
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const module = path.join(folder, file);
		if (file.endsWith('.js') && !loaded.has(module)) rmSync(module);
	}
}

/** The files that the nodes and the credential load, now or later. */
function loadedModules(): Set<string> {
	const { metafile } = buildSync({
		entryPoints: [...n8n.nodes, ...n8n.credentials],
		outdir: 'dist',
		bundle: true,
		write: false,
		metafile: true,
		platform: 'node',
		packages: 'external',
	});
	return new Set(Object.keys(metafile.inputs).map((file) => path.normalize(file)));
}
