import { mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { OUTPUT } from './output';

/** Modules that a function loads at the first call of one of their functions, not at its start. */

/** Node's own modules that are loaded late. */
const BUILT_IN = ['crypto', 'dns', 'net', 'zlib'] as const;

/** Files of the core that import libraries. They have functions, and objects and classes of functions. */
const LIBRARIES: Readonly<Record<string, string>> = {
	base: 'core/formats/base.ts',
	ipaddr: 'core/protocol/ipaddr.ts',
};

/** The package of the libraries in the folder of a function. */
const PACKAGE = 'late';

/** Libraries that must stay external in later builds. */
export const LATE_LIBRARIES = `${PACKAGE}/*`;

type Exports = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown) => typeof value === 'function';

/** A function that calls the one at `place` in the loaded module. */
function calling(place: string): string {
	return `(...given) => load().${place}(...given)`;
}

/** A module with the functions and classes of a built-in module, which it loads late. */
function late(name: string): string {
	const exported = process.getBuiltinModule(name) as Exports;
	const names = Object.keys(exported).filter(
		(key) => isFunction(exported[key]) && key !== 'default',
	);
	const lines = names.map((one) =>
		// A class: a plain function can be called with `new`.
		/^[A-Z]/.test(one)
			? `export function ${one}(...given) { return new (load().${one})(...given); }`
			: `export const ${one} = ${calling(one)};`,
	);
	return [...lines, `const load = () => process.getBuiltinModule('node:${name}');`].join('\n');
}

/**
 * A built-in module without the module that Node.js makes of it for `import`: for that, it reads all exports,
 * and some load others, as `util.diff` does.
 */
function direct(name: string): string {
	const names = Object.keys(process.getBuiltinModule(name) as Exports);
	return [
		`const whole = process.getBuiltinModule('node:${name}');`,
		'const of = (name) => whole[name];',
		...names
			.filter((one) => /^\w+$/.test(one) && one !== 'default')
			.map((one) => `export const ${one} = /* @__PURE__ */ of('${one}');`),
		'export default whole;',
	].join('\n');
}

/** A module with the functions of a library, and with the functions of its objects and classes. */
function library(name: string, exported: Exports): string {
	const lines = Object.entries(exported).map(([one, value]) => {
		if (isFunction(value) && !/^[A-Z]/.test(one)) return `export const ${one} = ${calling(one)};`;
		const members = Object.getOwnPropertyNames(value)
			.filter((method) => isFunction((value as Exports)[method]))
			.map((method) => `${method}: ${calling(`${one}.${method}`)}`);
		return `export const ${one} = { ${members.join(', ')} };`;
	});
	return [...lines, `const load = () => require('${PACKAGE}/${name}.cjs');`].join('\n');
}

/** Writes a library as one file of the package `late` in the folder of a function. */
async function writeLibrary(name: string, root: string, folder: string): Promise<Exports> {
	const outfile = path.join(folder, 'node_modules', PACKAGE, `${name}.cjs`);
	mkdirSync(path.dirname(outfile), { recursive: true });
	const { outputFiles } = await build({
		...OUTPUT,
		entryPoints: [path.join(root, LIBRARIES[name])],
		write: false,
		format: 'cjs',
	});
	writeFileSync(outfile, outputFiles[0].contents);
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the file that was just written
	return require(outfile) as Exports;
}

/** Bundles late modules as modules that load them; libraries are written to the folder of the function. */
export function lateModules(root: string, folder: string): Plugin {
	const early = /node_modules[\\/](@aws-lambda-powertools|@aws[\\/]durable-execution-sdk-js)[\\/]/;
	const isEarly = (file: string) => !file.includes('node_modules') || early.test(file);
	return {
		name: 'late-modules',
		setup(builder) {
			const filter = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);
			builder.onResolve({ filter }, ({ path: given, importer, kind }) => {
				if (kind !== 'import-statement') return undefined;
				const name = given.replace('node:', '');
				const isLate = isEarly(importer) && BUILT_IN.some((one) => one === name);
				return { path: name, namespace: isLate ? 'late' : 'built-in', sideEffects: false };
			});
			builder.onLoad({ filter: /./, namespace: 'late' }, ({ path: name }) => ({
				contents: late(name),
			}));
			builder.onLoad({ filter: /./, namespace: 'built-in' }, ({ path: name }) => ({
				contents: direct(name),
			}));
			builder.onResolve({ filter: new RegExp(`^${PACKAGE}/`) }, ({ path: name }) => ({
				path: name,
				external: true,
			}));
			for (const [name, file] of Object.entries(LIBRARIES)) {
				const source = path.join(root, file).replace(/[\\/.]/g, '\\$&');
				builder.onLoad({ filter: new RegExp(`^${source}$`) }, async () => ({
					contents: library(name, await writeLibrary(name, root, folder)),
				}));
			}
		},
	};
}
