import { setTimeout as wait } from 'node:timers/promises';
import { startLocalServer } from '../system/localServer';
import type { Clock } from '../../../core/protocol/ports';
import type { Death } from '../../../core/testing/deaths';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import { retryingTableClient } from '../../../lambdas/notify/patience';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { type ReceiveOptions, createReceive } from '../../../lambdas/receive/create';
import type { CheckReport } from '../../../lambdas/types';
import type { HttpAnswer } from '../../../lambdas/shared/http';
import { deliveriesIn } from './outboxItems';
import { SECRET, TABLE, type Table, crashing, queueEnvironment, startTable } from './notifyKit';
import { quietTelemetry } from './quietTelemetry';
import { type ApiRequest, apiEvent } from './subscriptionKit';

/** receive over the emulated service and a table, at a URL on this machine. */

const NOON = 1_794_052_800_000;
const LONGEST_PAUSE_MS = 4_000;
export const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
/** The target that all events are for. */
export const HOOK = { name: 'hook', url: 'https://hook.example.org/', secrets: [SECRET] };
export const TRANSFERS = { name: 'payments', event: 'transfer', addresses: MINE };

export interface ReceiveBench {
	emulator: Emulator;
	table: Table;
	clock: Clock;
	/** The URL of the function. */
	url: string;
	/** The services of the next functions. */
	urls: { dataUrl: string; nodeUrl: string };
	settings: object;
	/** Bodies that the URL received. */
	bodies: string[];
	/** Statuses that it answered. */
	statuses: number[];
	measured: Record<string, number>;
	logged: unknown[][];
	/** Replaces parts of the next functions. */
	parts: Partial<ReceiveOptions>;
	/** The next requests and checks get a new process, which may die at one of its writes. */
	newProcess(death?: Death): void;
	/** Invokes the function itself. */
	invoke(event: unknown): Promise<CheckReport | HttpAnswer>;
	/** A request to the URL: by default a POST of JSON to its root. */
	request(request: Partial<ApiRequest>): Promise<HttpAnswer>;
	check(): Promise<CheckReport>;
	/** Deliveries in the outbox. */
	outbox(): Promise<Array<{ id: string; target: string; eventId: string; event: object }>>;
	/** Active webhooks that lead to the function. */
	active(): Array<Record<string, unknown>>;
	close(): Promise<void>;
}

/** Starts receive with its services. `beside`: another bench at the same service. */
export async function startReceiveBench(
	options: EmulatorOptions = {},
	beside?: ReceiveBench,
): Promise<ReceiveBench> {
	const [emulator, table] = await Promise.all([
		beside?.emulator ?? startEmulator({ start: NOON, realTime: false, ...options }),
		startTable(),
	]);
	const clock: Clock = {
		now: () => emulator.world.clock.now(),
		// Only the limit of an answer, which has a signal, is waited for; pauses between retries are shorter.
		sleep: async (ms, signal) =>
			void (await wait(signal && ms > LONGEST_PAUSE_MS ? ms : 0, undefined, { signal })),
		random: () => 0.5,
	};
	let handler: ReturnType<typeof createReceive> | undefined;
	let death: Death | undefined;

	function process() {
		const { client, queue } = crashing(table, death);
		const log = (...line: unknown[]) => void bench.logged.push(line);
		return createReceive({
			environment: {
				AVALANCHE_DATA_URL: bench.urls.dataUrl,
				AVALANCHE_NODE_URL: bench.urls.nodeUrl,
				AVALANCHE_WITHOUT_API_KEY: 'true',
				NOTIFY_SETTINGS_SECRET: 'notify',
				NOTIFY_TABLE: TABLE,
				...queueEnvironment(table, clock),
			},
			readSecret: async () => JSON.stringify(bench.settings),
			store: async (name, patience) => dynamoStore(retryingTableClient(client, patience), name),
			queue: queue(clock),
			clock,
			telemetry: {
				...quietTelemetry,
				logger: { debug: log, info: log, warn: log, error: log },
				measure: (name, value = 1) =>
					void (bench.measured[name] = (bench.measured[name] ?? 0) + value),
			},
			...bench.parts,
		});
	}

	const server = await startLocalServer(async (incoming, outgoing, read) => {
		const { method, url: path, headers } = incoming;
		const body = String(read);
		bench.bodies.push(body);
		const given = { body, method, path, headers: headers as Record<string, string> };
		const {
			statusCode,
			headers: sent,
			body: text,
		} = await bench.request(given).catch(() => ({ statusCode: 502, headers: {}, body: '' }));
		bench.statuses.push(statusCode);
		outgoing.writeHead(statusCode, sent).end(text);
	});

	const bench: ReceiveBench = {
		emulator,
		table,
		clock,
		url: `${server.url}/`,
		urls: emulator,
		settings: { webhooks: [TRANSFERS], targets: [HOOK] },
		bodies: [],
		statuses: [],
		measured: {},
		logged: [],
		parts: {},
		newProcess(at) {
			handler = undefined;
			death = at;
		},
		invoke: async (event) =>
			await (handler ??= process())(event, { getRemainingTimeInMillis: () => 300_000 }),
		async request(given) {
			const headers = { 'content-type': 'application/json', ...given.headers };
			const event = apiEvent({ method: 'POST', path: '/', body: '', ...given, headers });
			return (await bench.invoke(event)) as HttpAnswer;
		},
		check: async () => (await bench.invoke({ action: 'check', url: bench.url })) as CheckReport,
		async outbox() {
			const items = await table.items();
			const queued = table
				.lanes(clock)
				.main.bodies()
				.map((body) => {
					const { target, id } = JSON.parse(body) as { target: string; id: string };
					return { pk: `delivery#${target}`, sk: id };
				});
			const distinct = new Map([...items, ...queued].map((one) => [`${one.pk} ${one.sk}`, one]));
			return deliveriesIn([...distinct.values()], items).map((one) => {
				return { ...one, eventId: one.event.id };
			});
		},
		active: () =>
			emulator.control
				.webhooks()
				.filter(({ url, status }) => status === 'active' && String(url).startsWith(bench.url)),
		async close() {
			await server.close();
			await Promise.all([beside ? undefined : emulator.close(), table.close()]);
		},
	};
	return bench;
}
