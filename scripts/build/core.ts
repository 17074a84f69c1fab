import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleFile, CORE_LIBRARIES } from './bundle';

/**
 * The core as a package of its own: compiled, with declarations and transports; zod is a
 * dependency.
 */

const ROOT = path.resolve(__dirname, '../..');

/** The name that programs import the core by. */
export const CORE_PACKAGE = 'avalanche-network-core';

interface Manifest {
	version: string;
	license: string;
	engines: object;
	repository: object;
	devDependencies: Record<string, string>;
}

/** The package.json of the core; version, licence and engines are the project's. */
function manifest() {
	const { version, license, engines, repository, devDependencies } = JSON.parse(
		readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
	) as Manifest;
	return {
		name: CORE_PACKAGE,
		version,
		description:
			"Typed client of the Avalanche network: the chain data service, the metrics service and a node's JSON-RPC",
		license,
		repository: { ...repository, directory: 'core' },
		engines,
		main: './index.js',
		types: './index.d.ts',
		exports: { '.': { types: './index.d.ts', default: './index.js' } },
		sideEffects: false,
		dependencies: { zod: `^${devDependencies.zod}` },
	};
}

function run(command: string, args: string[], cwd: string): string {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
	return stdout;
}

/** Builds the core, packs it into `folder` and resolves with the path of the tarball. */
export async function packCore(folder: string): Promise<string> {
	const work = mkdtempSync(path.join(os.tmpdir(), 'avalanche-core-'));
	try {
		const config = path.join(work, 'tsconfig.json');
		const compilerOptions = {
			rootDir: path.join(ROOT, 'core'),
			outDir: path.join(work, 'package'),
			declaration: true,
			// Editors show the docstrings.
			removeComments: false,
			typeRoots: [path.join(ROOT, 'node_modules/@types')],
		};
		const extended = path.join(ROOT, 'tsconfig.json');
		const files = [path.join(ROOT, 'core/index.ts')];
		writeFileSync(
			config,
			JSON.stringify({ extends: extended, compilerOptions, files, include: [] }),
		);
		run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', config], ROOT);
		const target = path.join(work, 'package');
		for (const file of CORE_LIBRARIES) {
			await bundleFile(file, path.join(target, `${file.replace('core/', '')}.js`));
		}
		writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
		cpSync(path.join(ROOT, 'docs/core.md'), path.join(target, 'README.md'));
		cpSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
		mkdirSync(folder, { recursive: true });
		const packed = run('npm', ['pack', '--json', '--pack-destination', folder], target);
		const [{ filename }] = JSON.parse(packed) as Array<{ filename: string }>;
		return path.join(folder, filename);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}
