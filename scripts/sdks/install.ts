import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cached, runTool } from '../lib/tools';

/** The services' own clients, pinned in a package of their own and installed into the cache once. */

const FROM = path.resolve(__dirname, '../../test/sdks');

/** The folder of their node_modules. Throws `ToolsMissing` if npm cannot install them. */
export function installSdks(): string {
	const lockfile = readFileSync(path.join(FROM, 'package-lock.json'), 'utf8');
	const folder = cached('sdks', lockfile, (target) => {
		for (const file of ['package.json', 'package-lock.json']) {
			cpSync(path.join(FROM, file), path.join(target, file));
		}
		const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		runTool('npm', ['ci', ...options], target);
	});
	return path.join(folder, 'node_modules');
}
