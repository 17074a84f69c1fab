import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * The files that n8n reads at startup instead of the nodes' code: where each class is (dist/known)
 * and the descriptions (dist/types). n8n-core's own program writes the files, as it does for n8n's
 * own nodes: https://github.com/n8n-io/n8n/blob/master/packages/core/bin/generate-metadata
 */

const ROOT = path.resolve(__dirname, '../..');

/** Writes the files below `dist`. Throws with the program's output if it fails. */
export function writeMetadata(): void {
	const core = path.dirname(require.resolve('n8n-core/package.json'));
	const program = path.join(core, 'bin/generate-metadata');
	const options = { cwd: ROOT, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [program], options);
	if (status !== 0) throw new Error(`generate-metadata failed:\n${stdout}${stderr}`);
}
