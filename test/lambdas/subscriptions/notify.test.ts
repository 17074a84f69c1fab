import { startDeliveryQueues } from '../../../lab/kit/lambda/localQueues';
import { startS3 } from '../../../lab/kit/lambda/s3';
import { emulatorForTests } from '../../emulatorForTests';
import { type Setup, type Table, invoke, startTable } from '../../../lab/kit/lambda/notifyKit';
import {
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import type { ChannelRequest } from '../../../core';

/** notify sends to subscriptions as to targets of the settings. */

const emulator = emulatorForTests({ transactions: 5, validators: 12 });
let table: Table;
let bench: SubscriptionsBench;
let token: string;
let requests: ChannelRequest[];
/** Statuses of the responses of receivers, by URL; 200 by default. */
let statuses: Record<string, number>;

beforeEach(async () => {
	emulator.control.reset();
	bench = await startSubscriptionsBench();
	table = await startTable();
	token = await bench.token();
	[requests, statuses] = [[], {}];
	await run();
});
afterEach(async () => {
	await Promise.all([table.close(), bench.close()]);
});

const url = (name: string) => `https://${name}.example.org/hook`;

const subscribe = async (name: string, rest?: object) =>
	await bench.subscribe(token, url(name), rest);

async function run(measured: Record<string, number> = {}, more: Partial<Setup> = {}) {
	const setup: Setup = {
		table,
		clock: bench.clock,
		urls: emulator,
		settings: {
			sources: [{ name: 'staking', event: 'stakingTransaction' }],
			targets: [{ name: 'own', url: url('own'), unsigned: true }],
		},
		send: async (_, request) => {
			const sent = request as ChannelRequest;
			requests.push(sent);
			return { status: statuses[sent.url] ?? 200 };
		},
		subscribers: async (_, { clock, telemetry }) => bench.recipients({ clock, telemetry }),
		...more,
	};
	return await invoke(setup, {}, undefined, measured);
}

/** Adds transactions, and runs notify a minute later. */
async function happen(measured?: Record<string, number>, count = 1, more?: Partial<Setup>) {
	emulator.control.addTransactions({ transactions: Array.from({ length: count }, () => ({})) });
	bench.clock.time += 60_000;
	requests = [];
	return (await run(measured, more)).result;
}
const receivers = () => requests.map((one) => new URL(one.url).hostname.split('.')[0]).sort();
const read = async (path: string) => (await bench.request({ path, token })).body;

test('an event goes to the targets of the settings and to the subscriptions that want it', async () => {
	const id = await subscribe('all');
	await subscribe('staking', { events: ['staking.transaction'], severities: ['info'] });
	await subscribe('others', { events: ['validator.joined'] });
	await subscribe('critical', { severities: ['critical'] });
	await subscribe('elsewhere', { subjects: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'] });
	await happen();
	expect(receivers()).toEqual(['all', 'own', 'staking']);
	const { subject } = (JSON.parse(requests[0].body) as { data: { subject: string } }).data;
	await subscribe('subject', { subjects: [subject], events: ['staking.transaction'] });
	const [sent] = requests.filter((one) => one.url === url('all'));
	expect(sent.headers['webhook-signature']).toMatch(/^v1,/);
	const { deliveries } = await read(`/subscriptions/${id}/deliveries`);
	expect(deliveries).toEqual([
		{
			message: sent.headers['webhook-id'],
			type: 'staking.transaction',
			at: new Date(bench.clock.now()).toISOString(),
			attempt: 1,
			outcome: 'delivered',
			status: 200,
			ms: 0,
		},
	]);
	expect((await read('/events')).events).toEqual([
		expect.objectContaining({
			type: 'staking.transaction',
			data: expect.objectContaining({ subject }),
		}),
	]);
});

test('attempts are listed with their status, the newest first', async () => {
	const id = await subscribe('late');
	statuses[url('late')] = 503;
	await happen();
	bench.clock.time += 3_600_000;
	delete statuses[url('late')];
	await run();
	const { deliveries } = await read(`/subscriptions/${id}/deliveries`);
	expect(deliveries).toMatchObject([
		{ attempt: 2, outcome: 'delivered', status: 200 },
		{ attempt: 1, outcome: 'pending', status: 503, reason: 'status 503' },
	]);
});

test('status 410 ends a subscription: nothing is sent any more, and no alarm of notify goes off', async () => {
	const id = await subscribe('gone');
	await subscribe('stays');
	statuses[url('gone')] = 410;
	const measured = {} as Record<string, number>;
	const { disabledTargets } = await happen(measured);
	expect(receivers()).toEqual(['gone', 'own', 'stays']);
	expect(disabledTargets).toEqual([]);
	expect(measured).toMatchObject({
		EndedSubscriptions: 1,
		SubscriptionDeadLetters: 1,
		DeadLetters: 0,
		DisabledTargets: 0,
	});
	expect(await read(`/subscriptions/${id}`)).toMatchObject({
		status: 'ended',
		reason: 'the target returned status 410 (Gone)',
		endedAt: new Date(bench.clock.now()).toISOString(),
	});
	await happen();
	expect(receivers()).toEqual(['own', 'stays']);
	// Its owner starts it again.
	delete statuses[url('gone')];
	const body = { status: 'active' };
	const path = `/subscriptions/${id}`;
	await bench.request({ method: 'PATCH', path, token, body });
	expect(await read(path)).toMatchObject({ status: 'active' });
	await happen();
	expect(receivers()).toEqual(['gone', 'own', 'stays']);
});

test('a 410 of an earlier URL does not end the subscription', async () => {
	const id = await subscribe('first');
	const subscribers = bench.recipients();
	const event = { id: 'e', type: 't', timestamp: '2026-11-01T00:00:00Z', data: {} };
	const target = [...(await subscribers.find(await bench.targetsFor(event))).values()][0];
	const body = { url: url('second') };
	await bench.request({ method: 'PATCH', path: `/subscriptions/${id}`, token, body });
	await subscribers.end(target, 'the target returned status 410 (Gone)');
	expect(await read(`/subscriptions/${id}`)).toMatchObject({ status: 'active', ...body });
});

test('a subscription ends by its expiration, and when it is deleted', async () => {
	const at = new Date(bench.clock.now() + 90_000).toISOString();
	const id = await subscribe('short', { expiration: at });
	const other = await subscribe('deleted');
	await happen();
	expect(receivers()).toEqual(['deleted', 'own', 'short']);
	await bench.request({ method: 'DELETE', path: `/subscriptions/${other}`, token });
	await happen();
	expect(receivers()).toEqual(['own']);
	expect(await read(`/subscriptions/${id}`)).toMatchObject({
		status: 'ended',
		reason: 'the expiration has passed',
	});
});

test('behind queues of a server of SQS, each event is sent once', async () => {
	// fauxqs, or moto under `npm run opinion -- aws`; the event source mapping is simulated.
	const server = await startS3([]);
	const queues = await startDeliveryQueues(server.url);
	const id = await subscribe('a');
	await subscribe('b');
	expect(await happen({}, 5, { queues })).toMatchObject({ queued: 15, delivered: 15 });
	const each = ['a', 'b', 'own'].flatMap((name) => Array.from({ length: 5 }, () => name));
	expect(receivers()).toEqual(each);
	expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
	expect((await read(`/subscriptions/${id}/deliveries`)).deliveries).toHaveLength(5);
	// The record that the owner sees is the outcome: there is no second item.
	// No target takes leases for as many requests at once as there are senders.
	const written = (await table.items()).filter(({ pk }) => /^(delivery|lease)#/.test(String(pk)));
	expect(written.map(({ pk }) => pk)).toEqual(Array(5).fill('delivery#own'));
	queues.close();
	await server.close();
});
