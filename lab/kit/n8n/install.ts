import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages that are too large for the project's own node_modules: installed once, kept between
 * runs.
 */

const ROOT = path.resolve(__dirname, '../../..');
const PROGRESS_MS = 20_000;

export type Say = (line: string) => void;

/** Runs a command and returns its output; rejects with the end of the output if it fails. */
export function run(
	command: string,
	args: readonly string[],
	options: { cwd?: string; env?: Record<string, string | undefined> } = {},
): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		let all = '';
		child.stdout.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			all += chunk.toString();
		});
		child.stderr.on('data', (chunk: Buffer) => {
			all += chunk.toString();
		});
		child.on('error', reject);
		child.on('close', (code) => {
			if (code === 0) resolve(output);
			else
				reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all.slice(-2000)}`));
		});
	});
}

/** npm must not inherit the settings of the npm that runs this script. */
function cleanEnvironment(): Record<string, string | undefined> {
	const own = /^npm_(package|lifecycle|command)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** The folder of the Node.js headers that native modules are built with, if this host has one. */
function headers(): Record<string, string> {
	const has = (prefix: string) => existsSync(`${prefix}/include/node/node.h`);
	const found = ['/usr', '/usr/local'].find(has);
	return found ? { npm_config_nodedir: found } : {};
}

/** Text with the number of a lockfile's packages that are in the folder, read at each call. */
function progressIn(folder: string, lockfile: Buffer): () => string {
	const { packages } = JSON.parse(lockfile.toString()) as { packages: Record<string, unknown> };
	const folders = Object.keys(packages).filter((name) => name !== '');
	return () => {
		const there = folders.filter((name) => existsSync(path.join(folder, name))).length;
		return `, ${there.toLocaleString('en')} of ${folders.length.toLocaleString('en')} packages`;
	};
}

/** Reports regularly that a long step continues, and how much of it is done where that is known. */
async function patiently<Result>(
	say: Say,
	what: string,
	step: Promise<Result>,
	progress: () => string = () => '',
): Promise<Result> {
	const began = Date.now();
	const timer = setInterval(
		() => say(`  ${what}: ${Math.round((Date.now() - began) / 1000)} s so far${progress()}`),
		PROGRESS_MS,
	);
	try {
		return await step;
	} finally {
		clearInterval(timer);
	}
}

interface Wanted {
	/** The folder with package.json and package-lock.json. */
	from: string;
	/** Folder of the installed packages, under `.cache`. */
	to: string;
	/** The message if there is something to install. */
	title: string;
	/** Possible causes of a failure. */
	needs: string;
	/** Native modules to build. */
	rebuild?: string;
	/** A package of another version, such as `n8n@2.35.3`: the lockfile is then not used. */
	other?: string;
}

/** Installs the packages of a lockfile, unless they are installed already. Returns the folder. */
async function install(
	{ from, to, title, needs, rebuild, other }: Wanted,
	say: Say,
): Promise<string> {
	const folder = path.join(ROOT, '.cache', to);
	const mark = path.join(folder, 'installed');
	const lockfile = readFileSync(path.join(from, 'package-lock.json'));
	const wanted = other ?? createHash('sha256').update(lockfile).digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
	mkdirSync(folder, { recursive: true });
	rmSync(mark, { force: true });
	for (const file of ['package.json', ...(other ? [] : ['package-lock.json'])]) {
		cpSync(path.join(from, file), path.join(folder, file));
	}
	const env = cleanEnvironment();
	const quiet = ['--legacy-peer-deps', '--no-audit', '--no-fund'];
	try {
		say(title);
		const command = other ? ['install', other] : ['ci'];
		const packages = run('npm', [...command, '--ignore-scripts', ...quiet], { cwd: folder, env });
		const progress = other ? undefined : progressIn(folder, lockfile);
		await patiently(say, 'installing', packages, progress);
		if (rebuild) {
			say(`Building ${rebuild}`);
			const built = run('npm', ['rebuild', rebuild, '--ignore-scripts=false'], {
				cwd: folder,
				env: { ...env, ...headers() },
			});
			await patiently(say, 'building', built);
		}
	} catch (error) {
		throw new Error(`${title} failed. ${needs}\n${(error as Error).message}`);
	}
	writeFileSync(mark, wanted);
	return folder;
}

/** Installs n8n, in the version of the lockfile if no other is given. Gives the path of its command. */
export async function installN8n(say: Say, version?: string): Promise<string> {
	const folder = await install(
		{
			from: path.join(__dirname, 'host'),
			...(version === undefined
				? { to: 'n8n' }
				: { to: `n8n-${version}`, other: `n8n@${version}` }),
			title: 'Installing n8n (about 2 GB, some minutes; only the first time)',
			needs:
				'It needs the npm registry, 3 GB of disk, and for its database driver python3, make and a C++ compiler. The next run starts again with an empty folder.',
			rebuild: 'sqlite3',
		},
		say,
	);
	return path.join(folder, 'node_modules/n8n/bin/n8n');
}

/** Installs the driver of the browser. Gives the path of its module. */
export async function installBrowserDriver(say: Say): Promise<string> {
	const folder = await install(
		{
			from: path.join(ROOT, 'test/e2e/browser'),
			to: 'browser',
			title: 'Installing the driver of the browser',
			needs: 'It needs the npm registry.',
		},
		say,
	);
	return path.join(folder, 'node_modules/playwright-core');
}
