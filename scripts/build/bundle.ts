import path from 'node:path';
import { build } from 'esbuild';

/** Files that use libraries of their own, which are put into them. */
const BUNDLED = ['nodes/shared/bls/noble'];

/** Replaces compiled files by bundles of them and their libraries; the package's own files stay apart. */
export async function bundle(folder: string): Promise<void> {
	for (const file of BUNDLED) {
		await build({
			entryPoints: [`${file}.ts`],
			outfile: path.join(folder, `${file}.js`),
			bundle: true,
			platform: 'node',
			format: 'cjs',
			target: 'node20',
			external: ['../../../core/*'],
			legalComments: 'inline',
			logLevel: 'warning',
			// Packages for n8n may not touch globals. The library looks for a random source there, which
			// verifying does not need.
			define: { globalThis: 'noGlobals' },
			banner: { js: 'const noGlobals = {};' },
		});
	}
}
