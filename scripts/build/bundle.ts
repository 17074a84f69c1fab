import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** Files that use libraries, which are bundled into them. */
const BUNDLED = ['core/formats/base', 'core/protocol/ipaddr', 'nodes/shared/bls/noble'];

/** Those of them that most executions do not need: the bundle is loaded at the first use. */
const LATE: readonly string[] = ['core/formats/base'];

/** Replaces compiled files by bundles of them and their libraries; the package's own files stay apart. */
export async function bundle(folder: string): Promise<void> {
	for (const file of BUNDLED) {
		const target = path.join(folder, file);
		if (!LATE.includes(file)) await bundleFile(file, `${target}.js`);
		else {
			await bundleFile(file, `${target}.libraries.js`);
			writeFileSync(`${target}.js`, lateModule(`${target}.libraries.js`));
		}
	}
}

/** A module with the exports of a bundle beside it, which is loaded when the first one is read. */
function lateModule(bundled: string): string {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiled module
	const names = Object.keys(require(path.resolve(bundled)) as object);
	const from = JSON.stringify(`./${path.basename(bundled)}`);
	return [
		"'use strict';",
		'module.exports = {',
		...names.map((name) => `  get ${name}() {\n    return require(${from}).${name};\n  },`),
		'};',
		'',
	].join('\n');
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
