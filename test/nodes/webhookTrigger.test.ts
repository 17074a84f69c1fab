import { EventEmitter, once } from 'node:events';
import { moveNodeClock } from '../../lab/kit/movedClock';
import { ENGINE_MODES, type PollHost } from '../../lab/kit/pollHost';
import { forTests } from '../emulatorForTests';
import { MINE, TRANSFER, startWebhookBench } from './webhookTriggerKit';

/** docs/webhooks.md: what is pushed, what is healed, and what is never delivered twice. */

/** Gives the next answer that is held back, once there is one. */
const answers = new EventEmitter();
const held = async () => (await once(answers, 'held'))[0] as () => void;
const bench = forTests(() =>
	startWebhookBench({ wait: () => new Promise((resolve) => answers.emit('held', resolve)) }),
);
afterEach(() => {
	bench.control.reset();
	bench.server.log.splice(0);
	bench.warnings();
});

const AMOUNT = 250_000_000n;
const raw = { ...TRANSFER, output: 'raw' };
/** A webhook trigger that is published. */
async function published(...given: Parameters<typeof bench.webhookTrigger>) {
	const host = bench.webhookTrigger(...given);
	await host.publish();
	return host;
}
const transfersOf = ({ emitted }: PollHost) =>
	emitted.filter(({ event }) => event === 'token.transfer');

describe.each(ENGINE_MODES)('engine mode %s', (mode) => {
	test('a transfer arrives by its message, and no check delivers it again', async () => {
		const host = await published(mode);
		expect(host.errors).toEqual([]);
		expect(bench.active()).toHaveLength(1);
		const [txHash] = await bench.pay(AMOUNT);
		expect(bench.server.log).toMatchObject([{ status: 200 }]);
		expect(host.emitted).toEqual([
			expect.objectContaining({
				event: 'token.transfer',
				txHash,
				amount: 250,
				amountExact: '250000000',
			}),
		]);
		await host.poll();
		await host.poll();
		expect(host.emitted).toHaveLength(1);
		expect(host.errors).toEqual([]);
	});

	test('a lost message is found by the next check, with the same id as its message', async () => {
		const host = await published(mode);
		bench.control.setWebhooks({ hold: true });
		const [lost] = await bench.pay(AMOUNT);
		await host.poll();
		expect(host.emitted).toMatchObject([{ txHash: lost }]);
		bench.control.releaseWebhooks({});
		await bench.settled();
		expect(bench.server.log).toMatchObject([{ status: 200 }]);
		expect(host.emitted).toHaveLength(1);
		expect(host.dropped).toBe(1);
	});

	test('repeated and reordered messages are delivered once', async () => {
		const host = await published(mode);
		bench.control.setWebhooks({ hold: true, repeat: 3 });
		const hashes = await bench.pay(AMOUNT, AMOUNT + 1n, AMOUNT + 2n);
		bench.control.releaseWebhooks({ order: 'reversed' });
		await bench.settled();
		expect(bench.server.log).toHaveLength(6);
		expect(host.emitted.map(({ txHash }) => txHash).sort()).toEqual([...hashes].sort());
	});

	test('a deactivated webhook is reactivated, and its gap is filled', async () => {
		const host = await published(mode);
		const [{ id }] = bench.active();
		bench.control.deactivateWebhook({ id: String(id) });
		const [missed] = await bench.pay(AMOUNT);
		expect(host.emitted).toEqual([]);
		const { items } = await host.poll();
		expect(items).toEqual([
			expect.objectContaining({ event: 'webhook.repaired', repair: 'reactivated', webhookId: id }),
			expect.objectContaining({ event: 'token.transfer', txHash: missed }),
		]);
		expect(bench.active()).toMatchObject([{ id }]);
		const [next] = await bench.pay(AMOUNT);
		expect(host.emitted.at(-1)).toMatchObject({ txHash: next });
	});

	test('a webhook that somebody deleted at the service is created again', async () => {
		const host = await published(mode);
		const [{ url }] = bench.active();
		const webhooks = bench.control.webhooks();
		const own = webhooks.find((one) => one.url === url)!;
		// The service forgets it.
		own.id = '00000000-0000-4000-8000-000000000000';
		own.status = 'inactive';
		await host.poll();
		expect(bench.active()).toMatchObject([{ url }]);
		const [txHash] = await bench.pay(AMOUNT);
		expect(transfersOf(host)).toMatchObject([{ txHash }]);
	});

	test('a kill and a start make no twin, and lose nothing', async () => {
		const host = await published(mode);
		const before = bench.active();
		delete bench.server.route.webhook;
		bench.control.setWebhooks({ timeScale: 1e9 });
		const [missed] = await bench.pay(AMOUNT);
		bench.server.route.webhook = host;
		await host.restart();
		expect(host.errors).toEqual([]);
		expect(bench.active().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
		await host.poll();
		expect(transfersOf(host)).toMatchObject([{ txHash: missed }]);
	});

	test('what the start of n8n repaired is reported by the next check, once', async () => {
		const host = await published(mode);
		await host.poll();
		const [{ id }] = bench.active();
		bench.control.deactivateWebhook({ id: String(id) });
		await host.restart();
		expect(bench.active()).toMatchObject([{ id }]);
		await host.poll();
		await host.poll();
		expect(host.emitted).toMatchObject([
			{ event: 'webhook.repaired', repair: 'reactivated', webhookId: id },
		]);
		expect(host.dropped).toBe(0);
	});

	test('lost static data makes no twin', async () => {
		const host = await published(mode);
		const [{ id }] = bench.active();
		host.wipeStaticData();
		await host.restart();
		expect(bench.active()).toMatchObject([{ id }]);
		expect(bench.active()).toHaveLength(1);
	});

	test('events while it is not published are delivered after it is published again', async () => {
		const host = await published(mode);
		await host.poll();
		await host.unpublish();
		const [missed] = await bench.pay(AMOUNT);
		await host.publish();
		await host.poll();
		expect(host.emitted).toMatchObject([{ txHash: missed }]);
	});

	test('unpublishing removes the webhook, and one that is gone is not an error', async () => {
		const host = await published(mode);
		await host.unpublish();
		expect(bench.active()).toEqual([]);
		await host.publish();
		expect(bench.active()).toHaveLength(1);
		bench.control.webhooks().at(-1)!.id = 'gone';
		await host.unpublish();
		expect(host.errors).toEqual([]);
	});
});

test('a poll between the activation poll and the end of the registration reports no loss', async () => {
	const host = bench.webhookTrigger('durable');
	const slow = { kind: 'delay', path: '/v1/webhooks', method: 'POST' } as const;
	bench.control.addFaults({ faults: [slow] });
	const answer = held();
	const published = host.publish();
	while (!host.alive) await new Promise((resolve) => setTimeout(resolve, 5));
	expect(bench.active()).toEqual([]);
	await host.poll();
	(await answer)();
	await published;
	expect(bench.active()).toHaveLength(1);
	const [txHash] = await bench.pay(AMOUNT);
	await host.poll();
	expect(host.emitted).toMatchObject([{ txHash }]);
	expect(host.errors).toEqual([]);
	expect(bench.warnings()).toEqual([]);
});

/** Runs `second` while `first` waits for the answer to its change of a webhook. */
async function meanwhile(
	method: 'POST' | 'PATCH',
	first: () => Promise<unknown>,
	second: () => Promise<unknown>,
): Promise<void> {
	bench.control.addFaults({
		faults: [{ kind: 'delay', path: '/v1/webhooks', method, times: 1 } as never],
	});
	const answer = held();
	const begun = first();
	const release = await answer;
	const other = second();
	// The second has time to change the webhook itself, if it does not wait.
	await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 100))]);
	release();
	await Promise.all([begun, other]);
}

