import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { subjectNames } from './coreModules';

/**
 * The core as a package of its own, with transports, in ESM and CommonJS; each subject is a subpath. zod is
 * a dependency.
 */

const ROOT = path.resolve(__dirname, '../..');

/** The name that programs import the core by. */
export const CORE_PACKAGE = 'avalanche-network-core';

interface Manifest {
	name: string;
	version: string;
	description: string;
	license: string;
	engines: { node: string };
	repository: object;
	sideEffects: boolean;
	dependencies: Record<string, string>;
}

/** The package.json of a folder of the project. */
export const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** Modules and types of an entry, for programs in ESM and in CommonJS. */
function conditions(entry: string) {
	return {
		import: { types: `./${entry}.d.mts`, default: `./${entry}.mjs` },
		require: { types: `./${entry}.d.cts`, default: `./${entry}.cjs` },
	};
}

/** The package.json of the core that is published; version, licence and engines are the project's. */
function manifest() {
	const { version, license, engines, repository } = manifestOf('.');
	const { name, description, sideEffects, dependencies } = manifestOf('core');
	return {
		name,
		version,
		description,
		license,
		repository: { ...repository, directory: 'core' },
		// The root's name n8n, too.
		engines: { node: engines.node },
		type: 'commonjs',
		main: './index.cjs',
		module: './index.mjs',
		types: './index.d.cts',
		bin: './command.cjs',
		exports: {
			'.': conditions('index'),
			...Object.fromEntries(
				subjectNames().map((name) => [`./${name}`, conditions(`subjects/${name}`)]),
			),
			'./package.json': './package.json',
		},
		sideEffects,
		// The others are modules of the package.
		dependencies: { zod: `^${dependencies.zod}` },
	};
}

function run(command: string, args: string[], cwd: string): string {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
	return stdout;
}

/** Fills a folder with a package, packs it into `folder`, and resolves with the path of the tarball. */
export async function packed(
	folder: string,
	fill: (target: string) => Promise<object>,
): Promise<string> {
	const work = mkdtempSync(path.join(os.tmpdir(), 'avalanche-pack-'));
	try {
		const target = path.join(work, 'package');
		mkdirSync(target);
		const manifest = await fill(target);
		writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
		cpSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
		mkdirSync(folder, { recursive: true });
		const printed = run('npm', ['pack', '--json', '--pack-destination', folder], target);
		const [{ filename }] = JSON.parse(printed) as Array<{ filename: string }>;
		return path.join(folder, filename);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** Builds the core, packs it into `folder` and resolves with the path of the tarball. */
export async function packCore(folder: string): Promise<string> {
	return await packed(folder, async (target) => {
		const modules = path.join(__dirname, 'coreModules.ts');
		run(process.execPath, ['--import', 'tsx', modules, target], ROOT);
		cpSync(path.join(ROOT, 'docs/core.md'), path.join(target, 'README.md'));
		return manifest();
	});
}
