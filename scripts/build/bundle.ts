import path from 'node:path';
import { build } from 'esbuild';

/** Files that use libraries, which are bundled into them: a package for n8n has no dependencies. */
const BUNDLED = [
	'core/formats/base',
	'core/formats/curve',
	'core/protocol/ipaddr',
	'nodes/shared/nobleBls',
];

/** Replaces compiled files by bundles of them and their libraries; the package's own files stay apart. */
export async function bundle(folder: string): Promise<void> {
	for (const file of BUNDLED) await bundleFile(file, path.join(folder, `${file}.js`));
}

/** Writes a source file and its libraries as one module. */
async function bundleFile(file: string, outfile: string): Promise<void> {
	await build({
		entryPoints: [`${file}.ts`],
		outfile,
		allowOverwrite: true,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['../../../core/*'],
		legalComments: 'inline',
		// Code of libraries: its names stay, for stack traces.
		minifyWhitespace: true,
		lineLimit: 120,
		logLevel: 'warning',
		// Packages for n8n may not touch globals. The libraries look there for a random source and
		// for newer built-ins, and work without them.
		define: { globalThis: 'noGlobals' },
		banner: { js: 'const noGlobals = {};' },
	});
}
