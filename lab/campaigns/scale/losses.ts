import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../../emulator';
import { avalancheCredential, type CredentialFile } from '../../kit/n8n/import';
import { startCollector } from './collector';
import { createFleet, type EngineName, type Fleet } from './fleet';
import { until } from './process';
import type { Stores } from './stores';
import { eventsWorkflow } from './workflows';

/** Events through n8n in queue mode, while workers, the main, Redis and Postgres fail. */

export const TROUBLES = [
	'none',
	'worker killed',
	'Redis away',
	'Postgres away',
	'main killed',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** The results of the events of one kind of outage, in one workflow. */
export interface LossRow {
	engine: EngineName;
	/** True if a Code node of the workflow writes static data. */
	code: boolean;
	trouble: Trouble;
	expected: number;
	executed: number;
	lost: number;
	twice: number;
	/** Longest time from an event to its execution (s), if any was executed. */
	seconds?: number;
}

const EACH = 3;
const AWAY_MS = 20_000;
/** For a condition that n8n fulfils in seconds, on a machine that does much else. */
const LIMIT_MS = 600_000;
const PLAIN = 'events';
const WITH_CODE = 'eventscode';
const IDS = [PLAIN, WITH_CODE];

const apiKey = (id: string) => `key-of-${id}`;

/** Runs the outages, one after the other, and counts. */
export async function measureLosses(
	command: string,
	stores: Stores,
	engine: EngineName,
	troubles: readonly Trouble[],
	say: (line: string) => void,
): Promise<LossRow[]> {
	// Each workflow has a key of its own, which shows whose request it is.
	const secrets = Object.fromEntries(IDS.map((id) => [id, apiKey(id)]));
	const apiKeys = Object.values(secrets);
	const emulator = await startEmulator({ validators: 10, transactions: 30, secrets, apiKeys });
	const collector = await startCollector();
	const credentials = IDS.map((id): CredentialFile => {
		const file = avalancheCredential(emulator, { apiKey: apiKey(id) });
		return { ...file, id, name: id };
	});
	const workflows = IDS.map((id, i) =>
		eventsWorkflow({
			id,
			collector: collector.url,
			credential: credentials[i],
			withCode: id === WITH_CODE,
		}),
	);
	let fleet: Fleet | undefined;
	try {
		say(`${engine}: preparing n8n`);
		const database = `events${engine}`;
		const options = { command, stores, database, engine, credentials, workflows };
		fleet = await createFleet({ ...options, workers: 2, concurrency: 10 });
		await fleet.start();
		const polls = () =>
			IDS.map(
				(id) =>
					emulator.control
						.requests()
						.filter(({ path, secrets: sent }) => path.includes('listStaking') && sent[id]).length,
			);
		/** Makes a condition: each workflow has polled this many times more. */
		const morePolls = (times: number) => {
			const before = polls();
			return () => polls().every((count, i) => count >= before[i] + times);
		};
		/** The poll that has begun and the next one. */
		const nextPolls = () => until('two polls of each workflow', morePolls(2), LIMIT_MS);
		/** True if n8n has no execution left to run. */
		const isIdle = () => stores.queued(database) === 0;

		await until('the poll of each workflow at activation', () => !polls().includes(0), LIMIT_MS);
		// Events in the second of the baseline are part of it.
		await wait(2_000);

		const happened = new Map<string, { trouble: Trouble; at: number }>();
		const happen = (trouble: Trouble) => {
			const timestamp = emulator.world.clock.seconds();
			const transactions = Array.from({ length: EACH }, () => ({ timestamp }));
			for (const hash of emulator.control.addTransactions({ transactions }))
				happened.set(hash, { trouble, at: Date.now() });
		};
		const hashesOf = (trouble: Trouble) =>
			[...happened].filter(([, event]) => event.trouble === trouble).map(([hash]) => hash);
		/** Waits until all events of a trouble are executed, or none of them can be any more. */
		const settled = async (trouble: Trouble) => {
			const polled = morePolls(3);
			const all = () =>
				hashesOf(trouble).every((hash) => IDS.every((id) => collector.executed(id).has(hash)));
			await until('the executions', () => all() || (polled() && isIdle()), LIMIT_MS);
		};

		for (const trouble of troubles) {
			say(`${engine}: ${trouble}`);
			const held = () => IDS.map((id) => collector.held(id));
			if (trouble === 'worker killed') collector.hold();
			const delivered = morePolls(1);
			happen(trouble);
			if (trouble === 'worker killed') {
				const begun = () => held().every((count) => count === EACH);
				await until('executions of both workflows', begun, LIMIT_MS);
				await Promise.all(fleet.workers.map((worker) => worker.kill()));
				const cut = () => held().every((count) => count === 0);
				await until('the end of their requests', cut, LIMIT_MS);
				collector.release();
			} else if (trouble === 'Redis away' || trouble === 'Postgres away') {
				const store = trouble === 'Redis away' ? stores.redis : stores.postgres;
				await store.down();
				await wait(AWAY_MS);
				store.up();
			} else if (trouble === 'main killed') {
				// Around the start of the executions.
				await until('a poll of each workflow', delivered, LIMIT_MS);
				await fleet.main.kill();
			}
			await stores.ready();
			await fleet.ready();
			await settled(trouble);
		}
		// The next polls would deliver repeated events.
		await nextPolls();
		await until('an empty queue', isIdle, LIMIT_MS);
		return IDS.flatMap((id) =>
			troubles.map((trouble): LossRow => {
				const hashes = hashesOf(trouble);
				const executed = collector.executed(id);
				const times = hashes.map((hash) => executed.get(hash) ?? []);
				const waits = hashes.flatMap((hash) =>
					(executed.get(hash) ?? []).slice(0, 1).map((at) => at - (happened.get(hash)?.at ?? at)),
				);
				return {
					engine,
					code: id === WITH_CODE,
					trouble,
					expected: hashes.length,
					executed: times.flat().length,
					lost: times.filter(({ length }) => length === 0).length,
					twice: times.filter(({ length }) => length > 1).length,
					...(waits.length > 0 && { seconds: Math.round(Math.max(...waits) / 1000) }),
				};
			}),
		);
	} catch (error) {
		throw new Error(`${engine}: ${(error as Error).message}\n${fleet?.report() ?? ''}`);
	} finally {
		collector.release();
		await fleet?.close();
		await collector.close();
		await emulator.close();
	}
}
