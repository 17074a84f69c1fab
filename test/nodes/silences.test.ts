import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/formats/timeUnits';
import { ENGINE_MODES, type EngineMode, type PollHost } from '../../lab/kit/pollHost';
import { spansOf } from '../../nodes/AvalancheTrigger/silences';
import { benchForTests, HEALTH, STAKING } from './triggerKit';

/** Event: Silence and Event: Acknowledge behind a trigger with Apply Silences. */

const bench = benchForTests();

const OPTIONS = { untilConfirmed: true, repeatAfterMinutes: 1, applySilences: true };
const pass = (ms: number) => bench.control.moveClock({ ms });
const silence = (more: IDataObject, ms = 2 * HOUR_MS) =>
	({
		operation: 'silence',
		until: new Date(bench.world.clock.now() + ms).toISOString(),
		...more,
	}) as INodeParameters;
const ACK: INodeParameters = { operation: 'acknowledge', hours: 8 };

async function published(
	mode: EngineMode,
	parameters: INodeParameters,
	options: IDataObject = {},
): Promise<PollHost> {
	const host = bench.trigger(mode, { ...parameters, options: { ...OPTIONS, ...options } });
	await host.publish();
	expect(host.errors).toEqual([]);
	return host;
}

const ids = (items: Array<{ id?: unknown }>) => items.map(({ id }) => id);

describe.each(ENGINE_MODES)('engine mode %s', (mode) => {
	test('a silence holds events until its end, and the execution says why', async () => {
		const host = await published(mode, STAKING);
		await host.confirm([{}], silence({ eventType: 'staking.transaction' }));
		const [staked] = bench.stake(bench.since + 10);
		expect((await host.poll()).items).toEqual([]);
		expect(host.hints.at(-1)).toMatch(/^Held: Delegation .*: a silence of this workflow holds/);
		pass(3 * HOUR_MS);
		const { items } = await host.poll();
		expect(items).toMatchObject([{ txHash: staked, held: false, firingSince: null }]);
		// Confirmed during a silence or not: never twice.
		await host.confirm(items);
		pass(6 * HOUR_MS);
		expect((await host.poll()).items).toEqual([]);
	});

	test('an acknowledgement holds one incident, until it is worse or resolved', async () => {
		const host = await published(mode, HEALTH);
		bench.control.setHealth({ healthy: false });
		const { items } = await host.poll();
		expect(items).toMatchObject([{ severity: 'critical' }]);
		// Not confirmed: it would be delivered again.
		await host.confirm(items, ACK);
		await host.confirm(items, ACK);
		pass(2 * MINUTE_MS);
		expect((await host.poll()).items).toEqual([]);
		expect(host.hints.join()).toMatch(/Held: .*fires since 2026-\S+, is acknowledged/);
		bench.control.setHealth({ healthy: true });
		expect((await host.poll()).items).toMatchObject([{ severity: 'resolved' }]);
		// A new incident within the time of the acknowledgement.
		pass(2 * HOUR_MS);
		bench.control.setHealth({ healthy: false });
		const again = (await host.poll()).items.filter(({ severity }) => severity === 'critical');
		expect(again).toHaveLength(1);
		expect(ids(again)).not.toEqual(ids(items));
	});
});

test('critical events, and the end of critical alerts, are held by a silence that names them', async () => {
	const host = await published('default', HEALTH);
	await host.confirm([{}], silence({ eventType: 'health.changed' }));
	bench.control.setHealth({ healthy: false });
	const { items } = await host.poll();
	expect(items).toMatchObject([{ event: 'health.changed', severity: 'critical' }]);
	await host.confirm(items);
	await host.confirm([{}], silence({ severity: 'critical' }));
	bench.control.setHealth({ healthy: true });
	expect((await host.poll()).items).toEqual([]);
	pass(3 * HOUR_MS);
	expect((await host.poll()).items).toMatchObject([{ severity: 'resolved' }]);
});

test('a silence of another subject holds nothing; a held event is an item where the user asks for it, once', async () => {
	const host = await published('default', STAKING, { returnHeld: true });
	await host.confirm([{}], silence({ subject: 'NodeID-other' }));
	bench.stake(bench.since + 10);
	const { items } = await host.poll();
	expect(items).toMatchObject([{ held: false }]);
	await host.confirm(items, silence({ subject: items[0].subject as string }));
	pass(2 * MINUTE_MS);
	const heldItems = (await host.poll()).items;
	expect(heldItems).toMatchObject([
		{
			held: true,
			id: `${String(items[0].id)}:held`,
			heldBecause: expect.stringMatching(/"subject"/) as string,
		},
	]);
	// The item that is shown does not confirm the event.
	await host.confirm(heldItems);
	pass(6 * MINUTE_MS);
	expect((await host.poll()).items).toEqual([]);
	pass(3 * HOUR_MS);
	expect(ids((await host.poll()).items)).toEqual(ids(items));
});

test('a record that cannot be read: events are delivered', async () => {
	const host = await published('default', STAKING);
	await host.confirm([{}], silence({ severity: 'info' }));
	host.database.confirmed = '{';
	const staked = bench.stake(bench.since + 10);
	expect((await host.poll()).items.map(({ txHash }) => txHash)).toEqual(staked);
	expect(bench.warnings().join()).toMatch(/record of confirmed events cannot be used/);
});

test('the times of a silence: days, hours and quarters', () => {
	const noon = Date.parse('2026-11-08T12:05:00Z');
	expect(spansOf(noon, noon + 20 * MINUTE_MS)).toHaveLength(2);
	expect(spansOf(noon, noon + 30 * DAY_MS).length).toBeLessThan(90);
	const sum = spansOf(noon, noon + 3 * DAY_MS).map((span) => Number(span.split(':')[0]));
	expect(sum.reduce((all, one) => all + one, 0)).toBe(3 * 1_440 + 15);
});

test.each<[INodeParameters, RegExp]>([
	[{ untilConfirmed: false }, /"Apply Silences" \(applySilences\) must be used with Deliver/],
	[{ groupMinutes: 5 }, /applySilences\) must not be used with groups/],
])('the trigger refuses %j', async (options, message) => {
	const host = bench.trigger('default', { ...STAKING, options: { ...OPTIONS, ...options } });
	await host.publish();
	expect(host.errors[0].message).toMatch(message);
});

test.each<[INodeParameters, object, RegExp]>([
	[silenceOf({}), {}, /"Event" \(eventType\) is required/],
	[
		silenceOf({ severity: 'info', until: '2020-01-01T00:00:00Z' }),
		{},
		/"Until" \(until\) must be later/,
	],
	[
		silenceOf({ severity: 'info', until: '2027-11-08T00:00:00Z' }),
		{},
		/within 30 days; given: 2027/,
	],
	[
		silenceOf({ severity: 'info', until: 'soon' }),
		{},
		/"Until" \(until\) must be a date-time.*soon/,
	],
	[ACK, { id: 'x' }, /"Event" \(item\) must be an event of an alert that fires/],
	[ACK, { alertKey: 'x', firingSince: 'y', severity: 'resolved' }, /that fires.*resolved/],
	[ACK, { alertKey: 'x', firingSince: null, severity: 'info' }, /that fires.*null/],
])('the operations refuse %j', async (parameters, json, message) => {
	const { error } = await bench.engine.execute({
		node: 'avalanche',
		parameters: { resource: 'event', ...parameters },
		items: [{ json: json as never }],
	});
	expect(error?.message).toMatch(message);
});

function silenceOf(more: IDataObject): INodeParameters {
	return { operation: 'silence', until: '2026-11-09T00:00:00Z', ...more } as INodeParameters;
}
