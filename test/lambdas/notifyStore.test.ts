import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { NetworkEvent } from '../../core/events/event';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { inParts } from '../../lambdas/notify/stateParts';
import type { Cursor } from '../../lambdas/notify/store';
import type { TargetState } from '../../lambdas/notify/targetStates';
import { nameOf } from '../../lambdas/subscriptions/subscription';
import { TABLE, startTable } from '../../lab/kit/lambda/notifyKit';
import { forTests } from '../emulatorForTests';

/** The store of notify on DynamoDB or its stand-in: pages, positions, turns, and events in memory. */

const NOW = 1_794_052_800_000;
const DAY = 86_400;
/** The end of an item that is kept for some days from now (Unix seconds). */
const after = (days: number) => NOW / 1000 + days * DAY;
const table = forTests(startTable);
beforeEach(() => table.clear());

/** A store in a new process, and the commands that it sends, or the error of the next one. */
function opened() {
	const state = { sent: [] as string[], fails: false };
	const send = async (command: never) => {
		state.sent.push((command as object).constructor.name.replace('Command', ''));
		if (!state.fails) return await table.client.send(command);
		state.fails = false;
		throw new Error('refused');
	};
	return { ...dynamoStore({ send } as never, TABLE), state };
}

const key = { pk: 'delivery#a', sk: 'msg_1' };
const delivery = { target: 'a', id: 'msg_1', source: 's', attempts: 2, createdAt: NOW };
const eventOf = (length: number): NetworkEvent => {
	const event = { id: 'e', type: 't', timestamp: '2026-11-07T12:00:00Z', data: { text: '' } };
	event.data.text = 'x'.repeat(length - JSON.stringify(event).length);
	return event;
};

test.each([
	['the first', undefined, NOW, 1, NOW],
	['one in the past', { nextAt: NOW - 50, version: 4 }, NOW, 5, NOW],
	['one that comes', { nextAt: NOW + 50, version: 4 }, NOW + 50, 5, NOW + 50],
	['one that is too late', { nextAt: NOW + 51, version: 4 }, NOW + 50, 4, undefined],
])('turns of a target: %s', async (_, item, latest, version, first) => {
	const turn = { pk: 'turn#a', sk: 'turn' };
	if (item) await table.put({ ...turn, ...item });
	const { queued } = opened();
	expect(await queued.turns('a', 3, 100, { now: NOW, latest })).toBe(first);
	const nextAt = first === undefined ? item?.nextAt : first + 300;
	const expiresAt = first && Math.floor((first + 300) / 1000) + DAY;
	expect(await table.items()).toEqual([{ ...turn, version, nextAt, ...(first && { expiresAt }) }]);
});

test('turns that are taken at the same time follow each other', async () => {
	const { queued } = opened();
	const take = () => queued.turns('a', 1, 100, { now: NOW, latest: NOW + 500 });
	const taken = await Promise.all([take(), take(), take()]);
	expect(taken.sort()).toEqual([NOW, NOW + 100, NOW + 200]);
});

test('outcomes have their end, and only a dead letter makes its event stay', async () => {
	const { queued, addDead, revive } = opened();
	const { target: _, id: __, ...rest } = delivery;
	await queued.delivered([delivery], NOW);
	expect(await table.items()).toEqual([
		{ ...key, ...rest, deliveredAt: NOW, expiresAt: after(30) },
	]);
	const event = { pk: 'event#msg_1', sk: 'event', expiresAt: 1 };
	const how = { dueAt: NOW, attempts: 3, lastError: 'x' };
	for (const [to, end, expiresAt] of [
		['pending', {}, 1],
		['dead', { expiresAt: after(90) }, after(120)],
	] as const) {
		await table.clear();
		await table.put(event);
		await queued.failed(delivery, { to, ...how }, NOW);
		const queue = to === 'dead' ? 'dead' : 'late#1';
		const items = await table.items();
		expect(items).toContainEqual({ ...key, source: 's', createdAt: NOW, ...how, queue, ...end });
		expect(items).toContainEqual({ ...event, expiresAt });
	}
	expect(await revive(delivery, NOW + 1)).toBe(true);
	const revived = { ...key, source: 's', createdAt: NOW, lastError: 'x', attempts: 0 };
	expect(await table.items()).toContainEqual({ ...revived, queue: 'late#1', dueAt: NOW + 1 });
	await table.put({ ...revived, queue: 'a', dueAt: NOW });
	expect(await revive(delivery, NOW + 1)).toBe(false);
	await table.clear();
	await addDead({ ...delivery, dueAt: NOW, event: eventOf(200) }, 'x');
	expect(await table.items()).toContainEqual(expect.objectContaining({ expiresAt: after(90) }));
	// Its end came between the condition and the reading.
	const { queued: other } = dynamoStore(
		{
			send: async (command: { input: { UpdateExpression?: string } }) => {
				if (command.input.UpdateExpression === undefined) return {};
				throw Object.assign(new Error(), { name: 'ConditionalCheckFailedException' });
			},
		} as never,
		TABLE,
	);
	expect(await other.claim(delivery, NOW + 1, NOW)).toBe('done');
});

