import { webhook } from '../../core';
import { HEADLINE } from '../../core/events/item';
import { balanceThreshold } from '../../core/subjects/events/balanceThreshold/instant';
import { l1Validator } from '../../core/subjects/events/l1Validator/instant';
import { webhookMessageOf } from '../../core/webhooks/message';
import { emulatorForTests, forTests } from '../emulatorForTests';
import { pollContext } from '../../lab/kit/events/run';
import { startReceiver } from '../../lab/kit/webhookReceiver';

/** Events that only messages have: no list of the service contains them. */

const NOON = 1_794_052_800_000;
const MINE = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const receiver = forTests(startReceiver);
const emulator = emulatorForTests();
afterEach(() => {
	receiver.received.splice(0);
	emulator.control.reset();
});

async function messages() {
	await emulator.webhooksSettled();
	return receiver.received
		.splice(0)
		.map(({ body }) => webhookMessageOf(JSON.parse(new TextDecoder().decode(body))));
}

test.each(['present', 'old'] as const)('changes of L1 validators, %s names', async (names) => {
	const { control, world } = emulator;
	control.setWebhooks({ names });
	const context = pollContext(emulator);
	const network = world.network('mainnet');
	const l1 = network.subnets.find(({ kind }) => kind === 'l1')!;
	const { validationId, nodeId, subnetId } = network.l1
		.of(l1.id)
		.find(({ balance }) => balance > 10n)!;
	const settings = l1Validator.settings({
		network: 'mainnet',
		subnetId,
		feeBalanceThreshold: '0.000005',
	});
	for (const wanted of l1Validator.webhooks(settings)) {
		const input = { ...wanted, url: `${receiver.url}/hook` };
		await context.client.call(webhook.create, input as never);
	}
	control.setL1Balance({ validationId, balance: 10n ** 18n });
	control.setL1Balance({ validationId, balance: 4_999n });
	control.setL1Balance({ validationId, balance: 4_998n });
	control.setL1Balance({ validationId, balance: 0n });
	control.removeValidator({ subnetId, validationId });
	const sent = await messages();
	const events = (
		await Promise.all(sent.map((one) => l1Validator.eventsOf(one, settings, context)))
	).flatMap((found) => found.events);
	const changes = events.map(({ data }) => String(data.change)).sort();
	expect(changes).toEqual([
		'l1_validator_balance_increased',
		'l1_validator_balance_threshold',
		'l1_validator_disabled',
		'l1_validator_removed',
	]);
	expect(new Set(events.map(({ id }) => id)).size).toBe(4);
	for (const { data } of events) {
		expect(data).toMatchObject({ event: 'l1.validator', nodeId, validationId, subnetId });
		for (const name of Object.keys(HEADLINE)) expect(data).toHaveProperty(name);
		expect(`${String(data.title)} ${String(data.text)}`).not.toMatch(/undefined|NaN|null|\[object/);
	}
	const low = events.find(({ data }) => data.change === 'l1_validator_balance_threshold');
	expect(low?.data).toMatchObject({ balance: '4999', severity: 'warning' });
});

const balanceMessage = (event: Record<string, unknown>) =>
	webhookMessageOf({
		webhookId: 'a',
		messageId: 'b',
		eventType: 'platform_address_activity',
		event: { eventType: 'balance_threshold', ...event },
	});
const BALANCE = {
	network: 'mainnet',
	addresses: MINE,
	balanceType: 'unlockedUnstaked',
	balanceThreshold: '1',
};

test.each([
	['a list of amounts', [{ assetId: 'x', amount: '400000000' }, { amount: '1' }], '400000001'],
	['digits', '999999999', '999999999'],
	['a number with a fraction', 0.5, null],
	['nothing', undefined, null],
])('a balance as %s', async (_, unlockedUnstaked, balance) => {
	const settings = balanceThreshold.settings(BALANCE);
	const event = {
		addresses: [MINE],
		balances: { unlockedUnstaked },
		transaction: {
			txHash: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			blockTimestamp: NOON / 1000 - 5,
		},
	};
	const { events } = await balanceThreshold.eventsOf(
		balanceMessage(event),
		settings,
		pollContext(emulator),
	);
	expect(events).toHaveLength(1);
	const [{ id, data }] = events;
	expect(id).toBe(
		'balance.belowThreshold:unlockedUnstaked:2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	);
	expect(data).toMatchObject({
		balance,
		subject: MINE,
		title: `${MINE}: balance below 1 AVAX`,
		occurredAt: '2026-11-07T11:59:55.000Z',
	});
});

test('without a transaction, the id is that of the message', async () => {
	const settings = balanceThreshold.settings(BALANCE);
	const { events } = await balanceThreshold.eventsOf(
		balanceMessage({}),
		settings,
		pollContext(emulator),
	);
	expect(events[0]).toMatchObject({
		id: 'balance.belowThreshold:unlockedUnstaked:b',
		data: { occurredAt: new Date(NOON).toISOString(), url: null, balance: null },
	});
});

test.each([
	[balanceThreshold, { ...BALANCE, addresses: `C${MINE.slice(1)}` }, /addresses.*P- or X-Chain/],
	[balanceThreshold, { ...BALANCE, network: 'fuji' }, /addresses.*must hold addresses of fuji/],
	[balanceThreshold, { ...BALANCE, balanceThreshold: '-1' }, /balanceThreshold.*must be/],
	[l1Validator, { network: 'mainnet' }, /subnetId.*or node IDs are required/],
	[
		l1Validator,
		{
			network: 'mainnet',
			subnetId: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			changes: ['l1_validator_balance_threshold'],
		},
		/feeBalanceThreshold.*is required for the change Balance Low/,
	],
])('wrong settings name field and rule', (event, settings, message) => {
	expect(() => event.settings(settings)).toThrow(message);
});
