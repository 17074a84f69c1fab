import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { watch } from 'chokidar';
import { build } from 'esbuild';
import ts from 'typescript';
import { bundle } from './bundle';

/**
 * The package inside an n8n that reloads it, kept up to date with the sources: each compiled file is one source
 * without its types, so that an edit costs one file and the descriptions.
 */

const ROOT = path.resolve(__dirname, '../..');
const FOLDERS = ['core', 'credentials', 'nodes'];
/** An editor writes a file in several steps. */
const SETTLED_MS = 100;
const METADATA = path.join(
	path.dirname(createRequire(__filename).resolve('n8n-core/package.json')),
	'bin/generate-metadata',
);

/** The sources of the package, by its tsconfig.json. */
function sources(): string[] {
	const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile) as {
		config: unknown;
	};
	const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	return fileNames.filter((file) => file.endsWith('.ts'));
}

async function compile(files: readonly string[], outdir: string): Promise<void> {
	await build({
		entryPoints: [...files],
		outdir,
		outbase: ROOT,
		format: 'cjs',
		platform: 'node',
		target: 'node22',
		// Modules that are loaded later are read anew, too: n8n forgets what `require` has read.
		supported: { 'dynamic-import': false },
		logLevel: 'error',
	});
}

async function run(command: readonly string[], cwd: string): Promise<void> {
	const child = spawn(process.execPath, command, {
		cwd,
		stdio: ['ignore', 'ignore', 'pipe'],
		// The package itself has no dependencies: n8n's are there.
		env: { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') },
	});
	let errors = '';
	child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
	const code = await new Promise((resolve) => child.once('close', resolve));
	if (code !== 0) throw new Error(errors.slice(-2000));
}

/**
 * Compiles the sources into an installed package, and each of them again when it changes, with the generated
 * files and the descriptions; what fails is said. Resolves after the first time, with a function that ends it.
 */
export async function keepUpToDate(installed: string, say: (line: string) => void) {
	const dist = path.join(installed, 'dist');
	const update = async (files: readonly string[]) => {
		await compile(files, dist);
		await bundle(dist);
		await run([METADATA], installed);
	};
	await update(sources());
	const changed = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> = Promise.resolve();
	const rebuild = async () => {
		const files = [...changed];
		changed.clear();
		if (files.length === 0) return;
		const begun = performance.now();
		try {
			const known = new Set(sources());
			await update(files.filter((file) => known.has(file)));
			const seconds = ((performance.now() - begun) / 1000).toFixed(1);
			say(
				`In the editor after ${seconds} s: ${files.map((file) => path.relative(ROOT, file)).join(', ')}`,
			);
			// New operations and events are in the indexes, whose changes come here again.
			await run(['--import', 'tsx', 'scripts/generate.ts'], ROOT);
		} catch (error) {
			say(`Not in the editor: ${(error as Error).message}`);
		}
	};
	const globs = FOLDERS.map((folder) => `${folder}/**/*.ts`);
	const watcher = watch(globs, { cwd: ROOT, ignoreInitial: true });
	await once(watcher, 'ready');
	watcher.on('all', (_, name: string) => {
		changed.add(path.join(ROOT, name));
		clearTimeout(timer);
		timer = setTimeout(() => (running = running.then(rebuild)), SETTLED_MS);
	});
	return async () => {
		clearTimeout(timer);
		await watcher.close();
		await running;
	};
}
