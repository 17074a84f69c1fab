import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../emulator';
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
	/** Whether a Code node of the workflow writes static data. */
	code: boolean;
	trouble: Trouble;
	expected: number;
	executed: number;
	lost: number;
	twice: number;
	/** Longest time from an event to its execution (s), of those that were executed. */
	seconds: number;
}

const EACH = 3;
const AWAY_MS = 20_000;
const POLL_MS = 120_000;
/** Time until everything is recovered: n8n waits about 70 s for a lost worker. */
const SETTLE_MS = 150_000;
const PLAIN = 'events';
const WITH_CODE = 'eventscode';

/** Runs the outages, one after the other, and counts. */
export async function measureLosses(
	command: string,
	stores: Stores,
	engine: EngineName,
	troubles: readonly Trouble[],
	say: (line: string) => void,
): Promise<LossRow[]> {
	const emulator = await startEmulator({ validators: 10, transactions: 30 });
	const collector = await startCollector();
	const workflows = [PLAIN, WITH_CODE].map((id) =>
		eventsWorkflow(id, collector.url, id === WITH_CODE),
	);
	let fleet: Fleet | undefined;
	try {
		say(`${engine}: preparing n8n`);
		const database = `events${engine}`;
		const published = workflows.map(({ id }) => id);
		const options = { command, stores, emulator, database, engine, workflows, published };
		fleet = await createFleet({ ...options, workers: 2, concurrency: 10 });
		await fleet.start();
		const polls = () =>
			emulator.control.requests().filter(({ path }) => path.includes('listStaking')).length;
		const nextPolls = async () => {
			const before = polls();
			await until('two polls', () => polls() >= before + 2, POLL_MS);
		};
		await until('the polls at activation', () => polls() >= 2, POLL_MS);
		// Events in the second of the baseline are part of it.
		await wait(2_000);

		const happened = new Map<string, { trouble: Trouble; at: number }>();
		const seen = new Map<string, number>();
		const ids = [PLAIN, WITH_CODE];
		const look = () => {
			for (const id of ids)
				for (const hash of collector.executed(id).keys())
					if (!seen.has(`${id} ${hash}`)) seen.set(`${id} ${hash}`, Date.now());
		};
		const missing = (trouble: Trouble) =>
			[...happened].filter(
				([hash, event]) =>
					event.trouble === trouble && ids.some((id) => !collector.executed(id).has(hash)),
			).length;
		const happen = (trouble: Trouble) => {
			const timestamp = emulator.world.clock.seconds();
			const transactions = Array.from({ length: EACH }, () => ({ timestamp }));
			for (const hash of emulator.control.addTransactions({ transactions }))
				happened.set(hash, { trouble, at: Date.now() });
		};
		const settled = async (trouble: Trouble) => {
			const deadline = Date.now() + SETTLE_MS;
			while (missing(trouble) > 0 && Date.now() < deadline) {
				look();
				await wait(250);
			}
			look();
		};

		for (const trouble of troubles) {
			say(`${engine}: ${trouble}`);
			if (trouble === 'worker killed') {
				collector.hold();
				happen(trouble);
				const begun = () => ids.every((id) => collector.held(id) > 0);
				await until('executions of both workflows', begun, POLL_MS);
				await Promise.all(fleet.workers.map((worker) => worker.kill()));
				collector.release();
				await fleet.ready();
				// These executions have ended: n8n starts none of them again.
				await nextPolls();
				look();
				continue;
			}
			happen(trouble);
			if (trouble === 'Redis away' || trouble === 'Postgres away') {
				const store = trouble === 'Redis away' ? stores.redis : stores.postgres;
				await store.down();
				await wait(AWAY_MS);
				store.up();
				await fleet.ready();
			} else if (trouble === 'main killed') {
				await nextPolls();
				await fleet.main.kill();
				await fleet.ready();
			}
			await settled(trouble);
		}
		// The next polls would deliver repeated events.
		await nextPolls();
		await nextPolls();
		look();
		return ids.flatMap((id) =>
			troubles.map((trouble): LossRow => {
				const events = [...happened].filter(([, event]) => event.trouble === trouble);
				const counts = events.map(([hash]) => collector.executed(id).get(hash) ?? 0);
				const waits = events.map(([hash, { at }]) => (seen.get(`${id} ${hash}`) ?? at) - at);
				return {
					engine,
					code: id === WITH_CODE,
					trouble,
					expected: events.length,
					executed: counts.reduce((sum, count) => sum + count, 0),
					lost: counts.filter((count) => count === 0).length,
					twice: counts.filter((count) => count > 1).length,
					seconds: Math.round(Math.max(0, ...waits) / 1000),
				};
			}),
		);
	} finally {
		collector.release();
		await fleet?.close();
		await collector.close();
		await emulator.close();
	}
}
