import path from 'node:path';
import { installLocked } from '../../../scripts/lib/lockedPackage';

/** The services' own clients, pinned in a package of their own. */

const FOLDER = path.resolve(__dirname, '../../../test/sdks');
const NOTE = "Installing the services' SDKs (only the first time)";

/** The folder of their node_modules. Throws `ToolsMissing` if npm cannot install them. */
export function installSdks(say: (line: string) => void): string {
	installLocked(FOLDER, NOTE, say);
	return path.join(FOLDER, 'node_modules');
}
