import { createClient } from '../../core';
import { signatureOf } from '../../emulator/rooms/webhook/signature';
import { webhookMessageId } from '../../lambdas/notify/batchEvents';
import { eventLoaders } from '../../core';
import {
	HOOK,
	MINE,
	type ReceiveBench,
	TRANSFERS,
	startReceiveBench,
} from '../../lab/kit/lambda/receiveKit';

/** docs/lambdas.md, receive: what is pushed, what is found by checks, and that nothing comes twice. */

let bench: ReceiveBench;
beforeEach(async () => {
	bench = await startReceiveBench();
});
afterEach(async () => await bench.close());

const AMOUNT = 250_000_000n;

async function pay(...values: bigint[]): Promise<string[]> {
	const transfers = values.map((value) => ({ to: MINE, value }));
	const hashes = bench.emulator.control.addTransfers({ transfers });
	await bench.emulator.webhooksSettled();
	return hashes;
}

const hashes = async () =>
	(await bench.outbox()).map(({ event }) => {
		return (event as { data: { txHash: string } }).data.txHash;
	});

/** The event ids that polls give for all transfers since the start. */
async function polledIds(): Promise<string[]> {
	const { dataUrl, metricsUrl, nodeUrl, world } = bench.emulator;
	const client = createClient({ dataUrl, metricsUrl, nodeUrl, retry: { retries: 0 } });
	const limits = { deadline: Infinity, maxEvents: 500, maxPages: 100 };
	const { source } = await eventLoaders.transfer();
	const startFrom = world.clock.seconds() - 60;
	const settings = { addresses: [MINE], chainId: '43114', readFrom: 'data', startFrom } as never;
	const { events } = await source.poll(settings, undefined, {
		client,
		clock: bench.clock,
		...limits,
	});
	return events.map(({ id }) => id);
}

test('the first check registers the webhooks, and a message becomes a delivery with the id of a poll', async () => {
	expect(await bench.check()).toMatchObject({
		webhooks: [{ name: 'payments', repairs: [{ what: 'created' }], events: 0 }],
	});
	expect(bench.active()).toMatchObject([
		{ url: `${bench.url}payments`, metadata: { addresses: [MINE] } },
	]);
	const [txHash] = await pay(AMOUNT);
	expect(bench.statuses).toEqual([200]);
	const [delivery, ...others] = await bench.outbox();
	expect(others).toEqual([]);
	expect(delivery).toMatchObject({
		target: 'hook',
		event: { type: 'token.transfer', data: { txHash, amount: '250000000' } },
	});
	const polled = await polledIds();
	expect(polled).toEqual([delivery.eventId]);
	expect(delivery.id).toBe(webhookMessageId('payments', polled[0]));
	await bench.check();
	expect(await bench.outbox()).toHaveLength(1);
	expect(bench.active()).toHaveLength(1);
});

test('a lost message is found by the next check, and adds nothing when it comes after all', async () => {
	await bench.check();
	bench.emulator.control.setWebhooks({ hold: true });
	const [lost] = await pay(AMOUNT);
	expect(await bench.outbox()).toEqual([]);
	expect(await bench.check()).toMatchObject({ webhooks: [{ events: 1, repairs: [] }] });
	expect(await hashes()).toEqual([lost]);
	bench.emulator.control.releaseWebhooks({});
	await bench.emulator.webhooksSettled();
	expect(bench.statuses).toEqual([200]);
	expect(await bench.outbox()).toHaveLength(1);
});

test('repeated and reordered messages are taken once', async () => {
	await bench.check();
	const { control } = bench.emulator;
	control.setWebhooks({ hold: true, repeat: 3 });
	const sent = await pay(AMOUNT, AMOUNT + 1n, AMOUNT + 2n);
	control.releaseWebhooks({ order: 'reversed' });
	await bench.emulator.webhooksSettled();
	expect(bench.statuses).toEqual([200, 200, 200, 200, 200, 200]);
	expect((await hashes()).sort()).toEqual([...sent].sort());
	expect(bench.measured.RepeatedMessages).toBeGreaterThan(0);
});

test('the same event in another message is the same delivery', async () => {
	await bench.check();
	await pay(AMOUNT);
	const [{ id }] = bench.active();
	const { event } = JSON.parse(bench.bodies[0]) as { event: object };
	expect(await bench.emulator.control.sendWebhook({ webhookId: String(id), event })).toBe(200);
	expect(await bench.outbox()).toHaveLength(1);
});

test('an inactive webhook is reactivated, its gap is filled, and both are told', async () => {
	bench.settings = { webhooks: [{ ...TRANSFERS, reportRepairs: true }], targets: [HOOK] };
	await bench.check();
	expect(bench.measured.InactiveWebhooks).toBe(0);
	const [{ id }] = bench.active();
	bench.emulator.control.deactivateWebhook({ id: String(id) });
	const [missed] = await pay(AMOUNT);
	expect(await bench.check()).toMatchObject({
		webhooks: [{ repairs: [{ id, what: 'reactivated' }], events: 1 }],
	});
	expect(bench.measured.InactiveWebhooks).toBe(1);
	const events = (await bench.outbox()).map(({ event }) => event);
	expect(events).toContainEqual(expect.objectContaining({ type: 'webhook.repaired' }));
	expect(await hashes()).toContain(missed);
	const [next] = await pay(AMOUNT);
	expect(await hashes()).toContain(next);
});

