import path from 'node:path';
import type { Emulator } from '../../../emulator';
import { startLambda } from '../../kit/lambda/lambda';

export interface MovedLambdaOptions {
	functions: readonly string[];
	folderOf: (name: string) => string;
	environment: Record<string, string>;
	emulator: Emulator;
}

/**
 * Functions under the runtime client with a clock that the campaign moves, so that claims of killed runs
 * expire at once.
 */
export async function startMovedLambda(options: MovedLambdaOptions) {
	const { functions, folderOf, emulator } = options;
	const environment = { ...options.environment };
	const nodeOptions = `--require ${path.join(__dirname, 'movedTime.cjs')}`;
	let moved = 0;
	const now = () => Date.now() + moved;
	const lambda = await startLambda({
		functions: functions.map((name) => {
			return { name, folder: folderOf(name), environment, nodeOptions, now };
		}),
	});
	const processes = () =>
		functions.flatMap((name) => lambda.environments(name)).filter(({ alive }) => alive);
	const killAll = () => {
		for (const one of processes()) one.kill();
	};
	return {
		lambda,
		/** The time of the functions (Unix milliseconds). */
		now,
		killAll,
		/** Moves the clocks of functions and services; the next invocations get processes of their own. */
		async later(ms: number): Promise<void> {
			moved += ms;
			environment.MOVED_TIME_MS = String(moved);
			const before = processes();
			killAll();
			await Promise.all(before.map(({ exited }) => exited));
			emulator.control.moveClock({ ms });
		},
	};
}
