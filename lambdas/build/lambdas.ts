import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type Zippable, zipSync } from 'fflate';

/** Bundles Lambda functions as Lambda runs them: ES modules for Node 24, a folder and a zip each. */

const ROOT = path.resolve(__dirname, '../..');
const LAMBDAS = path.join(ROOT, 'lambdas');
const NATIVE = '@chainsafe/blst';
/** Bundled CommonJS asks for built-in modules by `require`, which an ES module does not have. */
const REQUIRE =
	"const require=id=>(require.real??=process.getBuiltinModule('module').createRequire(import.meta.url))(id);";
/** The earliest time in a zip; one time for all files makes builds reproducible. */
const ZIP_TIME = new Date(1980, 0, 2);

export type Architecture = 'x64' | 'arm64';

export interface BuildOptions {
	/** Folder for the functions' folders. Default `dist-lambdas`. */
	outDir?: string;
	/** Functions to build; all by default. */
	names?: readonly string[];
	/** Processor that native code is for. */
	architecture?: Architecture;
	/** False builds folders only. */
	zip?: boolean;
	/** Plugins of esbuild that run before those of the build: campaigns change sources with one. */
	plugins?: readonly Plugin[];
}

export type BuiltFunction = Awaited<ReturnType<typeof buildOne>>;

/** The functions: folders of `lambdas/` with a handler. */
function functionNames(): string[] {
	return readdirSync(LAMBDAS).filter((name) => existsSync(path.join(LAMBDAS, name, 'handler.ts')));
}

/** Builds the functions and gives their sizes. Throws where one cannot be built. */
export async function buildLambdas(options: BuildOptions = {}): Promise<BuiltFunction[]> {
	const outDir = options.outDir ?? path.join(ROOT, 'dist-lambdas');
	const names = options.names ?? functionNames();
	return await Promise.all(names.map((name) => buildOne(name, outDir, options)));
}

async function buildOne(name: string, outDir: string, options: BuildOptions) {
	const folder = path.resolve(outDir, name);
	rmSync(folder, { recursive: true, force: true });
	const { metafile } = await build({
		absWorkingDir: ROOT,
		entryPoints: { handler: path.join(LAMBDAS, name, 'handler.ts') },
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		chunkNames: 'late/[name]-[hash]',
		splitting: true,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		mainFields: ['module', 'main'],
		// Names stay, and lines: stack traces show them.
		minifySyntax: true,
		minifyWhitespace: true,
		lineLimit: 120,
		legalComments: 'none',
		external: [NATIVE],
		banner: { js: REQUIRE },
		plugins: [...(options.plugins ?? [])],
		metafile: true,
		logLevel: 'warning',
	});
	const { architecture = process.arch === 'arm64' ? 'arm64' : 'x64' } = options;
	if (usesNative(metafile)) copyNative(folder, architecture);
	const built = { name, folder, ...sizesOf(metafile) };
	if (options.zip === false) return { ...built, zip: undefined, zipBytes: undefined };
	const zip = path.join(outDir, `${name}.zip`);
	const zipped = zipSync(entriesOf(folder), { level: 9, mtime: ZIP_TIME });
	writeFileSync(zip, zipped);
	return { ...built, zip, zipBytes: zipped.length };
}

function usesNative({ outputs }: Metafile): boolean {
	return Object.values(outputs).some(({ imports }) =>
		imports.some((one) => one.external && one.path === NATIVE),
	);
}

/** Native code cannot be bundled: the package is included, with the binary for Lambda's Linux. */
function copyNative(folder: string, architecture: Architecture): void {
	const modules = path.join(ROOT, 'node_modules');
	const binary = `${NATIVE}-linux-${architecture}-gnu`;
	const { version } = JSON.parse(
		readFileSync(path.join(modules, NATIVE, 'package.json'), 'utf8'),
	) as { version: string };
	const installed = path.join(modules, binary);
	const source = existsSync(installed) ? installed : fetched(binary, version);
	for (const [from, name] of [
		[path.join(modules, NATIVE), NATIVE],
		[source, binary],
	]) {
		cpSync(from, path.join(folder, 'node_modules', name), {
			recursive: true,
			filter: (file) => !/\.(md|d\.ts)$/.test(file),
		});
	}
}

/** npm installs only the binary of the machine it runs on; another one is fetched once. */
function fetched(name: string, version: string): string {
	const cache = path.join(ROOT, '.cache', 'native', `${path.basename(name)}-${version}`);
	const folder = path.join(cache, 'package');
	if (existsSync(folder)) return folder;
	mkdirSync(cache, { recursive: true });
	run('npm', ['pack', '--silent', '--pack-destination', cache, `${name}@${version}`]);
	const tarball = readdirSync(cache).find((file) => file.endsWith('.tgz')) ?? '';
	run('tar', ['-xzf', path.join(cache, tarball), '-C', cache]);
	return folder;
}

function run(command: string, args: string[]): void {
	const { status, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stderr}`);
}

/** Bytes of the modules that a start loads, and of all modules. */
function sizesOf({ outputs }: Metafile) {
	const seen = new Set(
		Object.keys(outputs).filter((file) => outputs[file].entryPoint?.endsWith('/handler.ts')),
	);
	for (const file of seen) {
		for (const { path: next, kind } of outputs[file].imports)
			if (kind === 'import-statement' && outputs[next]) seen.add(next);
	}
	const bytesOf = (files: Iterable<string>) =>
		[...files].reduce((sum, file) => sum + outputs[file].bytes, 0);
	return { startBytes: bytesOf(seen), totalBytes: bytesOf(Object.keys(outputs)) };
}

function entriesOf(folder: string): Zippable {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name))
		.sort();
	// Readable by all: Lambda runs the code as a user of its own.
	const attributes = { os: 3, attrs: 0o644 << 16 };
	const nameOf = (file: string) => path.relative(folder, file).split(path.sep).join('/');
	return Object.fromEntries(files.map((file) => [nameOf(file), [readFileSync(file), attributes]]));
}
