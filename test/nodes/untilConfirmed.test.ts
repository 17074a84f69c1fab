import type { INodeParameters } from 'n8n-workflow';
import { ENGINE_MODES, type EngineMode, type Item, type PollHost } from '../../lab/kit/pollHost';
import {
	DELIVERIES,
	MOST_FOREIGN,
	MOST_WAITING,
	NOTICES,
} from '../../nodes/AvalancheTrigger/unconfirmed';
import { ACTION } from '../../lab/kit/engine';
import { tokensIn } from '../../core/testing/cases/evmWorld';
import { benchForTests, HEALTH, STAKING } from './triggerKit';
import { MINUTE_MS } from '../../core/formats/timeUnits';

/** Deliver until Confirmed, with the operation Event: Confirm behind the trigger. */

/** After each delivery, the time until the next one has passed. */
const AFTER_MS = [2, 6, 18, 54, 162].map((minutes) => minutes * MINUTE_MS);
const AFTER_NOTICE_MS = AFTER_MS.slice(0, NOTICES);

const bench = benchForTests();

const OPTIONS = { untilConfirmed: true, repeatAfterMinutes: 1 };
const CONFIRMED = { ...STAKING, options: OPTIONS } as INodeParameters;

async function published(mode: EngineMode, parameters = CONFIRMED): Promise<PollHost> {
	const host = bench.trigger(mode, parameters);
	await host.publish();
	expect(host.errors).toEqual([]);
	return host;
}

const hashes = (items: readonly Item[]) => items.map(({ txHash }) => txHash);
/** True if the stored state has events that wait. */
const waiting = ({ database: { staticData, cursor = '' } }: PollHost) =>
	`${staticData}${cursor}`.includes('"unconfirmed":');
const pass = (ms: number) => bench.control.moveClock({ ms });

/** Polls after each of these times, and gives what each execution handed on. */
async function polledAfter(host: PollHost, times: readonly number[]): Promise<Item[][]> {
	const handedOn: Item[][] = [];
	for (const ms of times) {
		pass(ms);
		handedOn.push((await host.poll()).items);
	}
	return handedOn;
}

describe.each(ENGINE_MODES)('engine mode %s', (mode) => {
	test('an event whose worker was killed is delivered again, until it is confirmed', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10, bench.since + 20);
		expect(hashes((await host.poll()).items)).toEqual(staked);
		host.loseWorker();
		// Not before the time.
		expect((await host.poll()).items).toEqual([]);
		const [again] = await polledAfter(host, AFTER_MS.slice(0, 1));
		expect(hashes(again)).toEqual(staked);
		await host.confirm(again);
		const { executions } = host;
		const rest = await polledAfter(host, [...AFTER_MS.slice(1), ...AFTER_NOTICE_MS, ...AFTER_MS]);
		expect(rest.flat()).toEqual([]);
		// The further deliveries of the events, and the item that would have given them up.
		expect(host.executions).toBe(executions + DELIVERIES - 2 + NOTICES);
		expect(waiting(host)).toBe(false);
	});

	test('the deliveries of confirmed events start executions without items', async () => {
		const host = await published(mode);
		bench.stake(bench.since + 10);
		const { items } = await host.poll();
		await host.confirm(items);
		const [again] = await polledAfter(host, AFTER_MS.slice(0, 1));
		expect(again).toEqual([]);
		expect(host.executions).toBe(2);
		expect(host.hints.at(-1)).toMatch(/has confirmed these events/);
	});

	test('after the last delivery, one item names what was given up', async () => {
		const host = await published(mode);
		const [saved, lost] = bench.stake(bench.since + 10, bench.since + 20);
		const { items } = await host.poll();
		await host.confirm(items.filter(({ txHash }) => txHash === saved));
		const again = await polledAfter(host, AFTER_MS.slice(0, DELIVERIES - 1));
		expect(again.map(hashes)).toEqual(Array.from({ length: DELIVERIES - 1 }, () => [lost]));
		const [[notice], ...others] = await polledAfter(host, [AFTER_MS[DELIVERIES - 1]]);
		expect(others).toEqual([]);
		const { id, title, occurredAt } = items[1];
		expect(notice).toMatchObject({
			event: 'delivery.givenUp',
			severity: 'warning',
			title: '1 event was not confirmed',
			givenUp: [{ id, title, occurredAt }],
		});
		// Its own execution may be killed, too.
		const [repeated] = await polledAfter(host, AFTER_NOTICE_MS.slice(0, 1));
		expect(repeated).toEqual([notice]);
		await host.confirm(repeated);
		expect((await polledAfter(host, [...AFTER_MS, ...AFTER_MS])).flat()).toEqual([]);
		expect(waiting(host)).toBe(false);
	});

	test('an event is confirmed late, before it would be named as given up', async () => {
		const host = await published(mode);
		bench.stake(bench.since + 10);
		const { items } = await host.poll();
		await polledAfter(host, AFTER_MS);
		await host.confirm(items);
		expect((await polledAfter(host, [...AFTER_NOTICE_MS, ...AFTER_MS])).flat()).toEqual([]);
	});

	test('n8n is killed between the state and the execution: the next delivery makes up for it', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10);
		await host.poll();
		const { interrupted } = await host.restart({ lost: 'execution' });
		expect(hashes(interrupted)).toEqual(staked);
		const again = await polledAfter(host, AFTER_MS.slice(0, 1));
		expect(hashes(again.flat())).toEqual(staked);
	});

	test('other settings keep the events that wait', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10);
		await host.poll();
		await host.publish({ ...CONFIRMED, options: { ...OPTIONS, retries: 0, overlapSeconds: 600 } });
		const again = await polledAfter(host, AFTER_MS.slice(0, 1));
		expect(hashes(again.flat())).toEqual(staked);
	});
});