test('a poll while the start of n8n reactivates a webhook reports it once', async () => {
	const host = await published('durable');
	await host.poll();
	const [{ id }] = bench.active();
	bench.control.deactivateWebhook({ id: String(id) });
	await meanwhile('PATCH', host.restart, host.poll);
	await host.poll();
	expect(host.emitted).toMatchObject([
		{ event: 'webhook.repaired', repair: 'reactivated', webhookId: id },
	]);
});

test('unpublishing while a check creates a webhook leaves none', async () => {
	const host = await published('durable');
	await host.poll();
	Object.assign(bench.control.webhooks().at(-1)!, { id: 'gone', url: 'http://127.0.0.1:9/' });
	await meanwhile('POST', host.poll, host.unpublish);
	expect(bench.active()).toEqual([]);
	expect(host.errors).toEqual([]);
});

test('events between the baseline and the first message are found', async () => {
	const host = bench.webhookTrigger('default');
	bench.control.setWebhooks({ lose: 1 });
	await host.publish();
	const [lost] = await bench.pay(AMOUNT);
	await host.poll();
	expect(host.emitted).toMatchObject([{ txHash: lost }]);
});

describe('forged messages', () => {
	const event = { transaction: { txHash: `0x${'ab'.repeat(32)}` } };
	test.each([
		['without a signature', { event, signature: null }, 401],
		['with another signature', { event, signature: `${'A'.repeat(43)}=` }, 401],
		['that are large', { event, body: `"${'a'.repeat(2 * 1024 * 1024)}"` }, 413],
		['with another body', { event, body: '{"a":1}' }, 401],
		['that are not JSON', { event, body: '{' }, 422],
		['that are too large', { event, body: `"${'a'.repeat(17 * 1024 * 1024)}"` }, 413],
		['that nest too deeply', { event, body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }, 401],
	])('%s start nothing', async (_, message, status) => {
		const host = await published('default', raw);
		const [{ url }] = bench.active();
		expect(await bench.control.sendWebhook({ url: String(url), ...message })).toBe(status);
		await bench.settled();
		expect(host.executions).toBe(0);
	});

	test('read the secret again at most once', async () => {
		const host = await published('default', raw);
		const [{ url }] = bench.active();
		const reads = () =>
			bench.control.requests().filter(({ path }) => path.endsWith(':getSharedSecret')).length;
		const before = reads();
		for (let i = 0; i < 10; i++) {
			const signature = `${'A'.repeat(43)}=`;
			await bench.control.sendWebhook({ url: String(url), event, signature });
		}
		expect(reads() - before).toBeLessThanOrEqual(2);
		expect(host.executions).toBe(0);
	});
});

