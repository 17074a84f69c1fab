import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * aws-lambda-ric, the client that AWS itself runs functions with. It compiles native code for about a
 * minute, so it has a package of its own that is installed when it is first needed, and kept.
 */

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, '.cache', 'lambda-runtime-client');
const ENTRY = path.join(FOLDER, 'node_modules', 'aws-lambda-ric', 'index.mjs');
const LOCK = `${FOLDER}.lock`;
const STALE_MS = 10 * 60_000;

/** Reason why the client cannot be compiled here, or undefined if it can. */
export function whyNoRuntimeClient(): string | undefined {
	if (existsSync(ENTRY)) return undefined;
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
	while (!existsSync(ENTRY)) {
		mkdirSync(path.dirname(LOCK), { recursive: true });
		try {
			mkdirSync(LOCK);
		} catch {
			// Another process installs it.
			const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0);
			if (age > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
			await wait(500);
			continue;
		}
		try {
			install();
		} finally {
			rmSync(LOCK, { recursive: true, force: true });
		}
	}
	return ENTRY;
}

function install(): void {
	const folder = `${FOLDER}.new`;
	rmSync(folder, { recursive: true, force: true });
	cpSync(path.join(__dirname, 'ric'), folder, { recursive: true });
	const { status, stdout, stderr } = spawnSync(
		'npm',
		['ci', '--no-audit', '--no-fund', '--ignore-scripts=false'],
		{ cwd: folder, encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`npm ci in lab/kit/lambda/ric:\n${stdout}\n${stderr}`);
	rmSync(FOLDER, { recursive: true, force: true });
	renameSync(folder, FOLDER);
}
