import type { INodeParameters } from 'n8n-workflow';
import { MINE, startWebhookBench, type WebhookBench } from './webhookTriggerKit';

/** An expression of a trigger that gives an empty text for an optional value: a hint says what is not applied. */

const FORM: INodeParameters = {
	event: 'transfer',
	addresses: MINE,
	options: { mostUnknown: "={{ '' }}" },
};
const SAID =
	'Not applied, since the expression gives an empty text: "Unknown Transfers at Most" (mostUnknown)';

let bench: WebhookBench;
beforeEach(async () => void (bench = await startWebhookBench()));
afterEach(async () => await bench.close());

test('a poll: once, and in the log', async () => {
	const host = bench.trigger('default', FORM);
	await host.publish();
	bench.control.moveClock({ ms: 60_000 });
	for (const _ of [1, 2]) {
		await bench.pay(1n);
		await host.poll();
	}
	expect(host.emitted).toHaveLength(2);
	expect(host.hints).toEqual([SAID]);
	expect(bench.warnings()).toEqual([`Trigger: ${SAID}`]);
});

test('a test of the node', async () => {
	const host = bench.trigger('default', FORM);
	await host.fetchTestEvent();
	expect(host.hints).toEqual([SAID]);
});

test('a message of a webhook', async () => {
	const host = bench.webhookTrigger('default', FORM);
	await host.publish();
	await bench.pay(1n);
	expect(host.hints).toEqual([SAID]);
});
