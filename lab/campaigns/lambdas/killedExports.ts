import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../../core/testing/random';
import { buildLambdas } from '../../../lambdas/build/lambdas';
import { exportedBy } from '../../kit/lambda/exportKit';
import { invokeFunction } from '../../kit/lambda/invoke';
import { STACK_BUCKET, STACK_KEY, startStack } from '../../kit/lambda/stack';
import { printRows } from './classes';
import { type Change, changing } from './weakened';

const ADDRESS = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const BYTES = 8_000_000;
const START = '/v1/operations/transactions:export';
/** Responses to a start are delayed, so that some kills happen between a start and its record. */
const START_MS = 150;

/** Milliseconds of startExport, and of exportTransactions after it. */
interface Durations {
	startMs: number;
	exportMs: number;
}

export interface KillSettings {
	/** Number of executions to kill. */
	kills: number;
	seed: string;
	/** A change that removes a safeguard from the bundles. */
	change?: Change;
	/** Prints a line; by default nothing is printed. */
	say?: (line: string) => void;
}

/** Calls `kill` after `ms`, unless the work has ended before. */
async function killedAfter<T>(
	ms: number,
	kill: () => void,
	work: () => Promise<T>,
): Promise<{ result: T; killed: boolean }> {
	const ended = new AbortController();
	let killed = false;
	const killer = wait(ms, undefined, { signal: ended.signal }).then(
		() => {
			killed = true;
			kill();
		},
		() => undefined,
	);
	const result = await work();
	ended.abort();
	await killer;
	return { result, killed };
}

/**
 * startExport and exportTransactions under AWS's own runtime client, killed (SIGKILL) at random moments. The event
 * is sent to startExport again until it responds, as Lambda does. Returns false if an export is
 * started twice, a file differs from the service's, or an execution ends with an unexpected result.
 */
export async function killedExports({
	kills,
	seed,
	change,
	say = () => undefined,
}: KillSettings): Promise<boolean> {
	const outDir = mkdtempSync(path.join(os.tmpdir(), 'avalanche-kills-'));
	try {
		const names = ['startExport', 'exportTransactions'];
		await buildLambdas({ outDir, names, zip: false, plugins: [changing(change)] });
		const folderOf = (name: string) => path.join(outDir, name);
		const random = createRandom(seed).stream('kills of exports');
		const stack = await startStack({
			folderOf,
			emulator: {
				realTime: false,
				exports: { durationMs: 60_000, bytes: BYTES },
				faults: [
					{ service: 'data', method: 'POST', path: START, kind: 'delay', delayMs: START_MS },
				],
			},
			pass: (emulator) => (ms) => void emulator.control.moveClock({ ms }),
		});
		const { emulator, lambda, s3 } = stack;
		const killIn = (name: string) => () => {
			for (const one of lambda.environments(name)) if (one.alive) one.kill();
		};
		const posts = () =>
			emulator.control
				.requests()
				.filter(({ method, path }) => method === 'POST' && path.startsWith(START)).length;
		let day = Date.parse('2026-01-01T06:00:00Z');
		const count = { killed: 0, killedStarts: 0, executions: 0, uncertain: 0 };
		const findings: string[] = [];
		const find = (holds: boolean, finding: string) => void (holds || findings.push(finding));

		/**
		 * One day's export from the schedule's event to its end; kills happen within this many ms.
		 */
		async function one(usual?: Durations): Promise<Durations> {
			day += 24 * 3_600_000;
			const time = new Date(day).toISOString();
			const order = { rule: 'yesterday', time, chains: ['43114'], addresses: [ADDRESS] };
			emulator.control.clearRequests();
			// Each starts with new processes: a warm one would take a different time.
			for (const name of ['startExport', 'exportTransactions']) killIn(name)();
			const starting = () => invokeFunction(lambda, 'startExport', order);
			const begun = performance.now();
			let answer = usual
				? await killedAfter(random.next() * usual.startMs, killIn('startExport'), starting)
				: { result: await starting(), killed: false };
			if (answer.killed) count.killedStarts++;
			while (answer.result.failed) answer = { result: await starting(), killed: answer.killed };
			const { started, already } = answer.result.answer as Record<string, Array<{ name: string }>>;
			const [{ name }] = [...started, ...already];
			const startMs = performance.now() - begun;
			const settled = () => lambda.settled();
			if (usual) {
				const after = random.next() * usual.exportMs;
				const ended = await killedAfter(after, killIn('exportTransactions'), settled);
				if (ended.killed) count.killed++;
			} else await settled();
			const took = { startMs, exportMs: performance.now() - begun - startMs };
			const executions = lambda.durable.list().filter((execution) => execution.name === name);
			find(executions.length === 1, `${name}: ${executions.length} executions`);
			find(posts() <= 1, `${name}: ${posts()} exports were started`);
			count.executions++;
			const [{ status, error, result = 'null' }] = executions;
			if (error?.ErrorType === 'ExportStartUncertain') {
				count.uncertain++;
				return took;
			}
			find(
				status === 'SUCCEEDED',
				`${name}: ${status} ${error?.ErrorType}: ${error?.ErrorMessage}`,
			);
			if (status !== 'SUCCEEDED') return took;
			const [file] = (JSON.parse(result) as { files: Array<{ key: string; operationId: string }> })
				.files;
			const same =
				(await s3.text(STACK_BUCKET, file.key)) ===
				(await exportedBy(emulator, file.operationId, STACK_KEY));
			find(same, `${name}: the file in the bucket differs from the service's file`);
			const manifest = `exports/${name}/manifest.json`;
			find((await s3.keys(STACK_BUCKET)).includes(manifest), `${name}: there is no ${manifest}`);
			return took;
		}

		try {
			const usual = await one();
			while (count.killed < kills) await one(usual);
			printRows(say, `exports under the runtime client, killed at random, seed ${seed}`, {
				'executions of exportTransactions': count.executions,
				'of these killed once': count.killed,
				'invocations of startExport killed': count.killedStarts,
				'ended as ExportStartUncertain': count.uncertain,
				'broken guarantees': findings.length,
			});
			for (const finding of findings) say(`        ${finding}`);
			return findings.length === 0;
		} finally {
			await stack.close();
		}
	} finally {
		rmSync(outDir, { recursive: true, force: true });
	}
}
