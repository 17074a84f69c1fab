import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The real n8n, installed once and kept between runs. */

const ROOT = path.resolve(__dirname, '../..');
const HOST = path.join(__dirname, 'host');
const CACHE = path.join(ROOT, '.cache/n8n');
const MARK = path.join(CACHE, 'installed');

export type Say = (line: string) => void;

/** Runs a command and gives its output; rejects with the end of it where it fails. */
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
			else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all.slice(-2000)}`));
		});
	});
}

/** npm must not see the settings of the npm that runs this script. */
function cleanEnvironment(): Record<string, string | undefined> {
	const entries = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command)/.test(name));
	return Object.fromEntries(entries);
}

/** The folder of the Node.js headers that native modules are built with, where this host has one. */
function headers(): Record<string, string> {
	const found = ['/usr', '/usr/local'].find((prefix) => existsSync(`${prefix}/include/node/node.h`));
	return found ? { npm_config_nodedir: found } : {};
}

/** Installs n8n where the lockfile changed since the last time. Gives the path of its command. */
export async function installN8n(say: Say): Promise<string> {
	const lockfile = readFileSync(path.join(HOST, 'package-lock.json'));
	const wanted = createHash('sha256').update(lockfile).digest('hex');
	const command = path.join(CACHE, 'node_modules/n8n/bin/n8n');
	if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return command;
	mkdirSync(CACHE, { recursive: true });
	rmSync(MARK, { force: true });
	cpSync(HOST, CACHE, { recursive: true });
	say('Installing n8n (about 2 GB, some minutes; it is kept for the next time)');
	const env = cleanEnvironment();
	try {
		await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], {
			cwd: CACHE,
			env,
		});
		say('Building the database driver of n8n');
		await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			cwd: CACHE,
			env: { ...env, ...headers() },
		});
	} catch (error) {
		throw new Error(
			`n8n could not be installed. It needs the npm registry, 3 GB of disk, and for its database driver python3, make and a C++ compiler.\n${(error as Error).message}`,
		);
	}
	writeFileSync(MARK, wanted);
	return command;
}
