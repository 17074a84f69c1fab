import type { ChannelRequest } from '../../../core';
import { emulatorForTests } from '../../emulatorForTests';
import { type DeliveryQueues, startDeliveryQueues } from '../../../lab/kit/lambda/localQueues';
import {
	TABLE,
	type Setup,
	type Table,
	invoke,
	startTable,
} from '../../../lab/kit/lambda/notifyKit';
import { quietTelemetry } from '../../../lab/kit/lambda/quietTelemetry';
import { type S3, startS3 } from '../../../lab/kit/lambda/s3';
import {
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { retryingTableClient } from '../../../lambdas/notify/patience';
import { createSender } from '../../../lambdas/sender/create';
import { subscribedRecipients } from '../../../lambdas/subscriptions/recipients';
import { createSealer } from '../../../lambdas/subscriptions/sealing';

/**
 * Subscriptions behind a queue of SQS: fauxqs, or moto under `npm run opinion -- aws`. The event source mapping is
 * simulated.
 */

const emulator = emulatorForTests({ transactions: 5, validators: 12 });
let server: S3;
let queues: DeliveryQueues;
let table: Table;
let bench: SubscriptionsBench;
let token: string;
let requests: ChannelRequest[];
/** Statuses of the responses of receivers, by URL; 200 by default. */
let statuses: Record<string, number>;
let sender: ReturnType<typeof createSender>;
const settings = {
	sources: [{ name: 'staking', event: 'stakingTransaction' }],
	targets: [{ name: 'own', url: 'https://own.example.org/hook', unsigned: true }],
};

beforeEach(async () => {
	emulator.control.reset();
	server = await startS3([]);
	[queues, table, bench] = await Promise.all([
		startDeliveryQueues(server.url),
		startTable(),
		startSubscriptionsBench(),
	]);
	token = await bench.token();
	[requests, statuses] = [[], {}];
	const { clock } = bench;
	sender = createSender({
		environment: {
			...queues.environment,
			NOTIFY_TABLE: TABLE,
			NOTIFY_SETTINGS_SECRET: 'notify',
			SENDER_CONCURRENCY: '10',
		},
		readSecret: async () => JSON.stringify(settings),
		store: async (name, patience) => dynamoStore(retryingTableClient(table.client, patience), name),
		queue: queues.open,
		send,
		subscribers,
		clock,
		telemetry: quietTelemetry,
	});
	await invoke(setup());
});
afterEach(async () => {
	queues.close();
	await Promise.all([server.close(), table.close(), bench.close()]);
});

const url = (name: string) => `https://${name}.example.org/hook`;
const send: NonNullable<Setup['send']> = async (_, request) => {
	const sent = request as ChannelRequest;
	requests.push(sent);
	return { status: statuses[sent.url] ?? 200 };
};
const subscribers: Setup['subscribers'] = async (_, { clock, telemetry }) =>
	subscribedRecipients({
		reader: bench.store,
		sealer: createSealer(
			async () => bench.keys,
			() => bench.store,
		),
		...{ clock, telemetry },
	});
const setup = (): Setup => ({
	...{ table, settings, queues, send, subscribers },
	...{ clock: bench.clock, urls: emulator },
});

async function subscribe(name: string): Promise<string> {
	const body = { url: url(name), events: ['staking.transaction'] };
	const made = await bench.request({ method: 'POST', path: '/subscriptions', token, body });
	expect(made).toMatchObject({ status: 201, body: { status: 'active' } });
	return (made.body as { id: string }).id;
}

/** Adds transactions, and runs notify a minute later; the counts of its run. */
async function happen(count = 1) {
	emulator.control.addTransactions({ transactions: Array.from({ length: count }, () => ({})) });
	bench.clock.time += 60_000;
	requests = [];
	return (await invoke(setup())).result;
}
type SqsEvent = Parameters<typeof sender>[0];
const drain = async (work = sender as (event: SqsEvent) => Promise<unknown>) =>
	await queues.drain(async (event) => await work(event as SqsEvent));
const receivers = () => requests.map((one) => new URL(one.url).hostname.split('.')[0]).sort();
const read = async (path: string) => (await bench.request({ path, token })).body;

test('notify puts the deliveries into the queue, and sender sends them', async () => {
	const id = await subscribe('a');
	await subscribe('b');
	expect(await happen(5)).toMatchObject({ queued: 15, delivered: 0 });
	expect(requests).toEqual([]);
	// Two batches, then each message by itself, because nothing has answered yet. The first of each target is sent
	// there; the others move back, and are two batches again.
	expect(await drain()).toBe(2 + 15 + 2);
	expect(receivers()).toEqual(
		['a', 'b', 'own'].flatMap((name) => Array.from({ length: 5 }, () => name)),
	);
	expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
	const { deliveries } = await read(`/subscriptions/${id}/deliveries`);
	expect(deliveries).toHaveLength(5);
	// The record that the owner sees is the outcome: there is no second item.
	// No target takes leases for as many requests at once as there are senders.
	const written = (await table.items()).filter(({ pk }) => /^(delivery|lease)#/.test(String(pk)));
	expect(written.map(({ pk }) => pk)).toEqual(Array(5).fill('delivery#own'));
	expect(await drain()).toBe(0);
});

test('status 410 ends a subscription; its messages in the queue become dead letters', async () => {
	const id = await subscribe('gone');
	await subscribe('stays');
	statuses[url('gone')] = 410;
	await happen();
	await drain();
	expect(receivers()).toEqual(['gone', 'own', 'stays']);
	expect(await read(`/subscriptions/${id}`)).toMatchObject({
		status: 'ended',
		reason: 'the target returned status 410 (Gone)',
	});
	await happen();
	await drain();
	expect(receivers()).toEqual(['own', 'stays']);
	const dead = (await table.items()).filter(({ queue }) => queue === 'dead');
	expect(dead).toMatchObject([{ attempts: 1 }]);
});

test('a message whose batch died is sent again under its id', async () => {
	await subscribe('a');
	await happen();
	// The process ends before its answer: the messages stay in the queue.
	let event: SqsEvent | undefined;
	await drain(async (given) => {
		event = given;
		await sender(given);
		return {
			batchItemFailures: given.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
		};
	});
	await sender(event as SqsEvent);
	// Its target is known to be quick now, so that the message moves to the other queue.
	await drain();
	const ids = requests
		.filter((one) => one.url === url('a'))
		.map(({ headers }) => headers['webhook-id']);
	expect(ids).toHaveLength(2);
	expect(new Set(ids).size).toBe(1);
});
