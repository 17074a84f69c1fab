import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { requiring } from './requiring';

/**
 * One file of the modules that every first execution loads, in place of eighty. The code of single
 * operations stays in files of its own, which take these modules from the one file. It has the exports of
 * all of them side by side.
 */

const ROOT = path.resolve(__dirname, '../..');
const ENTRY = 'nodes/shared/router.ts';
const COMMON = 'nodes/shared/common.js';
/** The folders whose files take modules from the common one. */
const FOLDERS = ['core', 'credentials', 'nodes', 'subjects'];
/** Modules with libraries, which have bundles of their own. */
const APART = /^core\/(formats\/base|protocol\/ipaddr)$/;

/** Leaves what is loaded later, and bundles, in their places: the folders of `dist` are those of the sources. */
const apart: Plugin = {
	name: 'apart',
	setup(builder) {
		builder.onResolve({ filter: /^\./ }, ({ path: name, importer, resolveDir, kind }) => {
			if (importer === '') return undefined;
			const file = path.relative(ROOT, path.resolve(resolveDir, name));
			if (kind !== 'dynamic-import' && !APART.test(file)) return undefined;
			const from = path.relative(path.dirname(COMMON), file.replace(/\.js$/, ''));
			return { path: `${from.startsWith('.') ? from : `./${from}`}.js`, external: true };
		});
	},
};

const OPTIONS = {
	absWorkingDir: ROOT,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'es2022',
	// One letter beyond Latin-1 would double the memory of the whole text in V8.
	charset: 'ascii',
	// V8 keeps the text of the file.
	minifySyntax: true,
	minifyWhitespace: true,
	// Stack traces name lines.
	lineLimit: 120,
	packages: 'external',
	plugins: [apart],
	logLevel: 'warning',
	logOverride: { 'commonjs-variable-in-esm': 'silent' },
} satisfies BuildOptions;

/** The modules that the entry loads at once, without `.ts`. */
async function commonModules(): Promise<string[]> {
	const { metafile } = await build({
		...OPTIONS,
		entryPoints: [ENTRY],
		write: false,
		metafile: true,
	});
	return Object.keys(metafile.inputs).map((file) => file.replace(/\.ts$/, ''));
}

/** The exports of modules, and how other files take a module from the common file. */
interface Shared {
	/** The module of each name that is exported as it is. */
	owners: ReadonlyMap<string, string>;
	/** Modules with a name that another one has for another value: each is exported as a whole, by its path. */
	whole: ReadonlySet<string>;
}

function sharedOf(folder: string, modules: readonly string[]): Shared {
	const owners = new Map<string, string>();
	const values = new Map<string, unknown>();
	const whole = new Set<string>();
	for (const module of modules) {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiled module
		const exported = require(path.resolve(folder, `${module}.js`)) as Record<string, unknown>;
		const entries = Object.entries(exported);
		// A module may export what it has from another one.
		if (entries.some(([name, value]) => values.has(name) && values.get(name) !== value)) {
			whole.add(module);
			continue;
		}
		for (const [name, value] of entries) {
			values.set(name, value);
			owners.set(name, module);
		}
	}
	return { owners, whole };
}

function entryOf({ owners, whole }: Shared): string {
	const names = [...owners.keys()];
	const wholes = [...whole].map((module, at) => [`whole${at}`, module]);
	return [
		...[...owners].map(([name, module]) => `import { ${name} } from './${module}';`),
		...wholes.map(([name, module]) => `import * as ${name} from './${module}';`),
		'module.exports = { __esModule: true,',
		...names.map((name) => `${name},`),
		...wholes.map(([name, module]) => `${JSON.stringify(module)}: ${name},`),
		'};',
	].join('\n');
}

/**
 * Functions in which the tests put others in their place, to prove that a missing safeguard is found. As
 * between compiled files, an assignment to the export counts for all callers.
 */
const REPLACEABLE = [
	'clientOptions',
	'headersFor',
	'n8nTransport',
	'parseJson',
	'redactor',
	'secretFinder',
];

/** The code that makes these exports assignable. Throws if the file has no function of such a name. */
function replaceable(text: string): string {
	return REPLACEABLE.map((name) => {
		if (!text.includes(`function ${name}(`)) throw new Error(`${COMMON} has no function ${name}`);
		const accessors = `get: () => ${name}, set: (value) => { ${name} = value; }`;
		return `Object.defineProperty(module.exports, "${name}", { enumerable: true, ${accessors} });\n`;
	}).join('');
}

/** The expression with which a file takes a module from the common one. */
function taking(file: string, module: string, { whole }: Shared): string {
	const from = path.relative(path.dirname(file), COMMON);
	const required = `require(${JSON.stringify(from.startsWith('.') ? from : `./${from}`)})`;
	return whole.has(module) ? `${required}[${JSON.stringify(module)}]` : required;
}

/** Writes the common file, and has all other compiled files take its modules from there. */
export async function writeCommon(folder: string): Promise<void> {
	const modules = await commonModules();
	const shared = sharedOf(folder, modules);
	await build({
		...OPTIONS,
		stdin: { contents: entryOf(shared), resolveDir: ROOT, sourcefile: 'common.ts', loader: 'ts' },
		outfile: path.join(folder, COMMON),
	});
	const whole = path.join(folder, COMMON);
	const text = requiring(readFileSync(whole, 'utf8'));
	writeFileSync(whole, text + replaceable(text));
	for (const module of modules) {
		const file = `${module}.js`;
		const text = `'use strict';\nmodule.exports = ${taking(file, module, shared)};\n`;
		writeFileSync(path.join(folder, file), text);
	}
	const common = new Set(modules);
	const others = FOLDERS.flatMap((name) =>
		readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' })
			.map((file) => path.join(name, file))
			.filter((file) => file.endsWith('.js') && file !== COMMON),
	).filter((file) => !common.has(file.replace(/\.js$/, '')));
	for (const file of others) {
		const text = readFileSync(path.join(folder, file), 'utf8');
		const taken = text.replace(/require\("(\.[^"]+)"\)/g, (given, name: string) => {
			const module = path.join(path.dirname(file), name.replace(/\.js$/, ''));
			return common.has(module) ? taking(file, module, shared) : given;
		});
		if (taken !== text) writeFileSync(path.join(folder, file), taken);
	}
}