describe.each(ENGINE_MODES)('messages of other webhooks of the account, engine mode %s', (mode) => {
	const event = { transaction: { txHash: `0x${'ab'.repeat(32)}` } };
	const madeFor = async (url: string) => {
		const eventType = 'address_activity';
		const metadata = { addresses: [MINE] };
		const made = await fetch(`${bench.engine.credential.dataUrl}/v1/webhooks`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ eventType, url, chainId: '43114', metadata }),
		});
		return ((await made.json()) as { id: string }).id;
	};
	const lookups = (id: string) =>
		bench.control.requests().filter(({ path }) => path === `/v1/webhooks/${id}`).length;

	test('are refused, and looked up once', async () => {
		const host = await published(mode, raw);
		const [{ url }] = bench.active();
		const webhookId = await madeFor('http://127.0.0.1:9/other');
		for (let i = 0; i < 5; i++) {
			const sent = { webhookId, url: String(url), event };
			expect(await bench.control.sendWebhook(sent)).toBe(401);
		}
		await bench.settled();
		expect([host.executions, lookups(webhookId)]).toEqual([0, 1]);
		const absent = { webhookId: 'none', url: String(url), event };
		expect(await bench.control.sendWebhook(absent)).toBe(401);
	});

	test('are accepted if the service sends them to the URL of the node', async () => {
		const host = await published(mode, raw);
		const [{ url }] = bench.active();
		const webhookId = await madeFor(String(url));
		expect(await bench.control.sendWebhook({ webhookId, event })).toBe(200);
		await bench.settled();
		expect(host.emitted).toMatchObject([{ webhookId, event }]);
	});

	test('come again if the webhook cannot be read', async () => {
		const host = await published(mode, raw);
		const [{ url }] = bench.active();
		const webhookId = await madeFor(String(url));
		const path = `/v1/webhooks/${webhookId}`;
		bench.control.addFaults({ faults: [{ kind: 'status', status: 503, path } as never] });
		expect(await bench.control.sendWebhook({ webhookId, event })).toBe(503);
		bench.control.clearFaults();
		expect(await bench.control.sendWebhook({ webhookId, event })).toBe(200);
		await bench.settled();
		expect(host.emitted).toMatchObject([{ webhookId }]);
	});
});

test('another scheme is accepted only if it is selected', async () => {
	const host = await published('default', {
		...raw,
		options: { signatureScheme: 'rawHex' },
	});
	bench.control.setWebhooks({ timeScale: 1e9 });
	// The emulator signs the canonical form, whose names have another order than the body.
	await bench.pay(AMOUNT);
	expect(bench.server.log[0]).toMatchObject({ status: 401 });
	expect(host.emitted).toEqual([]);
});

test('Raw gives the message, once', async () => {
	const host = await published('default', raw);
	bench.control.setWebhooks({ repeat: 1 });
	const [txHash] = await bench.pay(AMOUNT);
	expect(bench.server.log).toHaveLength(2);
	expect(host.emitted).toMatchObject([
		{ eventType: 'address_activity', event: { transaction: { txHash } } },
	]);
});