test('the position of a fan-out belongs to one version of one source', async () => {
	const { fanOutPosition, saveFanOutPosition } = opened();
	expect(await fanOutPosition('s', 3)).toBeUndefined();
	await saveFanOutPosition('s', 3, { event: 5, target: 'b' } as never);
	expect(await fanOutPosition('s', 3)).toStrictEqual({ event: 5, target: 'b' });
	expect([await fanOutPosition('s', 2), await fanOutPosition('t', 3)]).toEqual([
		undefined,
		undefined,
	]);
	await saveFanOutPosition('s', 3, { event: 5 } as never);
	expect(await fanOutPosition('s', 3)).toStrictEqual({ event: 5 });
});

test('a queue is read in pages, by target and time', async () => {
	const position = (at: number) => ({
		...{ target: at % 2 ? 'a' : 'b', id: `msg_${at}`, dueAt: NOW + at },
	});
	for (const at of [1, 2, 3, 4]) {
		const { target, id: sk, dueAt } = position(at);
		const item = { pk: `delivery#${target}`, sk, source: 's', attempts: 1, createdAt: NOW };
		await table.put({ ...item, lastError: 'x', queue: 'dead', dueAt });
	}
	const event = eventOf(200);
	await table.put({ pk: 'event#msg_1', sk: 'event', event: JSON.stringify(event) });
	const { dead, late, countLate } = opened();
	const all = await dead(10);
	const rest = { source: 's', attempts: 1, createdAt: NOW, lastError: 'x' };
	const timestamp = '2026-11-07T12:00:00.000Z';
	const lost = { id: 'msg_2', type: 'notify.lostEvent', timestamp, data: {} };
	expect(all).toStrictEqual({ deliveries: expect.any(Array) });
	expect(all.deliveries.slice(0, 2)).toStrictEqual([
		{ ...position(1), ...rest, event },
		{ ...position(2), ...rest, event: lost, lost: true },
	]);
	const ids = async (page: Promise<typeof all>) =>
		(await page).deliveries.map(({ id }) => Number(id.slice(4)));
	const first = await dead(2);
	expect(first.next).toStrictEqual(position(2));
	expect(Object.keys(first)).toEqual(['deliveries', 'next']);
	expect(await ids(dead(2, first.next))).toEqual([3, 4]);
	// All behind a position are due later.
	expect(await ids(dead(2, first.next, { from: NOW + 4 }))).toEqual([3, 4]);
	expect(await ids(dead(9, undefined, { from: NOW + 2 }))).toEqual([2, 3, 4]);
	expect(await ids(late('dead', 9, undefined, { until: NOW + 2 }))).toEqual([1, 2]);
	expect(await ids(late('dead', 9, undefined, { target: 'b' }))).toEqual([2, 4]);
	const bare = await dead(1, undefined, { target: 'a', bare: true });
	expect(bare.deliveries).toMatchObject([{ id: 'msg_1', lost: true }]);
	expect(await countLate()).toBe(0);
	for (const [at, queue] of ['late#0', 'late#3', 'late#3'].entries()) {
		await table.put({ pk: 'delivery#a', sk: `msg_late${at}`, queue, dueAt: NOW });
	}
	expect(await countLate()).toBe(3);
});