test('another URL that takes over, a lost table and changed addresses make no twin', async () => {
	await bench.check();
	const [{ id }] = bench.active();
	const other = `${bench.url}new/`;
	const settings = { webhooks: [{ ...TRANSFERS, takeOver: true }], targets: [HOOK] };
	bench.settings = settings;
	for (const url of [other, bench.url]) {
		expect(await bench.invoke({ action: 'check', url })).toMatchObject({
			webhooks: [{ repairs: [{ id, what: 'taken over' }] }],
		});
		expect(bench.active()).toMatchObject([{ id, url: `${url}payments` }]);
	}
	bench.newProcess();
	await bench.table.remove({ pk: 'webhooks', sk: 'state' });
	const wallet = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
	bench.settings = {
		webhooks: [{ ...TRANSFERS, addresses: [MINE, wallet] }],
		targets: [HOOK],
	};
	await bench.check();
	expect(bench.active()).toMatchObject([{ id, metadata: { addresses: [MINE, wallet] } }]);
});

test('a name that the settings lose has its webhooks removed', async () => {
	await bench.check();
	bench.settings = { webhooks: [{ ...TRANSFERS, name: 'others' }], targets: [HOOK] };
	const { webhooks } = await bench.check();
	expect(webhooks.map(({ name, repairs }) => [name, repairs.map(({ what }) => what)])).toEqual([
		['payments', ['removed']],
		['others', ['created']],
	]);
	expect(bench.active()).toMatchObject([{ url: `${bench.url}others` }]);
	await pay(AMOUNT);
	expect((await bench.outbox()).map(({ id }) => id)).toEqual([
		webhookMessageId('others', (await polledIds())[0]),
	]);
	// A webhook that was removed is taken again, which is not a repair.
	bench.settings = { webhooks: [TRANSFERS], targets: [HOOK] };
	await bench.check();
	expect(bench.active()).toMatchObject([{ url: `${bench.url}payments` }]);
	expect(bench.measured.InactiveWebhooks).toBe(0);
});

test('events without a list are taken by their messages, each once', async () => {
	const { control, world } = bench.emulator;
	const network = world.network('mainnet');
	const l1 = network.subnets.find(({ kind }) => kind === 'l1')!;
	const { validationId } = network.l1.of(l1.id).find(({ balance }) => balance > 10n)!;
	const entry = { name: 'l1', event: 'l1Validator', network: 'mainnet', subnetId: l1.id };
	bench.settings = {
		webhooks: [entry],
		targets: [{ ...HOOK, types: ['l1.validator'] }],
	};
	await bench.check();
	control.setWebhooks({ repeat: 2 });
	control.setL1Balance({ validationId, balance: 10n ** 18n });
	control.setL1Balance({ validationId, balance: 0n });
	await bench.emulator.webhooksSettled();
	const events = (await bench.outbox()).map(({ event }) => event as { data: { change: string } });
	expect(events.map(({ data }) => data.change).sort()).toEqual([
		'l1_validator_balance_increased',
		'l1_validator_disabled',
	]);
	await bench.check();
	expect(await bench.outbox()).toHaveLength(2);
});

describe('a record that the service does not have yet', () => {
	async function delegated() {
		const { control, world } = bench.emulator;
		const { nodeId } = world.node.primary.current()[3];
		const entry = { name: 'stakes', event: 'delegation', network: 'mainnet', nodeIds: nodeId };
		bench.settings = { webhooks: [entry], targets: [HOOK] };
		await bench.check();
		// Attempt 2 comes after 10 ms.
		control.setWebhooks({ timeScale: 1_000 });
		const path = '/v1/networks/mainnet/blockchains/p-chain/transactions/';
		const now = world.clock.seconds();
		return {
			fail: (times: number) =>
				control.addFaults({ faults: [{ kind: 'status', status: 404, path, times } as never] }),
			stake: async () => {
				const txType = 'AddPermissionlessDelegatorTx';
				const times = { timestamp: now, startTimestamp: now, endTimestamp: 1_800_000_000 };
				const stake = { txType, nodeId, amount: 10n ** 11n, ...times };
				const [txHash] = control.addTransactions({ transactions: [stake] });
				await bench.emulator.webhooksSettled();
				return txHash;
			},
		};
	}

	test('is waited for, once by the service itself', async () => {
		const { fail, stake } = await delegated();
		fail(3);
		const txHash = await stake();
		expect(bench.statuses).toEqual([503, 200]);
		expect(await hashes()).toEqual([txHash]);
		expect(bench.measured.PutOffMessages).toBe(1);
	});

	test('is left to the next check after that', async () => {
		const { fail, stake } = await delegated();
		fail(6);
		const txHash = await stake();
		expect(bench.statuses).toEqual([503, 200]);
		expect(await bench.outbox()).toEqual([]);
		expect(bench.measured.LeftMessages).toBe(1);
		expect(bench.emulator.control.webhooks().every(({ queued }) => !queued)).toBe(true);
		await bench.check();
		expect(await hashes()).toEqual([txHash]);
	});
});

