import { statSync } from 'node:fs';
import path from 'node:path';
import { packCore } from './build/core';
import { packEmulator } from './build/emulator';

/** `npm run pack:core`: the core as a tarball of its own in the project's folder; with `-- emulator`, the emulator. */

async function main([what = 'core']: string[]): Promise<void> {
	if (what !== 'core' && what !== 'emulator') throw new Error(`core or emulator, not ${what}`);
	const tarball = await (what === 'core' ? packCore : packEmulator)(path.resolve(__dirname, '..'));
	console.log(`${path.basename(tarball)}, ${Math.ceil(statSync(tarball).size / 1024)} KiB`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