/** With durable cursors, the state is stored with the execution, and no workflow can overwrite it. */
describe.each(['default', 'scheduler'] as const)('engine mode %s, the state', (mode) => {
	test('was not saved: what is confirmed is not repeated', async () => {
		const host = await published(mode);
		bench.stake(bench.since + 10);
		await host.confirm((await host.poll()).items);
		await host.restart({ lost: 'state' });
		const again = await polledAfter(host, [0, ...AFTER_MS]);
		expect(again.flat()).toEqual([]);
		expect(host.emitted).toHaveLength(1);
	});

	test('was overwritten: memory has the events that wait', async () => {
		const host = await published(mode);
		const staked = bench.stake(bench.since + 10);
		await host.poll();
		host.wipeStaticData();
		const again = await polledAfter(host, AFTER_MS.slice(0, 1));
		expect(hashes(again.flat())).toEqual(staked);
	});
});

test('events that are read again after a lost state and a restart: confirmed ones do not come again', async () => {
	const host = await published('scheduler');
	const [saved, lost] = bench.stake(bench.since + 10, bench.since + 20);
	const { items } = await host.poll();
	await host.confirm(items.filter(({ txHash }) => txHash === saved));
	host.wipeStaticData();
	await host.restart();
	pass(10 * MINUTE_MS);
	expect(hashes((await host.poll()).items)).toEqual([lost]);
});

test('a trigger that was never started takes what there is as its baseline, and keeps to it', async () => {
	const host = bench.trigger('default', CONFIRMED);
	bench.stake(bench.since - 60);
	expect((await host.restart()).items).toEqual([]);
	bench.stake(bench.since + 10);
	const { items } = await host.poll();
	expect(items).toHaveLength(1);
	const again = await polledAfter(host, AFTER_MS.slice(0, DELIVERIES - 1));
	expect(again.map(hashes)).toEqual(Array.from(again, () => hashes(items)));
});

test('an event of a state is delivered again as it was', async () => {
	const parameters = { ...HEALTH, options: OPTIONS } as INodeParameters;
	const host = await published('durable', parameters);
	bench.control.setHealth({ healthy: false });
	const { items } = await host.poll();
	expect(items).toHaveLength(1);
	const [again] = await polledAfter(host, AFTER_MS.slice(0, 1));
	expect(again).toEqual(items);
});