describe('refused', () => {
	const event = { transaction: { txHash: `0x${'ab'.repeat(32)}` } };
	const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	test.each([
		['without a signature', { event, signature: null }, 401],
		['with another signature', { event, signature: `${'A'.repeat(43)}=` }, 401],
		['with another body', { event, body: '{"a":1}' }, 401],
		['that are no JSON', { event, body: '{' }, 401],
		['that are too large', { event, body: `"${'a'.repeat(4 * 1024 * 1024)}"` }, 413],
		['that nest too deeply', { event, body: nested }, 401],
	])('messages %s', async (_, message, status) => {
		await bench.check();
		const before = (await bench.table.items()).length;
		const [{ url, id }] = bench.active();
		const given = { webhookId: String(id), url: String(url), ...message };
		expect(await bench.emulator.control.sendWebhook(given)).toBe(status);
		expect(await bench.table.items()).toHaveLength(before);
		expect(await bench.outbox()).toEqual([]);
	});

	test('forged messages read the secret once, and no secret is in the log', async () => {
		await bench.check();
		await pay(AMOUNT);
		const { control } = bench.emulator;
		const reads = () =>
			control.requests().filter(({ path }) => path.endsWith(':getSharedSecret')).length;
		const before = reads();
		for (let i = 0; i < 10; i++)
			await bench.request({ body: '{}', headers: { 'x-signature': 'x' } });
		expect(reads() - before).toBe(0);
		expect(bench.measured.SignatureFailures).toBe(10);
		const secret = await secretOf();
		expect(JSON.stringify(bench.logged)).not.toContain(secret);
		expect(bench.logged.filter(([line]) => line === 'A message was answered')).toHaveLength(11);
	});

	test('another method', async () => {
		expect(await bench.request({ method: 'GET' })).toMatchObject({ statusCode: 405 });
	});
});

const secretOf = async () => {
	const response = await fetch(`${bench.emulator.dataUrl}/v1/webhooks:getSharedSecret`);
	return ((await response.json()) as { secret: string }).secret;
};

/** A request with a message, signed with the account's secret. */
async function signedRequest(message: object, isBinary = false) {
	const body = JSON.stringify(message);
	const headers = { 'X-Signature': signatureOf(message, await secretOf()) };
	return { headers, body: isBinary ? Buffer.from(body) : body };
}

const strange = { eventType: 'address_activity', messageId: 'm', event: {} };

test('signed messages that say nothing here are answered, and change nothing', async () => {
	await bench.check();
	const [{ id }] = bench.active();
	const sent = async (message: object) =>
		(await bench.request(await signedRequest(message))).statusCode;
	// Of a webhook that is just being registered, or of another receiver.
	expect(await sent({ ...strange, webhookId: 'other' })).toBe(503);
	expect(await sent({ ...strange, webhookId: id })).toBe(200);
	expect(await sent({ webhookId: id })).toBe(200);
	expect(bench.measured).toMatchObject({ UnknownWebhooks: 1, UnreadableMessages: 1 });
	expect(await bench.outbox()).toEqual([]);
});

test('a message that somebody kept for weeks makes no delivery', async () => {
	await bench.check();
	await pay(AMOUNT);
	const [{ id }] = bench.active();
	const { event } = JSON.parse(bench.bodies[0]) as { event: object };
	await bench.table.clear();
	await bench.check();
	bench.emulator.control.moveClock({ ms: 15 * 24 * 60 * 60_000 });
	const message = { webhookId: id, messageId: 'kept', eventType: 'address_activity', event };
	expect((await bench.request(await signedRequest(message))).statusCode).toBe(200);
	expect(bench.measured.OldMessages).toBe(1);
	expect(await bench.outbox()).toEqual([]);
});

test('API Gateway and a load balancer hand over the same request', async () => {
	await bench.check();
	const [{ id }] = bench.active();
	const { headers, body } = await signedRequest({ ...strange, webhookId: id }, true);
	const common = { body: (body as Buffer).toString('base64'), isBase64Encoded: true };
	const gateway = { httpMethod: 'POST', requestContext: {}, headers, ...common };
	expect(await bench.invoke(gateway)).toMatchObject({ statusCode: 200 });
	const multiValueHeaders = { 'X-Signature': [headers['X-Signature']] };
	const balancer = {
		httpMethod: 'POST',
		requestContext: { elb: {} },
		multiValueHeaders,
		...common,
	};
	expect(await bench.invoke(balancer)).toMatchObject({
		statusCode: 200,
		multiValueHeaders: { 'content-type': ['application/json'] },
	});
	const twice = { 'X-Signature': [headers['X-Signature'], 'x'] };
	expect(await bench.invoke({ ...balancer, multiValueHeaders: twice })).toMatchObject({
		statusCode: 401,
	});
});
