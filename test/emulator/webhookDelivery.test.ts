import { createClient, signBody, verifyBody, webhook } from '../../core';
import { type Emulator, startEmulator } from '../../emulator';
import { type WebhookReceiver, startReceiver } from '../../lab/kit/webhookReceiver';

/** webhooks.md, section 2: attempts, the retry queue, deactivation, and what controls do. */

const NOON = 1_794_052_800_000;
const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
/** A day lasts 40 ms. */
const FAST = 2_000_000;

let emulator: Emulator;
let receiver: WebhookReceiver;
beforeEach(async () => {
	receiver = await startReceiver();
	emulator = await startEmulator({ start: NOON, realTime: false });
	emulator.control.setWebhooks({ timeScale: FAST });
});
afterEach(async () => {
	await emulator.close();
	await receiver.close();
});

const clientOf = () => createClient({ dataUrl: emulator.dataUrl, retry: { retries: 0 } });

async function watch(more: object = {}) {
	return await clientOf().call(webhook.create, {
		eventType: 'address_activity',
		url: `${receiver.url}/hook`,
		chainId: '43114',
		addresses: [MINE],
		...more,
	} as never);
}

async function transfers(count: number) {
	for (let i = 0; i < count; i++) emulator.control.addTransfers({ transfers: [{ to: MINE }] });
	await emulator.webhooksSettled();
}

const statusOf = (id: string) => emulator.control.webhooks().find((one) => one.id === id)?.status;
const attemptsOf = () => emulator.control.deliveries().map(({ attempt }) => attempt);
const bodyOf = (at: number) =>
	JSON.parse(new TextDecoder().decode(receiver.received[at].body)) as Record<string, unknown>;

test('a message arrives once, signed, with the schema of the documents', async () => {
	const { id } = await watch({ includeLogs: true, includeInternalTxs: true });
	await transfers(1);
	expect(attemptsOf()).toEqual([1]);
	const [{ path, body, signature }] = receiver.received;
	expect(path).toBe('/hook');
	const { secret } = await clientOf().call(webhook.getSecret, {});
	expect(verifyBody({ body, signature }, { secret }).ok).toBe(true);
	expect(signBody(body, { secret })).toBe(signature);
	expect(bodyOf(0)).toMatchObject({
		webhookId: id,
		eventType: 'address_activity',
		messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		event: {
			transaction: { chainId: '43114', txStatus: '1', internalTransactions: [] },
			logs: [{ topic3: null, removed: false }],
		},
	});
});

test('without options there are no logs and internal transactions', async () => {
	await watch();
	await transfers(1);
	const { event } = bodyOf(0) as { event: { transaction: object; logs?: unknown } };
	expect(event).not.toHaveProperty('logs');
	expect(event.transaction).not.toHaveProperty('internalTransactions');
});

test.each([201, 204, 301, 401, 500])(
	'the status %i is not a success, and the second attempt has the same message',
	async (status) => {
		await watch();
		let first = true;
		receiver.answer = () => {
			const given = first ? status : 200;
			first = false;
			return given;
		};
		await transfers(1);
		expect(attemptsOf()).toEqual([1, 2]);
		expect(bodyOf(0)).toEqual(bodyOf(1));
	},
);

test('no answer in time is not a success', async () => {
	await watch();
	emulator.control.setWebhooks({ timeoutMs: 50 });
	receiver.answer = () => (receiver.received.length === 1 ? undefined : 200);
	await transfers(1);
	expect(emulator.control.deliveries()).toMatchObject([
		{ attempt: 1 },
		{ attempt: 2, status: 200 },
	]);
	expect(emulator.control.deliveries()[0].status).toBeUndefined();
});