test('Listen for Test Event registers another webhook, and removes it', async () => {
	const host = await published('default');
	const [{ id }] = bench.active();
	const listening = await host.listenForTest();
	bench.server.route['webhook-test'] = listening;
	expect(bench.active()).toHaveLength(2);
	const [txHash] = await bench.pay(AMOUNT);
	expect(listening.items).toMatchObject([{ txHash }]);
	expect(host.emitted).toMatchObject([{ txHash }]);
	await listening.end();
	expect(bench.active()).toMatchObject([{ id }]);
});

test('without the secret a message is refused, and comes again', async () => {
	const host = await published('default', raw);
	const { id: webhookId } = bench.active()[0] as { id: string };
	bench.engine.newProcess();
	const path = '/v1/webhooks:getSharedSecret';
	bench.control.addFaults({ faults: [{ kind: 'status', status: 503, path, times: 2 } as never] });
	const clock = moveNodeClock(bench);
	try {
		const event = { transaction: { txHash: `0x${'ab'.repeat(32)}` } };
		expect(await bench.control.sendWebhook({ webhookId, event })).toBe(503);
		bench.control.moveClock({ ms: 10_000 });
		expect(await bench.control.sendWebhook({ webhookId, event })).toBe(200);
		await bench.settled();
		expect(host.emitted).toMatchObject([{ webhookId }]);
	} finally {
		clock.restore();
	}
});

test('a service that is down costs no event: the next check has it', async () => {
	const { nodeId } = bench.world.node.primary.current()[3];
	const host = await published('default', {
		event: 'delegation',
		network: 'mainnet',
		nodeIds: nodeId,
	});
	const path = '/v1/networks/mainnet/blockchains/p-chain/transactions/';
	bench.control.addFaults({ faults: [{ kind: 'status', status: 503, path } as never] });
	const now = bench.world.clock.seconds();
	const [txHash] = bench.control.addTransactions({
		transactions: [
			{
				txType: 'AddPermissionlessDelegatorTx',
				nodeId,
				amount: 10n ** 11n,
				timestamp: now,
				startTimestamp: now,
				endTimestamp: 1_800_000_000,
			},
		],
	});
	await bench.settled();
	expect(host.emitted).toEqual([]);
	expect(host.hints).toEqual([
		expect.stringMatching(/the next check of the node returns the item/),
	]);
	bench.control.clearFaults();
	await host.poll();
	expect(host.emitted).toMatchObject([{ event: 'delegation.added', txHash }]);
});

describe('what publishing refuses', () => {
	test.each([
		['an address that is none', { addresses: '0x12' }, /Addresses.*must be EVM addresses/],
		['an unknown event', { event: 'other' }, /"Event" \(event\) must be one of the events/],
		[
			'an unknown scheme',
			{ options: { signatureScheme: 'md5' } },
			/Signature Scheme.*must be one of/,
		],
	])('%s', async (_, parameters, message) => {
		const host = await published('default', { ...TRANSFER, ...parameters });
		expect(host.errors[0].message).toMatch(message);
		expect(bench.active()).toEqual([]);
	});

	test('more addresses than the plan allows, in the words of the service', async () => {
		bench.control.setWebhooks({ plan: 'free' });
		const addresses = Array.from({ length: 6 }, (_, i) => `0x${String(i).repeat(40)}`).join(', ');
		const host = await published('default', { ...TRANSFER, addresses });
		expect(host.errors[0].message).toContain('a maximum of 5 addresses per webhook');
	});

	test('the second of two webhooks: the first one is not left active', async () => {
		const isActive = ({ status }: { status: string }) => status === 'active';
		bench.control.setWebhooks({ most: bench.control.webhooks().filter(isActive).length + 1 });
		const nodes = bench.world.node.primary.current().slice(2, 4);
		const nodeIds = nodes.map(({ nodeId }) => nodeId).join(', ');
		const form = { event: 'delegation', network: 'mainnet', nodeIds };
		const host = await published('default', form);
		expect(host.errors[0].message).toContain('active webhooks');
		expect(bench.active()).toEqual([]);
	});

	test('a URL that a public service cannot reach', async () => {
		const { credential } = bench.engine;
		bench.engine.credential = { ...credential, dataUrl: 'https://data-api.avax.network' };
		try {
			const host = await published('default');
			expect(host.errors[0].message).toMatch(
				/must begin with https: http:\/\/127\.0\.0\.1\. .*N8N_WEBHOOK_URL/,
			);
		} finally {
			bench.engine.credential = credential;
		}
	});
});

test('changed addresses change the webhook, and keep it', async () => {
	const host = await published('default');
	const [{ id }] = bench.active();
	const other = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
	await host.publish({ ...TRANSFER, addresses: `${MINE}, ${other}` });
	expect(bench.active()).toMatchObject([{ id, metadata: { addresses: [MINE, other] } }]);
});
