import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { HOUR_MS, MINUTE_MS } from '../../core/formats/timeUnits';
import { ENGINE_MODES, type EngineMode, type Item, type PollHost } from '../../lab/kit/pollHost';
import { benchForTests, HEALTH, STAKING } from './triggerKit';

/** The options that hold events: what is held is as safe as what is delivered. */

const bench = benchForTests();

const QUIET = { quietHours: 'Sun 12:00-18:00', holdZone: 'UTC' };
const pass = (ms: number) => bench.control.moveClock({ ms });
const hashes = (items: readonly Item[]) => items.flatMap(({ txHash }) => txHash ?? []);

async function published(
	mode: EngineMode,
	options: IDataObject = QUIET,
	parameters = STAKING,
): Promise<PollHost> {
	const host = bench.trigger(mode, { ...parameters, options } as INodeParameters);
	await host.publish();
	expect(host.errors).toEqual([]);
	return host;
}

describe.each(ENGINE_MODES)('engine mode %s', (mode) => {
	test('quiet hours: events are delivered once, when they end', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10, bench.since + 20);
		expect((await host.poll()).items).toEqual([]);
		// An execution without items saves them, where n8n saves the state with executions only.
		expect(host.executions).toBe(mode === 'durable' ? 0 : 1);
		pass(MINUTE_MS);
		expect((await host.poll()).items).toEqual([]);
		expect(host.executions).toBe(mode === 'durable' ? 0 : 1);
		pass(4 * HOUR_MS);
		const { items } = await host.poll();
		expect(items[0]).toMatchObject({ event: 'alerts.summary', title: /2 events held$/ });
		expect(hashes(items)).toEqual(staked);
		expect(items[1]).toMatchObject({
			held: false,
			heldBecause: expect.stringMatching(
				/quiet hours "Sun 12:00-18:00" until 18:00 \(UTC\)/,
			) as string,
		});
		expect((await host.poll()).items).toEqual([]);
		const later = bench.stake(bench.since + 5 * 3600);
		pass(HOUR_MS);
		const after = await host.poll();
		expect(hashes(after.items)).toEqual(later);
		expect(after.items[0]).toMatchObject({ held: false, heldBecause: null });
	});

	test('n8n is killed while events are held, and when it delivers them', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10);
		await host.poll();
		staked.push(...bench.stake(bench.since + 20));
		await host.poll();
		await host.restart();
		expect(hashes(host.emitted)).toEqual([]);
		pass(4 * HOUR_MS);
		const { items } = await host.poll();
		expect(hashes(items)).toEqual(staked);
		// The options are switched off before n8n is killed, twice.
		await host.publish({ ...STAKING, options: { retries: 0 } });
		for (let i = 0; i < 2; i++) {
			const { interrupted } = await host.restart({ lost: 'execution' });
			expect(interrupted).toEqual(items);
			if (mode !== 'default') await host.poll();
			expect(host.emitted).toEqual(items);
		}
	});

	test('the options are switched off: what was held is delivered', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10);
		await host.poll();
		await host.publish({ ...STAKING, options: { retries: 0 } });
		await host.poll();
		expect(hashes(host.emitted)).toEqual(staked);
		const { staticData, cursor = '' } = host.database;
		await host.poll();
		expect(`${staticData}${cursor}`).not.toMatch(/"life":{"alerts":{"/);
	});
});

test('a state that was overwritten: memory has what is held', async () => {
	const host = await published('default');
	const staked = bench.stake(bench.since + 10);
	await host.poll();
	host.wipeStaticData();
	pass(4 * HOUR_MS);
	expect(hashes((await host.poll()).items)).toEqual(staked);
});

test('Deliver until Confirmed: what was held is delivered until it is confirmed', async () => {
	const host = await published('default', {
		...QUIET,
		untilConfirmed: true,
		repeatAfterMinutes: 1,
	});
	const staked = bench.stake(bench.since + 10);
	await host.poll();
	pass(4 * HOUR_MS);
	const { items } = await host.poll();
	expect(hashes(items)).toEqual(staked);
	host.loseWorker();
	pass(2 * MINUTE_MS);
	const again = (await host.poll()).items;
	expect(again).toEqual(items);
	await host.confirm(again);
	pass(6 * MINUTE_MS);
	expect((await host.poll()).items).toEqual([]);
});

test('a group, and held events as items of their own', async () => {
	const host = await published('scheduler', { groupMinutes: 10, returnHeld: true });
	const staked = bench.stake(bench.since + 10, bench.since + 20);
	const { items } = await host.poll();
	expect(hashes(items)).toEqual(staked);
	expect(items[0]).toMatchObject({
		held: true,
		heldBecause: expect.stringMatching(/^it is grouped with others until/) as string,
		id: expect.stringMatching(/:held$/) as string,
	});
	pass(11 * MINUTE_MS);
	const [group, ...others] = (await host.poll()).items;
	expect(others).toEqual([]);
	expect(group).toMatchObject({ event: 'alerts.group', title: '2 events', held: false });
	expect(hashes(group.events as Item[])).toEqual(staked);
});

test('critical events pass quiet hours, unless the option says otherwise', async () => {
	const [plain, all] = [
		await published('default', QUIET, HEALTH),
		await published('default', { ...QUIET, holdCritical: true }, HEALTH),
	];
	bench.control.setHealth({ healthy: false });
	expect((await plain.poll()).items).toMatchObject([{ severity: 'critical', held: false }]);
	expect((await all.poll()).items).toEqual([]);
});

test('a digest at a time of the week', async () => {
	const host = await published('durable', { digestAt: 'Mon 08:00', holdZone: 'Europe/Berlin' });
	const staked = bench.stake(bench.since + 10);
	expect((await host.poll()).items).toEqual([]);
	pass(17 * HOUR_MS - MINUTE_MS);
	expect((await host.poll()).items).toEqual([]);
	pass(MINUTE_MS);
	const [digest] = (await host.poll()).items;
	expect(digest).toMatchObject({ event: 'alerts.digest', title: 'Digest: 1 event' });
	expect(hashes(digest.events as Item[])).toEqual(staked);
});

test.each<[IDataObject, RegExp]>([
	[
		{ quietHours: '22-07' },
		/"Quiet Hours" \(quietHours\) must be times such as 22:00-07:00.*22-07/,
	],
	[{ quietHours: '22:00-22:00' }, /quietHours/],
	[{ quietHours: 'Foo 22:00-07:00' }, /quietHours/],
	[
		{ maintenance: '2026-12-01T10:00Z/2026-12-01T09:00Z' },
		/"Maintenance Windows".*each with its end after its start/,
	],
	[
		{ quietHours: '22:00-07:00', holdZone: 'Mars/Base' },
		/"Time Zone" \(holdZone\) must be a time zone.*Mars/,
	],
	[{ digestAt: '8' }, /"Digest at" \(digestAt\) must be a time of the day/],
	[{ groupMinutes: 0 }, /groupMinutes/],
])('refuses %j', async (options, message) => {
	const parameters = { ...STAKING, options } as INodeParameters;
	await expect(bench.engine.pollOnce({ parameters })).rejects.toThrow(message);
});
