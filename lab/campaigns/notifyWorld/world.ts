import type { ChannelRequest } from '../../../core/channels/channel';
import type { HttpRequest, Transport } from '../../../core/protocol/ports';
import { createNotify } from '../../../lambdas/notify/create';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { type TableRetryOptions, retryingTableClient } from '../../../lambdas/notify/patience';
import type { RunReport } from '../../../lambdas/notify/run';
import type { Send } from '../../../lambdas/notify/send';
import type { Lane } from '../../../lambdas/notify/sendQueue';
import { inParallel } from '../../../lambdas/shared/parallel';
import { sqsQueue } from '../../../lambdas/notify/sqsQueue';
import { nothingKnown } from '../../../lambdas/subscriptions/recipients';
import { createSender } from '../../../lambdas/sender/create';
import { BATCH_SIZES, type Polled, drainQueues, pollQueue } from '../../kit/lambda/eventSource';
import {
	type MemoryQueue,
	type MemoryQueueOptions,
	memoryQueue,
} from '../../kit/lambda/memoryQueue';
import { quietTelemetry } from '../../kit/lambda/quietTelemetry';
import { type VirtualClock, virtualClock } from '../../../core/testing/virtualClock';
import { SUBSCRIBING_VARIABLES, makeSubscribing, urlOf } from './subscribing';
import { type TableOptions, memoryTable } from './table';
import { MINUTE_MS } from '../../../core/formats/timeUnits';

/** notify over services, targets and a table in memory, in virtual time. */

export const NOON = 1_794_052_800_000;
const SECONDS = 60;
const SUBSCRIBED_AT_ONCE = 100;

/** Answer of a target: its delay (ms) and status. */
export type Answer = { ms: number; status?: number };
export interface WorldOptions {
	sources?: object[];
	targets: object[];
	/** True: there are subscriptions, too. */
	subscribing?: boolean;
	/** Default: 200 after 50 ms. */
	answer?: (target: string) => Answer;
	table?: Omit<TableOptions, 'clock'>;
	maxEvents?: number;
	/** Maximum concurrency of the senders of one queue. Default 10. */
	concurrency?: number;
	queue?: Partial<MemoryQueueOptions>;
}

export interface Arrival {
	target: string;
	/** The event's id. */
	id: string;
	messageId: string;
	begunAt: number;
	endedAt: number;
	accepted: boolean;
}

/** Outcome of an invocation. */
export interface Outcome {
	report?: RunReport;
	error?: Error;
	/** True where Lambda ended it at its timeout. */
	killed: boolean;
}

export const staking = { name: 'staking', event: 'stakingTransaction' };

/** Settings of a target whose name is its address. */
export function targetNamed(name: string, more: object = {}) {
	return { name, url: urlOf(name), unsigned: true, ...more };
}

type Transaction = Record<string, unknown> & { txHash: string; blockTimestamp: number };

/** Lists staking transactions as the data service does. */
function listStaking(url: URL, transactions: readonly Transaction[]): object {
	const {
		pageSize = '10',
		pageToken = '0',
		sortOrder = 'desc',
		startTimestamp = '0',
	} = Object.fromEntries(url.searchParams) as Record<string, string | undefined>;
	const all = transactions.filter(({ blockTimestamp }) => blockTimestamp > Number(startTimestamp));
	if (sortOrder === 'desc') all.reverse();
	const end = Number(pageToken) + Number(pageSize);
	const page = all.slice(Number(pageToken), end);
	return { transactions: page, ...(end < all.length && { nextPageToken: String(end) }) };
}