test.each([
	[900, { event: expect.any(String) }],
	[901, { data: expect.any(Uint8Array) }],
])('an event of %i characters is written once, and read back', async (length, content) => {
	const [one, other] = [opened(), opened()];
	const event = eventOf(length);
	await Promise.all([one.events.put('m', event, NOW), one.events.put('m', event, NOW)]);
	await one.events.put('m', event, NOW);
	expect(await one.events.get('m')).toEqual(event);
	expect(one.state.sent).toEqual(['Put']);
	expect(await table.items()).toEqual([
		{ pk: 'event#m', sk: 'event', ...content, expiresAt: after(40) },
	]);
	expect(await Promise.all([other.events.get('m'), other.events.get('m')])).toEqual([event, event]);
	await other.events.get('m');
	expect(other.state.sent).toEqual(['Get']);
});

test.each([
	[after(30), 'first', 'first'],
	[after(30) - 1, 'second', 'second'],
])('an event that ends at %i: the %s content is sent', async (expiresAt, content) => {
	const first = { ...eventOf(200), type: 'first' };
	const second = { ...eventOf(200), type: 'second' };
	const item = { pk: 'event#m', sk: 'event', event: JSON.stringify(first), expiresAt };
	const isFirst = content === 'first';
	await table.put(item);
	const { events, state } = opened();
	await events.put('m', second, NOW);
	await events.put('m', second, NOW);
	expect((await events.get('m'))?.type).toBe(content);
	expect(state.sent).toEqual(isFirst ? ['Put', 'Get'] : ['Put']);
	// Recalled, it is not written again where enough of it is left.
	await table.put(item);
	const other = opened();
	await other.events.recall(['m', 'm', 'n'], NOW);
	expect((await other.events.get('m'))?.type).toBe('first');
	expect(other.state.sent).toEqual(['Get', 'Get']);
	await other.events.put('m', second, NOW);
	expect(other.state.sent).toEqual(isFirst ? ['Get', 'Get'] : ['Get', 'Get', 'Put']);
	await table.put({ ...item, pk: 'event#n' });
	expect((await other.events.get('n'))?.type).toBe('first');
});

test('an event that another process has written in the meantime is read again', async () => {
	const { events } = opened();
	const write = (type: string, days: number) => {
		const event = JSON.stringify({ ...eventOf(200), type });
		return table.put({ pk: 'event#m', sk: 'event', event, expiresAt: after(days) });
	};
	await write('first', 29);
	await events.get('m');
	await write('second', 40);
	await events.put('m', eventOf(200), NOW);
	expect((await events.get('m'))?.type).toBe('second');
});

test('an event that was not there, or could not be read, is read again', async () => {
	const { events, state } = opened();
	expect(await events.get('m')).toBeUndefined();
	state.fails = true;
	await expect(events.get('m')).rejects.toThrow('refused');
	await opened().events.put('m', eventOf(200), NOW);
	expect(await events.get('m')).toEqual(eventOf(200));
});

test('16 MiB of events are kept in memory, those that were used last', async () => {
	const [writer, { events, state }] = [opened(), opened()];
	const half = eventOf(8 * 1024 * 1024);
	for (const id of ['1', '2']) await writer.events.put(id, half, NOW);
	for (const id of ['1', '2', '1', '2']) await events.get(id);
	expect(state.sent).toEqual(['Get', 'Get']);
	await events.put('3', eventOf(200), NOW);
	await events.get('2');
	expect(state.sent).toEqual(['Get', 'Get', 'Put']);
	await events.get('1');
	expect(state.sent).toEqual(['Get', 'Get', 'Put', 'Get']);
	// One that left the memory is written again: it may have ended.
	await writer.events.put('4', half, NOW);
	writer.state.sent.length = 0;
	await writer.events.put('1', half, NOW);
	expect(writer.state.sent).toEqual(['Put']);
});

/** Text of so many kilobytes that nothing compresses. */
const noise = (seed: string, kilobytes: number) => {
	const hashes = Array.from({ length: kilobytes * 32 }, (_, at) =>
		createHash('sha256').update(`${seed}${at}`).digest(),
	);
	return Buffer.concat(hashes).toString('base64');
};
/** A state that does not fit into an item as it is. */
const largeState = (seed: string) => ({ k: seed, v: noise(seed, 100) });