describe('the paid plan', () => {
	test('deactivates after the tenth attempt, and sends nothing then', async () => {
		const { id } = await watch();
		receiver.answer = () => 500;
		await transfers(1);
		expect(attemptsOf()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
		expect(statusOf(id)).toBe('inactive');
		receiver.received.splice(0);
		await transfers(1);
		expect(receiver.received).toEqual([]);
	});

	test('keeps the webhook if the last attempt succeeds', async () => {
		const { id } = await watch();
		receiver.answer = () => (receiver.received.length < 10 ? 500 : 200);
		await transfers(1);
		expect(attemptsOf()).toHaveLength(10);
		expect(statusOf(id)).toBe('active');
	});
});

describe('the Free plan', () => {
	test('deactivates at the sixth message that is ever retried, also after a reactivation', async () => {
		emulator.control.setWebhooks({ plan: 'free' });
		const { id } = await watch();
		const attempts = new Map<unknown, number>();
		// Both first attempts of each message fail, the third succeeds.
		receiver.answer = () => {
			const { messageId } = bodyOf(receiver.received.length - 1);
			attempts.set(messageId, (attempts.get(messageId) ?? 0) + 1);
			return (attempts.get(messageId) ?? 0) > 2 ? 200 : 503;
		};
		for (let i = 0; i < 5; i++) await transfers(1);
		expect(statusOf(id)).toBe('active');
		await transfers(1);
		expect(statusOf(id)).toBe('inactive');
		await clientOf().call(webhook.update, { id, status: 'active' });
		await transfers(1);
		expect(statusOf(id)).toBe('inactive');
		expect(attempts.size).toBe(7);
	});

	test('allows five addresses', async () => {
		emulator.control.setWebhooks({ plan: 'free' });
		const addresses = Array.from({ length: 6 }, (_, i) => `0x${String(i).repeat(40)}`);
		await expect(watch({ addresses })).rejects.toThrow('a maximum of 5 addresses per webhook');
		const { id } = await watch({ addresses: addresses.slice(0, 5) });
		const more = { id, addresses: addresses.slice(5) };
		await expect(clientOf().call(webhook.addAddresses, more)).rejects.toThrow('a maximum of 5');
	});
});

describe('controls', () => {
	test('lose, repeat and reorder messages', async () => {
		const { control } = emulator;
		await watch();
		control.setWebhooks({ lose: 1 });
		await transfers(2);
		expect(receiver.received).toHaveLength(1);
		control.setWebhooks({ repeat: 1 });
		await transfers(1);
		expect(receiver.received).toHaveLength(3);
		expect(bodyOf(1)).toEqual(bodyOf(2));
		control.setWebhooks({ hold: true });
		receiver.received.splice(0);
		const order: unknown[] = [];
		receiver.answer = () => {
			order.push(bodyOf(receiver.received.length - 1).messageId);
			return 200;
		};
		await transfers(1);
		await transfers(1);
		expect(receiver.received).toEqual([]);
		control.releaseWebhooks({ order: 'reversed' });
		await emulator.webhooksSettled();
		expect(order).toHaveLength(2);
	});

	test('delay messages', async () => {
		await watch();
		emulator.control.setWebhooks({ delayMs: FAST });
		emulator.control.addTransfers({ transfers: [{ to: MINE }] });
		expect(receiver.received).toEqual([]);
		await emulator.webhooksSettled();
		expect(receiver.received).toHaveLength(1);
	});

	test('deactivate a webhook, and take the secret away until one is generated', async () => {
		const { control } = emulator;
		const { id } = await watch();
		expect(control.deactivateWebhook({ id })).toBe(true);
		expect(control.deactivateWebhook({ id: 'none' })).toBe(false);
		expect(await clientOf().call(webhook.get, { id })).toMatchObject({ status: 'inactive' });
		control.setWebhooks({ hasSecret: false });
		await expect(clientOf().call(webhook.getSecret, {})).rejects.toMatchObject({
			kind: 'not-found',
		});
		const { secret } = await clientOf().call(webhook.rotateSecret, {});
		expect(await clientOf().call(webhook.getSecret, {})).toEqual({ secret });
	});

	test('by the control endpoint', async () => {
		const ask = async (name: string, given: object) => {
			const init = { method: 'POST', body: JSON.stringify(given) };
			const response = await fetch(`${emulator.controlUrl}/${name}`, init);
			return ((await response.json()) as { result: unknown }).result;
		};
		const { id } = await watch();
		expect(await ask('setWebhooks', { plan: 'free' })).toMatchObject({ plan: 'free', lose: 0 });
		expect(await ask('sendWebhook', { webhookId: id, event: {} })).toBe(200);
		expect(await ask('sendWebhook', { url: 'http://127.0.0.1:9', event: {} })).toBeNull();
	});
});
