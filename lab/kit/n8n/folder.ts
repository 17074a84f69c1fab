import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** True if a process of this user or another one runs under a process id. */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/**
 * Reserves the data folder of an n8n for this process, because two cannot share a database. Returns
 * the function that releases it. Throws if another running process has it.
 */
export function holdFolder(folder: string): () => void {
	const file = `${folder}.pid`;
	mkdirSync(path.dirname(file), { recursive: true });
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
	} catch {
		const holder = Number(readFileSync(file, 'utf8'));
		if (isRunning(holder)) {
			throw new Error(
				`Process ${holder} runs an n8n with the data in ${folder}: stop it, or give another --folder.`,
			);
		}
		// Its process was killed.
		writeFileSync(file, String(process.pid));
	}
	return () => rmSync(file, { force: true });
}
