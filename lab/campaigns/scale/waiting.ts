import { startEmulator } from '../../../emulator';
import { avalancheCredential } from '../../kit/n8n/import';
import { WAITING_HOOK, WAITING_ID, waitingExample } from '../../kit/n8n/waitingExample';
import { createFleet, type Fleet } from './fleet';
import { until } from './process';
import type { Stores } from './stores';

/**
 * Executions that wait for an export in queue mode: while they wait, no worker has one of them and no job is
 * in the queue; the main and both workers are killed, and each execution goes on and ends.
 */

/** The results. */
export interface WaitingRow {
	executions: number;
	/** Executions that waited at the same time. */
	waiting: number;
	/** Of these, those that a worker was running. */
	running: number;
	/** Jobs in the queue at that time, waiting for a worker or active on one. */
	jobs: number;
	succeeded: number;
	/** Exports that were started: one for each execution. */
	exports: number;
}

const EXECUTIONS = 200;
const WORKERS = 2;
const LIMIT_MS = 900_000;
const DATABASE = 'waiting';

/** Starts the executions, kills all processes of n8n while they wait, and counts. */
export async function measureWaiting(
	command: string,
	stores: Stores,
	say: (line: string) => void,
): Promise<WaitingRow> {
	const emulator = await startEmulator({
		validators: 10,
		transactions: 30,
		exports: { durationMs: 60_000 },
	});
	let fleet: Fleet | undefined;
	try {
		say('waiting: preparing n8n');
		fleet = await createFleet({
			...{ command, stores, database: DATABASE, engine: 'default' },
			...{ workers: WORKERS, concurrency: 10 },
			credentials: [avalancheCredential(emulator)],
			workflows: [waitingExample()],
		});
		await fleet.start();
		const { n8n, main, workers } = fleet;
		const counts = () =>
			Object.fromEntries(
				stores
					.query(
						DATABASE,
						`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${WAITING_ID}' GROUP BY status`,
					)
					.map(([status, count]) => [status, Number(count)]),
			) as Record<string, number | undefined>;
		say(`waiting: ${EXECUTIONS} executions`);
		const start = async () => {
			const { ok, status } = await fetch(`${n8n.url}/webhook/${WAITING_HOOK}`, { method: 'POST' });
			if (!ok && status !== 404) throw new Error(`The webhook answers ${status}`);
			return ok;
		};
		// n8n responds a moment before it has the webhooks of published workflows.
		await until('the webhook', start, LIMIT_MS);
		for (let at = 1; at < EXECUTIONS; at++) await until('the webhook', start, LIMIT_MS);
		const all = () => (counts().waiting ?? 0) === EXECUTIONS;
		await until('all executions to wait', all, LIMIT_MS);
		const { waiting = 0, running = 0 } = counts();
		const jobs = stores.queued(DATABASE);

		say('waiting: killing the main and the workers');
		await Promise.all([main, ...workers].map((each) => each.kill()));
		await fleet.ready();
		const ended = () => {
			const { waiting: left = 0, running: still = 0, new: enqueued = 0 } = counts();
			return left + still + enqueued === 0;
		};
		await until('all executions to end', ended, LIMIT_MS);
		const exports = emulator.control
			.requests()
			.filter(({ method, path }) => method === 'POST' && path.endsWith('transactions:export'));
		return {
			executions: EXECUTIONS,
			waiting,
			running,
			jobs,
			succeeded: counts().success ?? 0,
			exports: exports.length,
		};
	} catch (error) {
		throw new Error(`waiting: ${(error as Error).message}\n${fleet?.report() ?? ''}`);
	} finally {
		await fleet?.close();
		await emulator.close();
	}
}
