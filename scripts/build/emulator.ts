import { cpSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { isTranscription, roomFiles, SUBJECTS } from '../../core/subjects/rooms';
import { manifestOf, packed } from './core';

const ROOT = path.resolve(__dirname, '../..');
/** Native code, which is not a part of a bundle. */
const NATIVE = '@chainsafe/blst';

/**
 * Builds the emulator as a program of its own, with the transcriptions beside it, packs it into `folder` and resolves
 * with the path of the tarball.
 */
export async function packEmulator(folder: string): Promise<string> {
	return await packed(folder, async (target) => {
		await build({
			absWorkingDir: ROOT,
			entryPoints: ['emulator/cli.ts'],
			outfile: path.join(target, 'cli.cjs'),
			bundle: true,
			format: 'cjs',
			platform: 'node',
			target: 'node20',
			external: [NATIVE],
			banner: { js: '#!/usr/bin/env node' },
			logLevel: 'warning',
		});
		for (const file of roomFiles(isTranscription)) {
			cpSync(path.join(SUBJECTS, file), path.join(target, file));
		}
		cpSync(path.join(ROOT, 'emulator/README.md'), path.join(target, 'README.md'));
		const { version, license, engines, repository } = manifestOf('.');
		const { name, description, dependencies } = manifestOf('emulator');
		return {
			...{ name, version, description, license },
			repository: { ...repository, directory: 'emulator' },
			engines: { node: engines.node },
			bin: './cli.cjs',
			dependencies: { [NATIVE]: dependencies[NATIVE] },
		};
	});
}
