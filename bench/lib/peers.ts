import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The packages that this one is compared with, in a place of their own. */

const FOLDER = path.resolve(__dirname, '..');
/** Where they are installed. */
export const PEERS = path.join(FOLDER, 'node_modules');
const STAMP = path.join(PEERS, '.installed');

/** Resolves and loads from the peers' own node_modules. */
export const requirePeer = createRequire(path.join(FOLDER, 'package.json'));

function digest(): string {
	return createHash('sha256')
		.update(readFileSync(path.join(FOLDER, 'package-lock.json')))
		.digest('hex');
}

/** Installs the locked peers where they are missing or others. Throws with npm's own output. */
export function ensurePeers(say: (line: string) => void): void {
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest()) return;
	say('Installing the other clients (some minutes, about 900 MB, only the first time)');
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const { status, stdout, stderr } = spawnSync(npm, args, {
		cwd: FOLDER,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	if (status !== 0) throw new Error(`npm ci in bench failed:\n${stdout}${stderr}`);
	writeFileSync(STAMP, digest());
}
