import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** Check that a port is free, and otherwise the process that uses it. */

/** True if this process can listen at the port on loopback. */
function isFree(port: number): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') resolve(false);
			else if (error.code === 'EACCES') reject(new Error(`Port ${port} needs root permissions`));
			else reject(error);
		});
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** Inodes of the sockets that listen at a port, from Linux' own tables. */
function listening(port: number): Set<string> {
	const hex = port.toString(16).toUpperCase().padStart(4, '0');
	const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
		readFileSync(file, 'utf8').trim().split('\n').slice(1),
	);
	const rows = lines.map((line) => line.trim().split(/\s+/));
	const LISTEN = '0A';
	const found = rows.filter((row) => row[1].endsWith(`:${hex}`) && row[3] === LISTEN);
	return new Set(found.map((row) => `socket:[${row[9]}]`));
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
	try {
		const folder = `/proc/${pid}/fd`;
		return readdirSync(folder).some((file) => {
			try {
				return sockets.has(readlinkSync(`${folder}/${file}`));
			} catch {
				return false;
			}
		});
	} catch {
		// A process of another user.
		return false;
	}
}

function ownerOnLinux(port: number): string | undefined {
	const sockets = listening(port);
	const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name, sockets));
	if (pid === undefined) return undefined;
	const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
	return `process ${pid} (${command.slice(0, 120)})`;
}

async function ownerByLsof(port: number): Promise<string | undefined> {
	const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
	const { stdout } = await promisify(execFile)('lsof', args);
	const [pid, command] = ['p', 'c'].map(
		(mark) => new RegExp(`^${mark}(.+)$`, 'm').exec(stdout)?.[1],
	);
	return pid && `process ${pid} (${command})`;
}

/** The process that listens at a port, if the system reports it. */
async function ownerOf(port: number): Promise<string | undefined> {
	try {
		return process.platform === 'linux' ? ownerOnLinux(port) : await ownerByLsof(port);
	} catch {
		return undefined;
	}
}

/** Resolves if a port is free. Otherwise throws an error that names the process. */
export async function requireFree(port: number): Promise<void> {
	if (await isFree(port)) return;
	const owner = (await ownerOf(port)) ?? 'a process of another user';
	throw new Error(
		`Port ${port} is in use by ${owner}. Stop it, choose another port, or omit --port for a free one.`,
	);
}
