import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { signalGroup } from '../../kit/system/processGroup';

/** A process that a supervisor restarts, as systemd or a container runtime would. */
export interface Supervised {
	readonly name: string;
	/** Number of its starts. */
	readonly starts: number;
	/** Its output, newest last. */
	log(): string;
	/** Kills it; it is started again. */
	kill(): Promise<void>;
	/** Kills it without a restart. */
	down(): Promise<void>;
	/** Starts it if it is down. */
	up(): void;
	/** Stops it without a restart, with time for a graceful stop. */
	end(): Promise<void>;
}

const RESTART_MS = 1_000;
const STOP_MS = 15_000;
const LOG_LENGTH = 200_000;

/** The processes that run; they end with this one. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
	for (const { pid } of running) signalGroup(pid, 'SIGKILL');
});

/** Starts a command and starts it again whenever it ends. With `file`, its output is also stored. */
export function supervise(
	name: string,
	command: string,
	args: readonly string[],
	{ file, ...options }: SpawnOptions & { file?: string },
): Supervised {
	let child: ChildProcess | undefined;
	let wanted = false;
	let starts = 0;
	let printed = '';

	function start(): void {
		starts += 1;
		const started = spawn(command, args, {
			...options,
			stdio: ['ignore', 'pipe', 'pipe'],
			// A group of its own: what it started ends with it.
			detached: true,
		});
		child = started;
		running.add(started);
		for (const stream of [started.stdout, started.stderr]) {
			stream?.on('data', (chunk: Buffer) => {
				printed = (printed + chunk.toString()).slice(-LOG_LENGTH);
				if (file) appendFileSync(file, chunk);
			});
		}
		started.once('exit', () => {
			running.delete(started);
			if (child !== started) return;
			child = undefined;
			if (wanted) setTimeout(() => wanted && !child && start(), RESTART_MS);
		});
	}

	async function killed(signal: NodeJS.Signals): Promise<void> {
		const killing = child;
		if (!killing?.pid) return;
		const exit = once(killing, 'exit');
		signalGroup(killing.pid, signal);
		const timer = new AbortController();
		const late = wait(STOP_MS, undefined, { signal: timer.signal }).then(
			() => signalGroup(killing.pid, 'SIGKILL'),
			() => undefined,
		);
		await exit;
		timer.abort();
		await late;
		signalGroup(killing.pid, 'SIGKILL');
	}

	return {
		name,
		get starts() {
			return starts;
		},
		log: () => printed,
		kill: () => killed('SIGKILL'),
		async down() {
			wanted = false;
			await killed('SIGKILL');
		},
		up() {
			wanted = true;
			if (!child) start();
		},
		async end() {
			wanted = false;
			await killed('SIGTERM');
		},
	};
}

/** Waits for a condition. Rejects on a timeout. */
export async function until(
	what: string,
	holds: () => Promise<boolean> | boolean,
	timeoutMs: number,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(`Timeout after ${timeoutMs / 1000} s: ${what}`);
		await wait(250);
	}
}
