import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../../emulator';
import { avalancheCredential, type CredentialFile } from '../../kit/n8n/import';
import { startCollector } from './collector';
import { createFleet, type EngineName, type Fleet } from './fleet';
import { until } from './process';
import type { Stores } from './stores';
import { confirmedWorkflow } from './workflows';

/**
 * Events that are delivered until they are confirmed, while both workers are killed: all in one execution,
 * and each in an execution of its own, which all run and confirm at the same time.
 */

const TROUBLES = ['none', 'worker killed'] as const;

/** The results of one workflow. */
export interface ConfirmedRow {
	engine: EngineName;
	trouble: (typeof TROUBLES)[number];
	/** Maximum number of executions that ran at the same time. */
	atATime: number;
	expected: number;
	lost: number;
	/** Executions of an event beyond its first one. */
	repeats: number;
	/** Longest time from an event to the end of its workflow (s), if any got there. */
	seconds?: number;
}

/** The cost of the option in n8n's database. */
export interface ConfirmedCost {
	engine: EngineName;
	/** Events that were executed. */
	events: number;
	atATime: number;
	executions: number;
	/** Executions that ended at the trigger, as all of their events were confirmed. */
	dropped: number;
	/** Keys in n8n's record of the workflow. */
	keys: number;
}

/** Both tables of one mode. */
export interface Confirmed {
	rows: ConfirmedRow[];
	costs: ConfirmedCost[];
}

const EACH = 6;
/** The next delivery is at most 2 minutes after the first one. */
const WATCHED_MS = 2 * 60_000 + 30_000;
const LIMIT_MS = 900_000;
const PER_EXECUTION: Readonly<Record<string, number>> = { together: 500, apart: 1 };
const IDS = Object.keys(PER_EXECUTION);
const apiKey = (id: string) => `key-of-${id}`;

/** Runs both kinds of outages one after the other, and counts deliveries. */
export async function measureConfirmed(
	command: string,
	stores: Stores,
	engine: EngineName,
	say: (line: string) => void,
): Promise<Confirmed> {
	const secrets = Object.fromEntries(IDS.map((id) => [id, apiKey(id)]));
	const apiKeys = Object.values(secrets);
	const emulator = await startEmulator({ validators: 10, transactions: 30, secrets, apiKeys });
	const collector = await startCollector();
	const credentials = IDS.map((id): CredentialFile => {
		const file = avalancheCredential(emulator, { apiKey: apiKey(id) });
		return { ...file, id, name: id };
	});
	const workflows = IDS.map((id, i) =>
		confirmedWorkflow({
			id,
			collector: collector.url,
			credential: credentials[i],
			perExecution: PER_EXECUTION[id],
		}),
	);
	let fleet: Fleet | undefined;
	try {
		say(`${engine}, confirmed: preparing n8n`);
		const database = `confirmed${engine}`;
		const options = { command, stores, database, engine, credentials, workflows };
		fleet = await createFleet({ ...options, workers: 2, concurrency: 10 });
		await fleet.start();
		const isPolled = (id: string) =>
			emulator.control
				.requests()
				.some(({ path, secrets: sent }) => path.includes('listStaking') && sent[id]);
		await until('the poll of each workflow at activation', () => IDS.every(isPolled), LIMIT_MS);
		// Events in the second of the baseline are part of it.
		await wait(2_000);

		const happened = new Map<string, { trouble: string; at: number }>();
		const hashesOf = (trouble: string) =>
			[...happened].filter(([, event]) => event.trouble === trouble).map(([hash]) => hash);
		for (const trouble of TROUBLES) {
			say(`${engine}, confirmed: ${trouble}`);
			collector.hold();
			const timestamp = emulator.world.clock.seconds();
			const transactions = Array.from({ length: EACH }, () => ({ timestamp }));
			for (const hash of emulator.control.addTransactions({ transactions }))
				happened.set(hash, { trouble, at: Date.now() });
			const begun = () => IDS.every((id) => collector.held(id) >= EACH);
			await until('executions of all events', begun, LIMIT_MS);
			if (trouble === 'worker killed') {
				await Promise.all(fleet.workers.map((worker) => worker.kill()));
				const cut = () => IDS.every((id) => collector.held(id) === 0);
				await until('the end of their requests', cut, LIMIT_MS);
			}
			collector.release();
			await fleet.ready();
			const all = () =>
				IDS.every((id) => hashesOf(trouble).every((hash) => collector.executed(id).has(hash)));
			await until('the executions of all events', all, LIMIT_MS);
		}
		say(`${engine}, confirmed: waiting for the next deliveries`);
		await wait(WATCHED_MS);
		await until('an empty queue', () => stores.queued(database) === 0, LIMIT_MS);

		const rows = TROUBLES.flatMap((trouble) =>
			IDS.map((id): ConfirmedRow => {
				const hashes = hashesOf(trouble);
				const times = hashes.map((hash) => collector.executed(id).get(hash) ?? []);
				const waits = hashes.flatMap((hash, i) =>
					times[i].slice(0, 1).map((at) => at - (happened.get(hash)?.at ?? at)),
				);
				return {
					engine,
					trouble,
					atATime: Math.ceil(EACH / PER_EXECUTION[id]),
					expected: hashes.length,
					lost: times.filter(({ length }) => length === 0).length,
					repeats: times.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0),
					...(waits.length > 0 && { seconds: Math.round(Math.max(...waits) / 1000) }),
				};
			}),
		);
		const costs = IDS.map((id) => {
			const events = collector.executed(id).size;
			return { ...costOf(stores, database, engine, id), events };
		});
		return { rows, costs };
	} catch (error) {
		throw new Error(`${engine}, confirmed: ${(error as Error).message}\n${fleet?.report() ?? ''}`);
	} finally {
		collector.release();
		await fleet?.close();
		await collector.close();
		await emulator.close();
	}
}

/** The rows of one workflow in n8n's database. */
function costOf(
	stores: Stores,
	database: string,
	engine: EngineName,
	id: string,
): Omit<ConfirmedCost, 'events'> {
	const ofWorkflow = `FROM execution_entity WHERE "workflowId" = '${id}'`;
	const count = (more = '') =>
		Number(stores.query(database, `SELECT count(*) ${ofWorkflow} ${more}`)[0][0]);
	// The run data has the name of each node that ran as a key.
	const reached = `SELECT "executionId" FROM execution_data WHERE data LIKE '%"Collect":"%'`;
	const ended = `AND status = 'success' AND id NOT IN (${reached})`;
	const keys = stores.query(
		database,
		`SELECT json_array_length(value::json->'data') FROM processed_data WHERE "workflowId" = '${id}' AND context = ''`,
	);
	return {
		engine,
		atATime: Math.ceil(EACH / PER_EXECUTION[id]),
		executions: count(),
		dropped: count(ended),
		keys: Number(keys[0]?.[0] ?? 0),
	};
}
