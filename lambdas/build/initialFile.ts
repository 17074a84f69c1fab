import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minify } from '@swc/core';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { HANDLER, OUTPUT, REQUIRE } from './output';

/**
 * One file of all modules that a function loads at its start, in place of dozens: a cold start reads,
 * compiles and links each file. esbuild makes a file of each set of modules that the same late modules use.
 */

/** The files that the handler imports at its start, itself first. */
function initialFiles({ outputs }: Metafile): string[] {
	const handler = Object.keys(outputs).find((file) => path.basename(file) === HANDLER) ?? '';
	const seen = new Set([handler]);
	for (const file of seen) {
		for (const { path: next, kind } of outputs[file]?.imports ?? []) {
			if (kind === 'import-statement' && outputs[next]) seen.add(next);
		}
	}
	return [...seen];
}

/** The path of a file for an import by a file in `folder`. */
function relativePath(folder: string, file: string): string {
	const relative = path.relative(folder, file).split(path.sep).join('/');
	return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Leaves late files in their places. Of the banners, one is left. */
function joining(folder: string): Plugin {
	return {
		name: 'joining',
		setup(builder) {
			builder.onResolve({ filter: /^\./ }, ({ path: name, kind, resolveDir }) => {
				const file = path.resolve(resolveDir, name);
				if (kind !== 'dynamic-import') return { path: file, sideEffects: true };
				return { path: relativePath(folder, file), external: true };
			});
			builder.onLoad({ filter: /\.mjs$/ }, ({ path: file }) => ({
				contents: readFileSync(file, 'utf8').replace(REQUIRE, ''),
				loader: 'js',
			}));
		},
	};
}

/**
 * The code with short names of parameters and variables: every cold start reads and compiles all its
 * bytes. The names of functions and classes stay, since stack traces and errors have them.
 */
async function shortened(text: string): Promise<string> {
	const mangle = { toplevel: false, keep_fnames: true, keep_classnames: true };
	const { code } = await minify(text, { module: true, compress: false, mangle });
	const { minifyWhitespace, lineLimit, target } = OUTPUT;
	return (await transform(code, { minifyWhitespace, lineLimit, target, format: 'esm' })).code;
}

export interface JoinOptions {
	/** The folder of the function. */
	folder: string;
	/** The folder that the paths of the metafile are relative to. */
	root: string;
	/** Packages that are not bundled. */
	external: string[];
}

/**
 * Joins the files of a built function that it loads at its start to `handler.mjs`. The others that late files
 * import export what they had from there.
 */
export async function joinInitialFiles(
	metafile: Metafile,
	{ folder, root, external }: JoinOptions,
): Promise<void> {
	const { outputs } = metafile;
	const initial = initialFiles(metafile);
	const late = Object.keys(outputs).filter((file) => !initial.includes(file));
	const imported = new Set(late.flatMap((file) => outputs[file].imports.map((one) => one.path)));
	const [, ...joined] = initial.map((file) => ({ file, place: path.resolve(root, file) }));
	const shared = joined
		.filter(({ file }) => imported.has(file))
		.map(({ file, place }, at) => ({
			place,
			// Two files can have the same name for different values.
			names: outputs[file].exports.map((name) => [name, `shared${at}_${name}`]),
		}));
	const lines = shared.map(({ place, names }) => {
		const list = names.map(([name, inHandler]) => `${name} as ${inHandler}`).join(', ');
		return `export { ${list} } from '${relativePath(folder, place)}';`;
	});
	const { outputFiles } = await build({
		...OUTPUT,
		stdin: {
			contents: [`export * from './${HANDLER}';`, ...lines].join('\n'),
			resolveDir: folder,
			sourcefile: 'initial.mjs',
		},
		write: false,
		format: 'esm',
		external,
		banner: { js: REQUIRE },
		plugins: [joining(folder)],
	});
	for (const { place } of joined) rmSync(place);
	writeFileSync(path.join(folder, HANDLER), await shortened(outputFiles[0].text));
	for (const { place, names } of shared) {
		const list = names.map(([name, inHandler]) => `${inHandler} as ${name}`).join(',');
		const handler = relativePath(path.dirname(place), path.join(folder, HANDLER));
		writeFileSync(place, `export{${list}}from'${handler}';\n`);
	}
}
