import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../system/localServer';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createNotify } from '../../../lambdas/notify/create';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { type TableRetryOptions, retryingTableClient } from '../../../lambdas/notify/patience';
import type { RunReport } from '../../../lambdas/notify/run';
import { type Send, sendMessage } from '../../../lambdas/notify/send';
import type { OpenSubscribers } from '../../../lambdas/subscriptions/openSubscribers';
import type { Clock, Transport } from '../../../core/protocol/ports';
import { type Death, Died, mortality } from '../../../core/testing/deaths';
import { createSender } from '../../../lambdas/sender/create';
import type { TargetFailures } from '../../../lambdas/notify/tally';
import type { Lane } from '../../../lambdas/notify/sendQueue';
import { sqsQueue } from '../../../lambdas/notify/sqsQueue';
import type { Telemetry } from '../../../lambdas/shared/telemetry';
import { drainQueues } from './eventSource';
import type { DeliveryQueues } from './localQueues';
import { type MemoryQueue, memoryQueue } from './memoryQueue';
import { dynamoBackend, freshTable } from './backends';
import { quietTelemetry } from './quietTelemetry';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOON = 1_794_052_800_000;
export const TABLE = 'notify';

/** DynamoDB with an empty table as the stack makes it. */
export async function startTable() {
	const { url: endpoint, close } = await dynamoBackend();
	const text = { AttributeName: 'queue', AttributeType: 'S' } as const;
	const { client, destroy } = await freshTable(endpoint, TABLE, {
		attributes: [text, { AttributeName: 'dueAt', AttributeType: 'N' }],
		indexes: [
			{
				IndexName: 'queue',
				KeySchema: [
					{ AttributeName: 'queue', KeyType: 'HASH' },
					{ AttributeName: 'dueAt', KeyType: 'RANGE' },
				],
				Projection: { ProjectionType: 'ALL' },
			},
		],
	});
	// The clock is that of the last one who asks.
	const time = { now: () => 0, sleep: async () => undefined, random: () => 0.5 } as Clock;
	const lane = (name: string) => memoryQueue({ clock: time, name, latencyMs: 0 });
	const newQueues = () => ({ main: lane('deliveries'), slow: lane('slow-deliveries') });
	let queues = newQueues();
	return {
		/** The queues of deliveries, in memory. */
		lanes(clock: Clock): Record<Lane, MemoryQueue> {
			Object.assign(time, { now: clock.now, sleep: clock.sleep });
			return queues;
		},
		/** For AWS_ENDPOINT_URL_DYNAMODB. */
		url: endpoint,
		client,
		async items(): Promise<Array<Record<string, unknown>>> {
			const items: Array<Record<string, unknown>> = [];
			let ExclusiveStartKey: Record<string, unknown> | undefined;
			do {
				const page = await client.send(new ScanCommand({ TableName: TABLE, ExclusiveStartKey }));
				items.push(...(page.Items ?? []));
				ExclusiveStartKey = page.LastEvaluatedKey;
			} while (ExclusiveStartKey);
			return items;
		},
		async put(Item: Record<string, unknown>) {
			await client.send(new PutCommand({ TableName: TABLE, Item }));
		},
		async remove(Key: Record<string, unknown>) {
			await client.send(new DeleteCommand({ TableName: TABLE, Key }));
		},
		async clear() {
			queues = newQueues();
			for (const { pk, sk } of await this.items()) await this.remove({ pk, sk });
		},
		async close() {
			destroy();
			await close();
		},
	};
}
export type Table = Awaited<ReturnType<typeof startTable>>;

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	status: number;
}

/** A target that records requests and gives the answers that a test sets. */
export async function startTarget() {
	const received: Received[] = [];
	const target = {
		url: '',
		received,
		/** The status of a request, by its order; with headers where it is a pair. */
		answer: (() => 200) as (
			count: number,
			path: string,
		) => number | [number, Record<string, string>],
		accepted: () => received.filter(({ status }) => status < 300),
		close: async () => await server.close(),
	};
	const server = await startLocalServer((request, response, read) => {
		const body = String(read);
		const path = request.url ?? '';
		const answer = target.answer(received.length, path);
		const [status, headers] = Array.isArray(answer) ? answer : [answer, {}];
		received.push({ path, headers: request.headers, body, status });
		response.writeHead(status, headers).end('ok');
	});
	target.url = server.url;
	return target;
}
export type TestTarget = Awaited<ReturnType<typeof startTarget>>;

/** A clock that tests move. */
export function testClock(): Clock & { time: number } {
	const clock = {
		time: NOON,
		now: () => clock.time,
		sleep: async (ms: number) => void (clock.time += ms),
		random: () => 0.5,
	};
	return clock;
}

const isWrite = (command: unknown) =>
	/^(Put|Update|Delete|BatchWrite|SendMessage)/.test((command as object).constructor.name);

/** The clients of a table and of queues whose process dies at one of its writes, and the sender that dies with it. */
export function crashing(table: Table, death: Death | undefined, send: Send = sendMessage) {
	const { made, alive, mortal } = mortality(death, isWrite);
	const dying = (to: { send(command: never): Promise<unknown> }) => ({
		send: mortal(async (command: object) => await to.send(command as never)),
	});
	const sender: Send = async (...request) => {
		alive();
		return await send(...request);
	};
	/** The queues of the table, as functions open them. */
	const queue =
		(clock: Clock) => async (urls: Record<Lane, string>, patience: TableRetryOptions) => {
			const lanes = table.lanes(clock);
			const sqs = dying({
				send: async (command: { input: { QueueUrl: string } }) =>
					await lanes[command.input.QueueUrl === urls.slow ? 'slow' : 'main'].send(
						command as never,
					),
			});
			return sqsQueue(urls, patience, sqs as never);
		};
	return {
		made,
		alive,
		dying,
		client: dying(table.client) as never as Table['client'],
		send: sender,
		queue,
	};
}

