import { Worker } from 'node:worker_threads';
import { CLASSES, runClass } from './campaign';
import { setStage } from './stage';
import type { Figures } from './watch';

/** The inside of a process that runs one class of attacks, and sends its figures to its parent. */

/** Argument of the process, as JSON. */
export interface Order {
	name: string;
	seed: string;
	full: boolean;
}

export type Message = { progress: string } | { figures: Figures };

/** Maximum time that the process may block (ms). */
const BLOCKED_MS = 60_000;
const PROGRESS_MS = 15_000;

/**
 * Kills the process when it blocks, which cannot be detected from within. Returns the function to
 * call before each attack.
 */
function startWatchdog(): { beat(name: string): void; end(): Promise<number> } {
	const shared = new SharedArrayBuffer(8 + 512);
	const times = new Float64Array(shared, 0, 1);
	const text = Buffer.from(shared, 8);
	times[0] = Date.now();
	const worker = new Worker(
		`const { workerData: { shared, limit } } = require('node:worker_threads');
		const { writeSync } = require('node:fs');
		setInterval(() => {
			if (Date.now() - new Float64Array(shared, 0, 1)[0] < limit) return;
			const name = Buffer.from(Buffer.from(shared, 8)).toString().replace(/\\0+$/, '');
			writeSync(2, 'The process is blocked by: ' + name + '\\n');
			process.kill(process.pid, 'SIGKILL');
		}, 1000);`,
		{ eval: true, workerData: { shared, limit: BLOCKED_MS } },
	);
	const beating = setInterval(() => (times[0] = Date.now()), 500);
	return {
		beat(name) {
			times[0] = Date.now();
			text.fill(0);
			text.write(name);
		},
		end() {
			clearInterval(beating);
			return worker.terminate();
		},
	};
}

async function main(): Promise<void> {
	const { name, seed, full } = JSON.parse(process.argv[2]) as Order;
	const one = CLASSES.find((each) => each.name === name);
	if (!one) throw new Error(`There is no class ${name}`);
	const send = (message: Message) =>
		new Promise<void>((resolve) => process.send?.(message, () => resolve()));
	const watchdog = startWatchdog();
	const say = (line: string) => void send({ progress: line });
	let reportedAt = Date.now();
	let count = 0;
	const onAttack = (attack: string) => {
		watchdog.beat(attack);
		count++;
		if (Date.now() - reportedAt < PROGRESS_MS) return;
		reportedAt = Date.now();
		say(`${count} attacks, now ${attack.slice(0, 100)}`);
	};
	try {
		const stage = await setStage({ seed, full, say });
		const figures = await runClass(one, stage, { onAttack, measured: true }).finally(() =>
			stage.close(),
		);
		await send({ figures });
	} finally {
		await watchdog.end();
	}
}

main()
	.catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 2;
	})
	.finally(() => {
		// Without a parent there is no channel to close.
		if (process.connected) process.disconnect();
	});