export function makeWorld(options: WorldOptions) {
	const clock: VirtualClock = virtualClock(NOON);
	const table = memoryTable({ clock, ...options.table });
	const service = {
		transactions: [] as Transaction[],
		validators: [] as object[],
		validatorReads: 0,
	};
	const arrivals: Arrival[] = [];
	const settings = { sources: options.sources ?? [staking], targets: options.targets };
	const state = {
		settings,
		answer: options.answer ?? ((): Answer => ({ ms: 50 })),
		/**
		 * The death of a process at its next call of a table, a queue, a service or a target, with the
		 * name of a command; undefined: none.
		 */
		crash: undefined as ((command: string) => 'before' | 'after' | undefined) | undefined,
	};
	let made = 0;
	const lanes: Record<Lane, MemoryQueue> = {
		main: memoryQueue({ clock, name: 'deliveries', ...options.queue }),
		slow: memoryQueue({ clock, name: 'slow-deliveries', ...options.queue }),
	};
	const { concurrency = 10 } = options;
	/** Invocations that have ended, and their time (ms). */
	const lambda = { invocations: 0, ms: 0 };
	async function billed<T>(work: Promise<T>): Promise<T> {
		const begun = clock.now();
		try {
			return await work;
		} finally {
			lambda.invocations++;
			lambda.ms += clock.now() - begun;
		}
	}

	function respond({ url, body }: HttpRequest): object {
		const address = new URL(url);
		if (address.hostname.startsWith('data')) return listStaking(address, service.transactions);
		service.validatorReads++;
		const { id } = JSON.parse(body ?? '{}') as { id: unknown };
		return { jsonrpc: '2.0', id, result: { validators: service.validators } };
	}

	const transport: Transport = async (request) => {
		await clock.sleep(100);
		const text = JSON.stringify(respond(request));
		return { status: 200, headers: { 'content-type': 'application/json' }, text };
	};

	const send: Send = async ({ timeoutSeconds }, request) => {
		const { url, headers, body } = request as ChannelRequest;
		const { id, data } = JSON.parse(body) as { id: string; data?: { challenge?: string } };
		if (data?.challenge !== undefined) return { status: 200, body: data.challenge };
		const [target] = new URL(url).hostname.split('.');
		const begunAt = clock.now();
		const { ms, status = 200 } = state.answer(target);
		const silent = ms > timeoutSeconds * 1000;
		await clock.sleep(silent ? timeoutSeconds * 1000 : ms);
		const accepted = !silent && status < 300;
		const messageId = headers['webhook-id'];
		arrivals.push({ target, id, messageId, begunAt, endedAt: clock.now(), accepted });
		return silent ? { error: 'no answer', silent } : { status };
	};

	const subscribing = makeSubscribing({ clock, send, table: options.table });

	/** Environment variables and ports of a function, which have no effect any more when it has died. */
	function environmentOf(isAlive: () => boolean, die: () => void) {
		const whileAlive =
			<Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
			async (...given: Given): Promise<T> => {
				const never = () => new Promise<never>(() => undefined);
				if (!isAlive()) return await never();
				const crash = state.crash?.((given[0] as object).constructor.name);
				if (crash === 'before') {
					die();
					return await never();
				}
				try {
					return await work(...given);
				} finally {
					if (crash === 'after') die();
					if (!isAlive()) await never();
				}
			};
		const client = { send: whileAlive(table.send) };
		const subscriptions = { send: whileAlive(subscribing.table.send) };
		const known = nothingKnown();
		return {
			environment: {
				AVALANCHE_DATA_URL: 'https://data.example.org',
				AVALANCHE_NODE_URL: 'https://node.example.org',
				AVALANCHE_WITHOUT_API_KEY: 'true',
				NOTIFY_SETTINGS_SECRET: 'notify',
				NOTIFY_TABLE: 'notify',
				...(options.subscribing && SUBSCRIBING_VARIABLES),
				NOTIFY_QUEUE_URL: lanes.main.url,
				NOTIFY_SLOW_QUEUE_URL: lanes.slow.url,
				SENDER_CONCURRENCY: String(concurrency),
			},
			readSecret: async () => JSON.stringify(state.settings),
			store: async (name: string, patience: TableRetryOptions) =>
				dynamoStore(retryingTableClient(client, patience) as never, name),
			queue: async (urls: Record<Lane, string>, patience: TableRetryOptions) =>
				sqsQueue(urls, patience, {
					send: whileAlive(async (command: { input: { QueueUrl: string } }) => {
						const lane = command.input.QueueUrl === urls.slow ? lanes.slow : lanes.main;
						return await lane.send(command);
					}),
				} as never),
			transport: whileAlive(transport),
			send: whileAlive(send),
			clock,
			subscribers: async (_: object, { patience }: { patience: TableRetryOptions }) =>
				options.subscribing ? subscribing.open(subscriptions, patience, known) : undefined,
			maxEvents: options.maxEvents,
			telemetry: quietTelemetry,
		};
	}

	/** An execution environment of notify, whose invocations Lambda ends at their timeout. */
	function notifyEnvironment(): (event: unknown, seconds: number) => Promise<Outcome> {
		let alive = true;
		const death = Promise.withResolvers<Outcome>();
		const die = () => {
			alive = false;
			death.resolve({ killed: true });
		};
		const handler = createNotify(environmentOf(() => alive, die));
		return async (event, seconds) => {
			const ends = clock.now() + seconds * 1000;
			let ended = false;
			void clock.sleep(seconds * 1000).then(() => {
				if (!ended) die();
			});
			const outcome = handler(event, { getRemainingTimeInMillis: () => ends - clock.now() }).then(
				(report) => ({ report: report as RunReport, killed: false }),
				(error: Error) => ({ error, killed: false }),
			);
			return await Promise.race([death.promise, outcome]).finally(() => (ended = true));
		};
	}

	const idleNotify: Array<ReturnType<typeof notifyEnvironment>> = [];
	/** One invocation of notify; an environment whose process has died is not used again. */
	async function invoked(event: unknown, seconds: number): Promise<Outcome> {
		const notify = idleNotify.pop() ?? notifyEnvironment();
		const outcome = await notify(event, seconds);
		if (!outcome.killed) idleNotify.push(notify);
		return outcome;
	}

	const invoke = async (event: unknown = {}, seconds = SECONDS) =>
		await clock.run(() => billed(invoked(event, seconds)));
	/** Invocations at the same time. */
	const invokeMany = async (events: readonly unknown[], seconds = SECONDS) =>
		await clock.run(() => Promise.all(events.map((event) => invoked(event, seconds))));

	/** An execution environment of sender; an invocation in which its process dies is an error. */
	function senderEnvironment(): (event: object) => Promise<unknown> {
		let alive = true;
		const death = Promise.withResolvers<never>();
		death.promise.catch(() => undefined);
		const handler = createSender(
			environmentOf(
				() => alive,
				() => {
					alive = false;
					death.reject(new Error('the process has died'));
				},
			),
		);
		return async (event) => {
			const ends = clock.now() + SECONDS * 1000;
			const getRemainingTimeInMillis = () => ends - clock.now();
			return await Promise.race([
				death.promise,
				handler(event as never, { getRemainingTimeInMillis }),
			]);
		};
	}

	const idle: Array<ReturnType<typeof senderEnvironment>> = [];
	/** One invocation of sender; an environment in which it fails is not used again. */
	async function inSender(event: object): Promise<unknown> {
		const sender = idle.pop() ?? senderEnvironment();
		const answer = await billed(sender(event));
		idle.push(sender);
		return answer;
	}

	/** A run of notify, and then the senders until the queues show nothing more. */
	async function pass(seconds = SECONDS): Promise<Outcome> {
		return await clock.run(async () => {
			const outcome = await billed(invoked({}, seconds));
			const polled = [lanes.main.polled, lanes.slow.polled];
			await drainQueues(polled, inSender, concurrency);
			return outcome;
		});
	}

	/**
	 * The event source mappings of both queues, until a time, and the schedule of notify: one run a
	 * minute.
	 */
	async function deliverUntil(end: number, ended: () => boolean = () => false): Promise<Polled[]> {
		const left = () => (ended() ? 0 : end - clock.now());
		const schedule = async () => {
			while (left() > 0) {
				await billed(invoked({}, SECONDS));
				await clock.sleep(Math.max(0, Math.min(left(), MINUTE_MS - (clock.now() % MINUTE_MS))));
			}
		};
		const mapping = async ({ polled }: MemoryQueue, batchSize: number) =>
			await pollQueue({ queue: polled, concurrency, batchSize, left, invoke: inSender });
		return await clock.run(async () => {
			const [main, slow] = await Promise.all([
				mapping(lanes.main, BATCH_SIZES[0]),
				mapping(lanes.slow, BATCH_SIZES[1]),
				schedule(),
			]);
			return [main, slow];
		});
	}

	/** Makes subscriptions to all events; their ids by names. */
	async function subscribeAll(receivers: readonly string[]): Promise<Map<string, string>> {
		const ids = new Map<string, string>();
		await clock.run(() =>
			inParallel(receivers, SUBSCRIBED_AT_ONCE, async (name) => {
				ids.set(name, await subscribing.subscribe(name, { events: ['staking.transaction'] }));
			}),
		);
		return ids;
	}

	/** New transactions at the present moment. Returns the ids of their events. */
	function add(count: number, more: (index: number) => object = () => ({})): string[] {
		return Array.from({ length: count }, (_, index) => {
			const txHash = `tx${String(made++).padStart(12, '0')}`;
			const blockTimestamp = Math.floor(clock.time / 1000);
			const txType = 'AddPermissionlessDelegatorTx';
			service.transactions.push({ txHash, txType, blockTimestamp, ...more(index) });
			return `staking.transaction:${txHash}`;
		});
	}
	add(1);

	return {
		...{ clock, table, service, state, arrivals, lanes, subscribing },
		...{ invoke, invokeMany, pass, deliverUntil, add, lambda, subscribeAll },
	};
}
export type World = ReturnType<typeof makeWorld>;
