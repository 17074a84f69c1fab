import { statSync } from 'node:fs';
import path from 'node:path';
import { packCore } from './build/core';

/** `npm run pack:core`: the core as a tarball of its own in the project's folder. */

async function main(): Promise<void> {
	const tarball = await packCore(path.resolve(__dirname, '..'));
	console.log(`${path.basename(tarball)}, ${Math.ceil(statSync(tarball).size / 1024)} KiB`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