test('a large state is in parts, of which a write takes away those that no run may need', async () => {
	const { cursors } = opened();
	const parts = async () => {
		const all = (await table.items()).filter(({ sk }) => String(sk).startsWith('part#'));
		return new Map(all.map((one) => [String(one.sk), one]));
	};
	const [a, b] = ['a', 'b'].map(largeState);
	const first = await cursors.move('s', { version: 0 }, { state: a });
	const ofA = [...(await parts()).keys()];
	expect(ofA.length).toBeGreaterThan(1);
	// A run that died has left one, another run has put two for its next version: of these the cursor names one.
	const one = (await parts()).get(ofA[0]) as object;
	await table.put({ ...one, sk: 'part#left', version: 1 });
	await table.put({ ...one, sk: 'part#next', version: 4 });
	const read = await cursors.read('s');
	const named = ofA.map((name) => name.slice('part#'.length)).sort();
	expect(read).toMatchObject({ version: 1, state: a, stored: { stray: ['left'] } });
	expect(read.stored?.named.toSorted()).toEqual(named);
	await table.put({ ...one, version: 4 });
	// Another one has left a part that is put anew.
	const { parts: fresh } = inParts(b);
	const [[name, bytes]] = fresh;
	await table.put({ ...one, sk: `part#${name}`, version: 1, data: gzipSync(bytes) });
	const same = await cursors.move('s', read, { state: a, batch: [] });
	expect(same).toMatchObject({ version: 2 });
	expect(await cursors.read('s')).toMatchObject({ version: 2, state: a });
	expect(await cursors.move('s', same as Cursor, { state: b })).toMatchObject({ version: 3 });
	expect((await parts()).get(`part#${name}`)).toMatchObject({ version: 3 });
	expect(await cursors.move('s', first as Cursor, { state: a })).toBeUndefined();
	const second = await cursors.read('s');
	expect(second).toMatchObject({ version: 3, state: b });
	const ofB = (second.stored?.named ?? []).map((name) => `part#${name}`);
	expect([...(await parts()).keys()].sort()).toEqual([...ofB, ofA[0], 'part#next'].sort());
	// A part that is there for a later version stays so.
	await table.put({ ...one, version: 9 });
	await cursors.move('s', second, { state: a });
	expect((await parts()).get(ofA[0])).toMatchObject({ version: 9 });
	const whole = await table.items();
	await table.clear();
	for (const item of whole) if (item.sk !== ofA[1]) await table.put(item);
	await expect(cursors.read('s')).rejects.toMatchObject({ name: 'SourceIncomplete' });
});

test('a state is in the item of its cursor if it is small; a large one, or one beside many events, is in parts', async () => {
	const { cursors } = opened();
	expect(await cursors.read('s')).toEqual({ version: 0 });
	const small = { k: 'x' };
	const batchOf = (kilobytes: number) => [
		{ ...eventOf(200), data: { text: noise('event', kilobytes) } },
	];
	const moves = [
		{ inParts: false, next: { state: small } },
		{ inParts: false, next: { state: { k: 'x'.repeat(200_000) }, batch: [eventOf(200)] } },
		{ inParts: true, next: { state: largeState('a'), batch: [] } },
		{ inParts: false, next: { state: { k: noise('state', 60) }, batch: batchOf(300) } },
		{ inParts: true, next: { state: { k: noise('state', 60) }, batch: batchOf(350) } },
		{ inParts: false, next: { state: small, batch: batchOf(350) } },
	];
	for (const [index, { inParts: isInParts, next }] of moves.entries()) {
		const moved = await cursors.move('s', await cursors.read('s'), next);
		const { stored, ...read } = await cursors.read('s');
		expect(read).toEqual({ version: index + 1, ...next });
		expect([stored !== undefined, 'stored' in (moved ?? {})]).toEqual([isInParts, isInParts]);
		const parts = (await table.items()).filter(({ sk }) => String(sk).startsWith('part#'));
		expect(parts.length > 0).toBe(isInParts);
		expect(cursors.fits(next)).toBe(true);
	}
	expect(cursors.fits({ state: small, batch: batchOf(400) })).toBe(false);
	expect(cursors.fits({ batch: batchOf(400) })).toBe(false);
});