test('the option off, after it was on: nothing is delivered again', async () => {
	const host = await published('default');
	bench.stake(bench.since + 10);
	await host.poll();
	await host.publish({ ...STAKING, options: { retries: 0 } });
	expect((await polledAfter(host, AFTER_MS)).flat()).toEqual([]);
	expect(waiting(host)).toBe(false);
});

test('a service that fails delays a delivery, and loses none', async () => {
	const host = await published('default');
	const staked = bench.stake(bench.since + 10);
	await host.poll();
	pass(AFTER_MS[0]);
	bench.control.addFaults({ faults: [{ kind: 'status', status: 500, times: 1 }] });
	await host.poll();
	expect(hashes((await host.poll()).items)).toEqual(staked);
});

test('without the operation behind the trigger, its polls fail', async () => {
	const rule =
		/"Deliver until Confirmed" \(untilConfirmed\) must be used with the operation Event: Confirm/;
	await expect(bench.engine.pollOnce({ parameters: CONFIRMED })).rejects.toThrow(rule);
});

describe('what the operation refuses', () => {
	const confirm = { resource: 'event', operation: 'confirm' };
	test.each<[string, object, RegExp]>([
		['an item without an id', { title: 'x' }, /"Event ID" \(eventId\) is required.*undefined/],
		['an id that is not a text', { id: 7 }, /"Event ID" \(eventId\) is required.*7/],
	])('%s', async (_, json, message) => {
		const { error } = await bench.engine.execute({
			node: 'avalanche',
			parameters: confirm,
			items: [{ json: json as never }],
		});
		expect(error?.message).toMatch(message);
	});

	test('a manual execution records nothing', async () => {
		const { items, error } = await bench.engine.execute({
			node: 'avalanche',
			parameters: { ...confirm, eventId: '={{ $json.about.id }}' },
			items: [{ json: { about: { id: 'staking.transaction:1' } } }],
		});
		expect(error).toBeUndefined();
		expect(items[ACTION].map(({ json }) => json)).toEqual([
			{ eventId: 'staking.transaction:1', confirmed: false },
		]);
	});
});

test('more transfers of unknown tokens than can wait do not stop those of known ones, and are given up by name', async () => {
	const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
	const [known, unknown] = tokensIn(bench.world).erc20;
	const from = `0x${'51'.repeat(20)}`;
	const host = await published('durable', {
		...{ event: 'transfer', readFrom: 'data', addresses: MINE, simplify: true },
		options: { ...OPTIONS, knownTokens: known.address },
	});
	const spam = Array.from({ length: MOST_WAITING + 1 }, () => ({ from, to: MINE, token: 1 }));
	bench.control.addTransfers({ transfers: [...spam, { from, to: MINE, value: 5_000_000n }] });
	const items: Item[] = [];
	for (let polls = 0; polls < 5; polls++) items.push(...(await host.poll()).items);
	const of = (contract: string, among = items) =>
		among.filter((item) => String(item.contractAddress).toLowerCase() === contract);
	expect(of(unknown.address)).toHaveLength(MOST_WAITING + 1);
	expect(of(known.address)).toHaveLength(1);
	const notices = items.filter(({ event }) => event === 'delivery.givenUp');
	expect(notices[0].text).toMatch(/^More than 500 events on unknown assets wait/);
	const named = notices.flatMap(({ givenUp }) =>
		(givenUp as unknown as Item[]).map(({ id }) => id),
	);
	expect(named).toEqual(
		of(unknown.address)
			.map(({ id }) => id)
			.slice(0, named.length),
	);
	expect(named).toHaveLength(MOST_WAITING + 1 - MOST_FOREIGN);
	// The known one is delivered again, as its room is not taken.
	const [again] = await polledAfter(host, [AFTER_MS[0]]);
	expect(of(known.address, again)).toHaveLength(1);
});
