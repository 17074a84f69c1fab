import { createRequire } from 'node:module';
import path from 'node:path';
import { installLocked } from '../../../scripts/lib/lockedPackage';

/** The packages that this one is compared with, in a place of their own. */

const FOLDER = path.resolve(__dirname, '..');
/** Folder in which the other clients are installed. */
export const PEERS = path.join(FOLDER, 'node_modules');

/** Resolves and loads from the peers' own node_modules. */
export const requirePeer = createRequire(path.join(FOLDER, 'package.json'));

const NOTE = 'Installing the other clients (some minutes, about 900 MB, only the first time)';

/** Installs the locked peers where they are missing or others. Throws with npm's own output. */
export function ensurePeers(say: (line: string) => void): void {
	installLocked(FOLDER, NOTE, say);
}
