import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolsMissing } from '../../lab/kit/system/tools';

/**
 * Installs the locked packages of a folder into its own node_modules, where they are missing or others.
 * `say` gets `note` before that. Throws `ToolsMissing` with npm's
 * own output.
 */
export function installLocked(folder: string, note: string, say: (line: string) => void): void {
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const digest = createHash('sha256').update(lock).digest('hex');
	const stamp = path.join(folder, 'node_modules', '.installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
	say(note);
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const { status, stdout, stderr } = spawnSync(npm, args, {
		cwd: folder,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	if (status !== 0) {
		throw new ToolsMissing(`npm ci in ${path.basename(folder)} failed:\n${stdout}${stderr}`);
	}
	writeFileSync(stamp, digest);
}
