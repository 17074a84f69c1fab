import { startEmulator } from '../../../emulator';
import { avalancheCredential } from '../../kit/n8n/import';
import { startCollector } from './collector';
import { createFleet, type EngineName, type Fleet } from './fleet';
import { until } from './process';
import type { Stores } from './stores';
import { transfersWorkflow } from './workflows';

/** The webhook trigger in queue mode, where a webhook processor of n8n takes the messages. */

const WEBHOOK_TROUBLES = ['none', 'processor away', 'worker away'] as const;

/** The results of the transfers of one kind of outage. */
export interface WebhookRow {
	engine: EngineName;
	trouble: (typeof WEBHOOK_TROUBLES)[number];
	expected: number;
	executed: number;
	lost: number;
	twice: number;
	/** Messages that the processor answered with 200. */
	received: number;
}

const EACH = 6;
const LIMIT_MS = 300_000;
const WORKFLOW = 'transfers';
const KEY = 'local-key';
const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const CHECK = /^\/v1\/webhooks(\/|$)/;

/** Makes transfers while all runs, while the processor is away, and while the worker is away. */
export async function measureWebhooks(
	command: string,
	stores: Stores,
	engine: EngineName,
	say: (line: string) => void,
): Promise<WebhookRow[]> {
	const emulator = await startEmulator({ validators: 10, transactions: 10, apiKeys: [KEY] });
	const { control } = emulator;
	const collector = await startCollector();
	const credential = avalancheCredential(emulator, { apiKey: KEY });
	let fleet: Fleet | undefined;
	try {
		say(`${engine}, webhooks: preparing n8n`);
		const database = `webhooks${engine}`;
		fleet = await createFleet({
			...{ command, stores, database, engine, workers: 1, concurrency: 10 },
			credentials: [credential],
			workflows: [
				transfersWorkflow({ id: WORKFLOW, collector: collector.url, credential, addresses: MINE }),
			],
			processor: true,
		});
		await fleet.start();
		const { processor, workers } = fleet;
		if (!processor) throw new Error('The fleet has no webhook processor');
		const own = `${fleet.n8n.environment.N8N_WEBHOOK_URL}/`;
		// Only those of this n8n: the account has others.
		const active = () =>
			control
				.webhooks()
				.filter(({ status, url }) => status === 'active' && String(url).startsWith(own));
		const checks = () =>
			control.requests().filter(({ method, path }) => method === 'GET' && CHECK.test(path)).length;
		const moreChecks = async (times: number) => {
			const before = checks();
			await until(`${times} checks`, () => checks() >= before + times, LIMIT_MS);
		};
		await until('the webhook', () => active().length === 1, LIMIT_MS);
		await moreChecks(2);

		const answered = () => control.deliveries().filter(({ status }) => status === 200).length;
		const executed = collector.executed(WORKFLOW);
		const rows: Array<() => WebhookRow> = [];
		for (const trouble of WEBHOOK_TROUBLES) {
			say(`${engine}, webhooks: ${trouble}`);
			const before = answered();
			const away = { none: undefined, 'processor away': processor, 'worker away': workers[0] };
			await away[trouble]?.down();
			const hashes = control.addTransfers({
				transfers: Array.from({ length: EACH }, () => ({ to: MINE, value: 250_000_000n })),
			});
			if (trouble === 'processor away') {
				// The service gives the webhook up: its messages come only by the check.
				for (const { id } of active()) control.deactivateWebhook({ id });
			} else {
				await until('the answers', () => answered() >= before + EACH, LIMIT_MS);
			}
			const received = answered() - before;
			away[trouble]?.up();
			await fleet.ready();
			await until('the executions', () => hashes.every((hash) => executed.has(hash)), LIMIT_MS);
			await until('the webhook', () => active().length === 1, LIMIT_MS);
			rows.push(() => {
				const times = hashes.map((hash) => executed.get(hash) ?? []);
				return {
					...{ engine, trouble, received },
					expected: hashes.length,
					executed: times.flat().length,
					lost: times.filter(({ length }) => length === 0).length,
					twice: times.filter(({ length }) => length > 1).length,
				};
			});
		}
		// The next checks would return again what came by a message.
		await moreChecks(2);
		await until('an empty queue', () => stores.queued(database) === 0, LIMIT_MS);
		return rows.map((row) => row());
	} catch (error) {
		throw new Error(`${engine}, webhooks: ${(error as Error).message}\n${fleet?.report() ?? ''}`);
	} finally {
		await fleet?.close();
		await collector.close();
		await emulator.close();
	}
}
