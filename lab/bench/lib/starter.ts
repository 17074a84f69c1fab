import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';

/**
 * The package that n8n's own starter makes, from the templates of its command line tool: the example
 * node and the GitHub Issues node, compiled.
 */

const TEMPLATES = path.resolve(
	__dirname,
	'../../../node_modules/@n8n/node-cli/dist/template/templates',
);
const PARTS = ['programmatic/example/template', 'declarative/github-issues/template'];

/** Compiles the sources below a folder in place. */
function compile(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
		if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
		const file = path.join(entry.parentPath, entry.name);
		const { code } = transformSync(readFileSync(file, 'utf8'), {
			loader: 'ts',
			format: 'cjs',
			platform: 'node',
			target: 'es2022',
		});
		writeFileSync(file.replace(/\.ts$/, '.js'), code);
		rmSync(file);
	}
}

/** Makes the starter's package in a folder. */
export function makeStarter(folder: string): void {
	const dist = path.join(folder, 'dist');
	mkdirSync(dist, { recursive: true });
	const n8n: Record<'nodes' | 'credentials', string[]> = { nodes: [], credentials: [] };
	for (const part of PARTS) {
		const source = path.join(TEMPLATES, part);
		for (const kind of ['nodes', 'credentials', 'icons']) {
			try {
				cpSync(path.join(source, kind), path.join(dist, kind), { recursive: true });
			} catch {
				// Not every template has all kinds.
			}
		}
		const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
			n8n: Partial<typeof n8n>;
		};
		n8n.nodes.push(...(manifest.n8n.nodes ?? []));
		n8n.credentials.push(...(manifest.n8n.credentials ?? []));
	}
	compile(dist);
	const manifest = { name: 'n8n-nodes-starter', version: '0.0.0', n8n };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
