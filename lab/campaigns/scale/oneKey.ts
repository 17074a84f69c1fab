import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../../emulator';
import { avalancheCredential } from '../../kit/n8n/import';
import { createFleet, type Fleet } from './fleet';
import type { Stores } from './stores';
import { callsWorkflow } from './workflows';
import { MINUTE_MS } from '../../../core/formats/timeUnits';

/** Many executions on several workers that share one key. */

/** Use of the units that the service allows, by a number of executions. */
export interface KeyRow {
	workers: number;
	concurrency: number;
	executions: number;
	succeeded: number;
	/** Share of the allowed units that were used, over the whole minutes that it took. */
	used: number;
	/** Answers 429. */
	refused: number;
	seconds: number;
}

export interface KeyOptions {
	workers: number;
	concurrency: number;
	executions: number;
	/** Compute units a minute. */
	limit: number;
}

const CALLS = 5;
const UNITS = 20;
/** Without an execution that ends for so long, the rest counts as failed. */
const STANDSTILL_MS = 600_000;
const WORKFLOW = 'calls';
const KEY = 'local-key';
const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** Starts executions of five calls at 20 units, all at once, and waits for the last of them. */
export async function measureOneKey(
	command: string,
	stores: Stores,
	{ workers, concurrency, executions, limit }: KeyOptions,
	say: (line: string) => void,
): Promise<KeyRow> {
	const emulator = await startEmulator({
		validators: 10,
		transactions: 10,
		apiKeys: [KEY],
		rateLimits: { withKey: limit },
	});
	const credential = avalancheCredential(emulator, { apiKey: KEY });
	let fleet: Fleet | undefined;
	try {
		say(`one key, ${workers} workers: preparing n8n`);
		fleet = await createFleet({
			command,
			stores,
			database: `key${workers}`,
			engine: 'default',
			workers,
			concurrency,
			credentials: [credential],
			workflows: [callsWorkflow(WORKFLOW, credential, CALLS)],
		});
		await fleet.start();
		const { n8n, database } = fleet;
		say(`one key, ${workers} workers: ${executions} executions`);
		const began = Date.now();
		const post = async () => {
			const response = await fetch(`${n8n.url}/webhook/${WORKFLOW}`, { method: 'POST' });
			if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
		};
		for (let sent = 0; sent < executions; sent += 20) {
			await Promise.all(Array.from({ length: Math.min(20, executions - sent) }, post));
		}
		const statement = `SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${WORKFLOW}' GROUP BY status`;
		let counts = new Map<string, number>();
		const endedOf = (known: typeof counts) =>
			ENDED.reduce((sum, status) => sum + (known.get(status) ?? 0), 0);
		let progressAt = Date.now();
		while (endedOf(counts) < executions && Date.now() < progressAt + STANDSTILL_MS) {
			await wait(1_000);
			const before = endedOf(counts);
			counts = new Map(stores.query(database, statement).map(([key, n]) => [key, Number(n)]));
			if (endedOf(counts) > before) progressAt = Date.now();
		}
		const calls = emulator.control.requests().filter(({ service }) => service === 'data');
		const served = calls.filter(({ status }) => status === 200);
		// The service's minutes begin with the first call; the last one is not used to its end.
		const first = served[0]?.at ?? 0;
		const perMinute = new Map<number, number>();
		for (const { at } of served) {
			const minute = Math.floor((at - first) / MINUTE_MS);
			perMinute.set(minute, (perMinute.get(minute) ?? 0) + UNITS);
		}
		const last = Math.max(...perMinute.keys());
		const whole = Array.from({ length: last }, (_, minute) => perMinute.get(minute) ?? 0);
		const allowed = whole.length * limit;
		return {
			workers,
			concurrency,
			executions,
			succeeded: counts.get('success') ?? 0,
			used: allowed === 0 ? 1 : whole.reduce((sum, units) => sum + units, 0) / allowed,
			refused: calls.filter(({ status }) => status === 429).length,
			seconds: Math.round((Date.now() - began) / 1000),
		};
	} catch (error) {
		throw new Error(`one key: ${(error as Error).message}\n${fleet?.report() ?? ''}`);
	} finally {
		await fleet?.close();
		await emulator.close();
	}
}