/** Variables of the queues of a table. */
export function queueEnvironment(table: Table, clock: Clock) {
	const { main, slow } = table.lanes(clock);
	return { NOTIFY_QUEUE_URL: main.url, NOTIFY_SLOW_QUEUE_URL: slow.url };
}

export interface Setup {
	table: Table;
	settings: object;
	urls: { dataUrl: string; nodeUrl: string };
	clock: Clock;
	maxEvents?: number;
	send?: Send;
	/** Sends the requests to the services. */
	transport?: Transport;
	/** The subscriptions, beside the targets of the settings. */
	subscribers?: OpenSubscribers;
	/** The subscriptions, over a client of their table that may crash. */
	subscribersBy?: (dying: ReturnType<typeof crashing>['dying']) => OpenSubscribers;
	/** Queues of a server; by default those of the table. */
	queues?: Pick<DeliveryQueues, 'environment' | 'open' | 'drain'>;
	seconds?: number;
	/** Called with what a function measures. */
	onMeasure?: (service: 'notify' | 'sender', name: string, value: number) => void;
}

/** The report of a run, and what the senders did with its deliveries. */
export interface Delivered extends RunReport {
	/** Attempts that were accepted, and that failed. */
	delivered: number;
	failed: number;
}

/**
 * One invocation, in an execution environment of its own, and then invocations of sender in another one until its
 * queues show nothing more. Metrics are added to `measured`.
 */
export async function invoke(
	setup: Setup,
	event: unknown = {},
	death?: Death,
	measured: Record<string, number> = {},
) {
	const { table, settings, urls, clock, maxEvents, seconds = 600 } = setup;
	const { client, send, made, alive, queue, dying } = crashing(table, death, setup.send);
	const subscribers = setup.subscribersBy?.(dying) ?? setup.subscribers;
	const logged: unknown[][] = [];
	const log = (...line: unknown[]) => void logged.push(line);
	const counted = { delivered: 0, failed: 0, dead: 0 };
	const NAMES = { Deliveries: 'delivered', FailedDeliveries: 'failed' } as const;
	const telemetryOf = (service: 'notify' | 'sender'): Telemetry => ({
		...quietTelemetry,
		logger: { debug: log, info: log, warn: log, error: log },
		measure(name, value = 1) {
			setup.onMeasure?.(service, name, value);
			measured[name] = (measured[name] ?? 0) + value;
			if (name in NAMES) counted[NAMES[name as keyof typeof NAMES]] += value;
			if (name.endsWith('DeadLetters')) counted.dead += value;
		},
	});
	const parts = {
		environment: {
			AVALANCHE_DATA_URL: urls.dataUrl,
			AVALANCHE_NODE_URL: urls.nodeUrl,
			AVALANCHE_WITHOUT_API_KEY: 'true',
			NOTIFY_SETTINGS_SECRET: 'notify',
			NOTIFY_TABLE: TABLE,
			SENDER_CONCURRENCY: '1',
			...(setup.queues?.environment ?? queueEnvironment(table, clock)),
		},
		queue: setup.queues?.open ?? queue(clock),
		readSecret: async () => JSON.stringify(settings),
		store: async (name: string, patience: TableRetryOptions) =>
			dynamoStore(retryingTableClient(client, patience), name),
		...{ send, clock, subscribers, telemetry: telemetryOf('notify') },
	};
	const context = { getRemainingTimeInMillis: () => seconds * 1000 };
	let failure: { error: unknown } | undefined;
	const failed = (error: unknown) => {
		failure ??= { error };
		throw error;
	};
	const report = (await createNotify({ ...parts, transport: setup.transport, maxEvents })(
		event,
		context,
	).catch((error: Error) => {
		// A source that failed does not keep the senders from their work.
		if (error.name !== 'SourceFailed') throw error;
		failure = { error };
	})) as RunReport;
	const isRun = typeof event !== 'object' || event === null || !('action' in event);
	if (isRun) {
		const sender = createSender({ ...parts, telemetry: telemetryOf('sender') });
		const sendOn = (batch: object) => sender(batch as never, context).catch(failed);
		const { main, slow } = table.lanes(clock);
		const lanes = [main, slow].map(({ polled }) => polled);
		await (setup.queues?.drain(sendOn) ?? drainQueues(lanes, sendOn));
	}
	alive();
	if (failure) throw failure.error;
	const result: Delivered = isRun
		? { ...report, ...counted, failingTargets: failuresIn(logged) }
		: (report as Delivered);
	return { result, logged, measured, writes: made.calls };
}

/** The failing targets of log lines, those of several batches added up. */
function failuresIn(logged: readonly unknown[][]): TargetFailures[] {
	const found = new Map<string, TargetFailures>();
	for (const [, about] of logged) {
		const { target: name, ...rest } = (about ?? {}) as TargetFailures & { target?: string };
		if (name === undefined || typeof rest.dead !== 'number') continue;
		const { failed, dead } = found.get(name) ?? { failed: 0, dead: 0 };
		found.set(name, { ...rest, name, failed: failed + rest.failed, dead: dead + rest.dead });
	}
	return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One invocation that may die; says whether it did. */
export async function invokeUntil(
	setup: Setup,
	death: Death,
	event: unknown = {},
): Promise<boolean> {
	try {
		await invoke(setup, event, death);
		return false;
	} catch (error) {
		if (error instanceof Died) return true;
		throw error;
	}
}
