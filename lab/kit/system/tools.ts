import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.resolve(__dirname, '../../../.cache');

/** The exit status of a command that did not run because its tools are not available. */
const NOT_RUN = 75;

/** Tools of other languages could not be installed; the message says why. */
export class ToolsMissing extends Error {
	override readonly name = 'ToolsMissing';
}

/** Runs a command to its end and returns what it printed. Throws `ToolsMissing` if it fails. */
export function runTool(command: string, args: readonly string[], cwd?: string): string {
	const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	if (error || status !== 0) {
		const said = (error?.message ?? `${stderr}${stdout}`).trim().slice(-2000);
		throw new ToolsMissing(`${command} ${args.join(' ')}: ${said}`);
	}
	return stdout;
}

/** A folder of the cache. Its name contains the hash of its inputs, so that another version gets another folder. */
export const cacheFolder = (name: string, madeFrom: string) =>
	path.join(CACHE, `${name}-${hash('sha256', madeFrom).slice(0, 12)}`);

/** Creates a folder of the cache once: `make` fills it, and it gets its name when it is complete. */
export function cached(name: string, madeFrom: string, make: (folder: string) => void): string {
	const folder = cacheFolder(name, madeFrom);
	if (existsSync(folder)) return folder;
	const unfinished = `${folder}.${process.pid}`;
	mkdirSync(unfinished, { recursive: true });
	try {
		make(unfinished);
		renameSync(unfinished, folder);
	} catch (error) {
		// Another process may have been faster.
		if (!existsSync(folder)) throw error;
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
	return folder;
}

/** Python packages of a folder. */
export interface PythonPackages {
	/** Folder of the packages, and of the programs that they bring (`bin`). */
	folder: string;
	/** With it, `python3` finds these packages and none of the user's own. */
	environment: Record<string, string>;
}

/** Installs a requirements file with pinned versions, apart from the machine's own packages. */
export function pythonPackages(name: string, requirements: string): PythonPackages {
	const madeFrom = `${runTool('python3', ['--version'])}${readFileSync(requirements, 'utf8')}`;
	const folder = cached(`python-${name}`, madeFrom, (target) => {
		const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--target', target];
		runTool('python3', ['-m', 'pip', 'install', ...options, '-r', requirements]);
	});
	return { folder, environment: { PYTHONPATH: folder, PYTHONNOUSERSITE: '1' } };
}

/** For the end of a script: prints the error and sets the exit status. */
export function ended(error: unknown): void {
	if (error instanceof ToolsMissing) {
		console.error(`NOT RUN: ${error.message}`);
		process.exitCode = NOT_RUN;
		return;
	}
	console.error(error instanceof Error ? (error.stack ?? error.message) : error);
	process.exitCode = 1;
}
