import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Plugin, build } from 'esbuild';
import type { Finding } from './classes';

/**
 * A campaign against a function whose defences are taken out, one at a time: each must show as a
 * finding. The sources are changed while they are bundled; nothing on the disk is touched.
 */

const ROOT = path.resolve(__dirname, '../../..');
/** Within the project, so that bundles find its packages. */
const CACHE = path.join(ROOT, '.cache');

/** A change of a source file: a text that it has once, and the replacement. */
export interface Change {
	/** From the root of the project. */
	file: string;
	from: string;
	to: string;
	/** A second change of the same file, if two safeguards have the same effect. */
	also?: { from: string; to: string };
}

/** A safeguard that is removed from the sources. */
export interface Weakening<Name extends string = string> extends Change {
	name: string;
	/** The class that must notice. */
	finds: Name;
}

/**
 * Puts the change into its file while esbuild bundles it. Files of the project keep their own
 * `__dirname`. Throws where the file does not have the text once.
 */
export function changing(change?: Change): Plugin {
	return {
		name: 'changing',
		setup(builder) {
			builder.onLoad({ filter: /\.ts$/ }, ({ path: source }) => {
				const file = path.relative(ROOT, source);
				if (file.includes('node_modules')) return undefined;
				let contents = readFileSync(source, 'utf8');
				if (change && path.normalize(change.file) === file) {
					const { from, to, also } = change;
					for (const one of [{ from, to }, ...(also ? [also] : [])]) {
						const parts = contents.split(one.from);
						if (parts.length !== 2) throw new Error(`${file} has not once: ${one.from}`);
						contents = parts.join(one.to);
					}
				}
				if (contents.includes('__dirname')) {
					contents += `\nvar __dirname = ${JSON.stringify(path.dirname(source))};`;
				}
				return { contents, loader: 'ts' };
			});
		},
	};
}

/** The emulator is not a part of the bundle: it reads files beside its own, and is never weakened. */
const emulatorApart: Plugin = {
	name: 'emulatorApart',
	setup(builder) {
		builder.onResolve({ filter: /^\.{1,2}\/(.*\/)?emulator(\/|$)/ }, ({ path: to, resolveDir }) => {
			return { path: path.resolve(resolveDir, to), external: true };
		});
	},
};

/**
 * Runs classes over sources that are bundled, changed or as they are. The entry exports
 * `runClass(name)`.
 */
export async function findingsOf(
	entry: string,
	names: readonly string[],
	change?: Change,
): Promise<Finding[]> {
	mkdirSync(CACHE, { recursive: true });
	const folder = mkdtempSync(path.join(CACHE, 'campaign-'));
	const outfile = path.join(folder, 'classes.cjs');
	try {
		await build({
			absWorkingDir: ROOT,
			entryPoints: [entry],
			outfile,
			bundle: true,
			platform: 'node',
			format: 'cjs',
			target: 'node24',
			packages: 'external',
			logLevel: 'error',
			plugins: [emulatorApart, changing(change)],
		});
		const bundle = createRequire(outfile)(outfile) as {
			runClass: (name: string) => Promise<Finding[]>;
		};
		const findings: Finding[] = [];
		for (const name of names) findings.push(...(await bundle.runClass(name)));
		return findings;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