test('a cursor that another run moves while it is read is read again', async () => {
	const [reader, writer] = [opened(), opened()];
	const first = await writer.cursors.move('s', { version: 0 }, { state: largeState('a') });
	const { client } = table;
	const send = client.send.bind(client);
	let isFirst = true;
	const between = async (command: never) => {
		if (isFirst && (command as object).constructor.name === 'QueryCommand') {
			isFirst = false;
			await writer.cursors.move('s', first as Cursor, { state: largeState('b') });
		}
		return await send(command);
	};
	const { cursors } = dynamoStore({ send: between } as never, TABLE);
	expect(await cursors.read('s')).toMatchObject({ version: 2, state: largeState('b') });
	expect(await reader.cursors.read('s')).toMatchObject({ version: 2 });
});

test('targets that fail, are disabled or hold events are listed; those that are quick are not', async () => {
	const { states } = opened();
	const failing = { since: NOW, reason: 'status 500' };
	await states.change('a', NOW, () => ({ failing }));
	await states.change('b', NOW, () => ({ quick: true }));
	await states.change('c', NOW, () => ({ holdsSince: NOW }));
	await table.put({ pk: 'delivery#a', sk: 'msg_1', queue: 'dead', dueAt: NOW });
	expect([...(await states.troubled()).keys()].sort()).toEqual(['a', 'c']);
});

const SUBSCRIPTION = nameOf({ owner: 'owner', id: 'id' });
const [mark, reason] = ['mark', 'status 500'];
test.each<[string, string, TargetState, object]>([
	[
		'is listed by when it was disabled',
		'a',
		{
			disabled: { at: NOW - 9, reason, urlMark: mark },
			failing: { since: NOW - 8, reason },
			holdsSince: NOW - 7,
		},
		{ queue: 'target', dueAt: NOW - 9 },
	],
	[
		'is listed by its first failure',
		'a',
		{ failing: { since: NOW - 8, reason }, holdsSince: NOW - 7 },
		{ queue: 'target', dueAt: NOW - 8 },
	],
	[
		'is listed by when it began to hold',
		'a',
		{ quick: true, holdsSince: NOW - 7 },
		{ queue: 'target', dueAt: NOW - 7 },
	],
	['is kept for 90 days if it is only quick', 'a', { quick: true }, { expiresAt: after(90) }],
	[
		'of a subscription is kept, and not listed',
		SUBSCRIPTION,
		{ failing: { since: NOW, reason } },
		{},
	],
	['of a quick subscription ends, too', SUBSCRIPTION, { quick: true }, { expiresAt: after(90) }],
])('a state %s', async (_, name, state, how) => {
	const { states, state: calls } = opened();
	const before = { heartbeatAt: 1 };
	await table.put({
		pk: `target#${name}`,
		sk: 'state',
		version: 4,
		state: before,
		queue: 'target',
		dueAt: 1,
		expiresAt: 1,
	});
	const apply = (known: TargetState) => ({ ...known, ...state });
	expect(await states.change(name, NOW, apply)).toEqual({ ...before, ...state });
	const item = { pk: `target#${name}`, sk: 'state', version: 5, state: { ...before, ...state } };
	expect(await table.items()).toEqual([{ ...item, ...how }]);
	// The same state is not written.
	calls.sent.length = 0;
	expect(await states.change(name, NOW + DAY * 1_000, apply)).toEqual(item.state);
	expect(calls.sent).toEqual(['Get']);
	expect([...(await states.read([name, 'other']))]).toEqual([[name, item.state]]);
	expect(await states.change('new', NOW, () => ({}))).toEqual({});
	expect(await table.items()).toHaveLength(1);
});

test('the states of an earlier version are recognized', async () => {
	const { states } = opened();
	expect(await states.isOfEarlierVersion()).toBe(false);
	await table.put({ pk: 'targets', sk: 'state', version: 1 });
	expect(await states.isOfEarlierVersion()).toBe(true);
});
