import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Check that dist was built from the present sources. Contents are compared, not times: a fresh
 * clone and a branch switch change times only.
 */

const ROOT = path.resolve(__dirname, '../..');
const STAMP = path.join(ROOT, '.cache/built');
const LOCK = path.join(ROOT, '.cache/building');
const SOURCES = [
	'core',
	'credentials',
	'icons',
	'nodes',
	'scripts/build',
	'gulpfile.js',
	'package-lock.json',
	'package.json',
	'tsconfig.json',
];
const OWNER = path.join(LOCK, 'pid');
/** A process writes its id right after it took the lock. */
const UNOWNED_LOCK_MS = 10_000;

function filesOf(entry: string): string[] {
	if (!statSync(entry).isDirectory()) return [entry];
	return readdirSync(entry)
		.sort()
		.flatMap((name) => filesOf(path.join(entry, name)));
}

/** A digest of everything that the build reads. */
function digest(): string {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		for (const file of filesOf(path.join(ROOT, source))) {
			hash
				.update(`${path.relative(ROOT, file)}\0`)
				.update(readFileSync(file))
				.update('\0');
		}
	}
	return hash.digest('hex');
}

/** Records that dist has the build of the current sources. */
export function stamp(): void {
	mkdirSync(path.dirname(STAMP), { recursive: true });
	writeFileSync(STAMP, digest());
}

/** True if dist has the build of the current sources. */
function isFresh(): boolean {
	if (!existsSync(STAMP) || !existsSync(path.join(ROOT, 'dist/nodes'))) return false;
	return readFileSync(STAMP, 'utf8') === digest();
}

/** Takes the lock, or returns false if another process builds. The lock of a process that ended is removed. */
function lock(): boolean {
	mkdirSync(path.dirname(LOCK), { recursive: true });
	try {
		mkdirSync(LOCK);
		writeFileSync(OWNER, String(process.pid));
		return true;
	} catch {
		if (!isOwned()) rmSync(LOCK, { recursive: true, force: true });
		return false;
	}
}

/** True if the process that took the lock runs: a build takes minutes on a busy machine. */
function isOwned(): boolean {
	try {
		process.kill(Number(readFileSync(OWNER, 'utf8')), 0);
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// ESRCH: the process ended. ENOENT: the lock was just taken, or its owner ended in between.
		if (code !== 'ENOENT') return code === 'EPERM';
		const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		return age <= UNOWNED_LOCK_MS;
	}
}

/**
 * Builds the package unless dist is fresh; waits if another process is building. Throws with the
 * output of the build if it fails.
 */
export async function ensureBuilt(say: (line: string) => void = () => {}): Promise<void> {
	while (!isFresh()) {
		if (!lock()) {
			await new Promise((resolve) => setTimeout(resolve, 200));
			continue;
		}
		try {
			if (isFresh()) return;
			say('Building the package');
			const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
			const result = spawnSync(npm, ['run', '--silent', 'build'], {
				cwd: ROOT,
				encoding: 'utf8',
				// No spinner in the output.
				env: { ...process.env, CI: 'true' },
				shell: process.platform === 'win32',
			});
			if (result.status !== 0) {
				throw new Error(`The build failed:\n${result.stdout}${result.stderr}`);
			}
			if (!isFresh()) throw new Error('The sources changed during the build; run it again');
		} finally {
			rmSync(LOCK, { recursive: true, force: true });
		}
	}
}
