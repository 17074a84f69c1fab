import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cached, cacheFolder, runTool } from '../system/tools';

/**
 * aws-lambda-ric, the client that AWS itself runs functions with. It compiles native code for about a
 * minute, so it has a package of its own that is installed when it is first needed, and kept.
 */

const PACKAGE = path.join(__dirname, 'ric');
const NAME = 'lambda-runtime-client';
const LOCKFILE = readFileSync(path.join(PACKAGE, 'package-lock.json'), 'utf8');

/** Reason why the client cannot be compiled here, or undefined if it can. */
export function whyNoRuntimeClient(): string | undefined {
	if (existsSync(cacheFolder(NAME, LOCKFILE))) return undefined;
	if (process.platform !== 'linux') return 'aws-lambda-ric runs on Linux only';
	const missing = ['cmake', 'make', 'c++', 'python3'].filter(
		(tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0,
	);
	return missing.length > 0
		? `aws-lambda-ric needs ${missing.join(', ')} to be compiled`
		: undefined;
}

/** The client's entry; installs it first where it is not there. Throws what npm said. */
export async function runtimeClient(): Promise<string> {
	const folder = cached(NAME, LOCKFILE, (target) => {
		cpSync(PACKAGE, target, { recursive: true });
		runTool('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts=false'], target);
	});
	return path.join(folder, 'node_modules/aws-lambda-ric/index.mjs');
}
