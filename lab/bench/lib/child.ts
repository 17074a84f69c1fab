import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/**
 * Contestants and servers run in separate processes: they share no event loop, heap or compiled
 * code, and the memory of each can be measured.
 */

/** Measurements and result of one run of a contestant. */
export interface Taken<Result = unknown> {
	ms: number;
	/** Resident bytes at most during the run. */
	peakBytes: number;
	/** Return value of the contestant. */
	result: Result;
}

/** A process with one contestant or server in it. */
export interface Child {
	/** Runs it once, after a garbage collection. Rejects if it fails or the process ends. */
	run<Result>(input?: unknown): Promise<Taken<Result>>;
	close(): Promise<void>;
}

type Answer = { taken: Taken } | { error: string } | { ready: true };

const ENTRY = path.join(__dirname, 'childMain.ts');
const FOLDER = path.resolve(__dirname, '..');

/**
 * Starts `lab/bench/<module>.ts`, whose `prepare(setup)` gives the function that each run calls. Output
 * of the process is kept for the error where it fails.
 */
export async function startChild(module: string, setup: unknown = {}): Promise<Child> {
	const child: ChildProcess = fork(ENTRY, [path.join(FOLDER, module), JSON.stringify(setup)], {
		execArgv: ['--expose-gc', '--import', 'tsx'],
		env: { ...process.env, NODE_NO_WARNINGS: '1' },
		serialization: 'advanced',
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	let output = '';
	const keep = (text: string) => (output = (output + text).slice(-4000));
	child.stdout?.setEncoding('utf8').on('data', keep);
	child.stderr?.setEncoding('utf8').on('data', keep);
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
	child.on('message', (answer: Answer) => {
		waiting?.resolve(answer);
		waiting = undefined;
	});
	void exited.then(() => waiting?.reject(new Error(`${module} ended:\n${output}`)));

	async function answer(): Promise<Answer> {
		const given = await new Promise<Answer>((resolve, reject) => {
			waiting = { resolve, reject };
		});
		if ('error' in given) throw new Error(`${module}: ${given.error}`);
		return given;
	}

	const close = async () => {
		child.kill('SIGKILL');
		await exited;
	};
	await answer().catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return {
		async run<Result>(input?: unknown) {
			const answered = answer();
			child.send({ input });
			return ((await answered) as { taken: Taken<Result> }).taken;
		},
		close,
	};
}
