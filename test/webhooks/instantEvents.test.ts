import { type NetworkEvent, webhook } from '../../core';
import type { PollContext } from '../../core/events/event';
import { instantEvents } from '../../core/subjects/events/allInstant';
import type { InstantEvent, InstantSettings } from '../../core/webhooks/instantEvent';
import { webhookMessageOf } from '../../core/webhooks/message';
import { verifyBody } from '../../core/webhooks/signature';
import { emulatorForTests, forTests } from '../emulatorForTests';
import { type EventCase, eventCases } from '../../lab/kit/events/case';
import { pollContext, pollsOf } from '../../lab/kit/events/run';
import { startReceiver } from '../../lab/kit/webhookReceiver';

/** The events of messages beside those that polls find for the same changes of the emulated network. */

const receiver = forTests(startReceiver);
const emulator = emulatorForTests({ transactions: 40, validators: 30 });
afterEach(() => {
	receiver.received.splice(0);
	emulator.control.reset();
});

async function register(event: InstantEvent, settings: InstantSettings, context: PollContext) {
	for (const wanted of event.webhooks(settings)) {
		await context.client.call(webhook.create, { ...wanted, url: `${receiver.url}/hook` } as never);
	}
}

/** The events of all messages so far. */
async function eventsOfMessages(
	event: InstantEvent,
	settings: InstantSettings,
	context: PollContext,
): Promise<NetworkEvent[]> {
	await emulator.webhooksSettled();
	const { secret } = await context.client.call(webhook.getSecret, {});
	const events: NetworkEvent[] = [];
	for (const request of receiver.received.splice(0)) {
		const verified = verifyBody(request, { secret });
		if (!verified.ok) throw new Error(`The message is ${verified.reason}`);
		const found = await event.eventsOf(webhookMessageOf(verified.message), settings, context);
		expect(found.missing).toBeUndefined();
		events.push(...found.events);
	}
	return events;
}

const caseOf = (event: InstantEvent): EventCase =>
	eventCases.find((each) => each.event === event.polled && each.note === undefined) as EventCase;

const polled = instantEvents.filter(({ polled: other }) => other !== undefined);

/** The settings of a case that the form of the instant event has. */
function inputOf(event: InstantEvent, given: Record<string, unknown>) {
	return Object.fromEntries(
		Object.entries(given).filter(([key]) => event.fields.keys.includes(key)),
	);
}

/** Addresses included: lists have them in lower case here, messages in several cases. */
const comparable = ({ id, data }: NetworkEvent) => ({ id, data });

const byId = (events: NetworkEvent[]) =>
	events.map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('there are events with a list behind them, and others', () => {
	expect(polled).toHaveLength(5);
	expect(instantEvents).toHaveLength(7);
	for (const { value, polled: other } of polled) expect(value).toBe(other?.value);
});

describe.each(['present', 'old'] as const)('with the %s names', (names) => {
	test.each(polled.map((event) => [caseOf(event).name, event] as const))(
		'%s: messages give the events of polls, with the same ids and columns',
		async (_, event) => {
			emulator.control.setWebhooks({ names });
			const { settings: given, prepare, steps } = caseOf(event);
			const { control, world } = emulator;
			prepare?.(control, world);
			const context = pollContext(emulator);
			const input = given(world);
			if (event.value === 'stakingTransaction') Object.assign(input, stakingInput());
			const settings = event.settings(inputOf(event, input));
			const poll = pollsOf(event.polled!, settings.polled);
			await poll(context);
			await register(event, settings, context);
			let count = 0;
			for (const { act } of steps) {
				act(control, world);
				const found = await eventsOfMessages(event, settings, context);
				// The end of a validation is a change of the clock, which no message reports here.
				const expected = (await poll(context)).filter(
					({ data }) => data.rewardType !== 'VALIDATOR',
				);
				const others = expected.filter(({ data }) => data.rewardType !== 'VALIDATOR_FEE');
				expect(byId(found)).toEqual(byId(others));
				count += found.length;
			}
			expect(count).toBeGreaterThan(1);
		},
	);
});

/** Staking transactions are pushed for named nodes only. */
function stakingInput() {
	return { nodeIds: emulator.world.node.primary.current().map(({ nodeId }) => nodeId) };
}
