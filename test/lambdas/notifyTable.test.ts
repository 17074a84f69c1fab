import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import type { Delivery } from '../../lambdas/notify/store';
import { openTargetBook } from '../../lambdas/notify/targetBook';
import { virtualClock } from '../../kit/virtualClock';
import { memoryTable } from '../../campaigns/notifyWorld/table';
import { NOON, makeWorld, targetNamed } from '../../campaigns/notifyWorld/world';

/** Items of the table: the event once, leases, and deliveries of an earlier version. */

const event = (number: number, text = '') => ({
	id: `event:${number}`,
	type: 'staking.transaction',
	timestamp: '2026-11-07T12:00:00Z',
	data: { text },
});
const deliveryTo = (target: string, number = 1, text = ''): Delivery => ({
	target,
	id: `msg_${number}`,
	source: 'staking',
	event: event(number, text) as never,
	attempts: 0,
	dueAt: NOON,
	createdAt: NOON,
});
const noise = Array.from({ length: 2_000 }, (_, at) => (at * 7919).toString(36)).join('');

function opened() {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const store = dynamoStore(table as never, 'notify');
	const again = () => dynamoStore(table as never, 'notify');
	return { clock, table, store, again, run: clock.run.bind(clock) };
}

test('an event is stored once for all its targets, and a delivery needs one unit', async () => {
	const { table, store, again, run } = opened();
	await run(() => store.addDelivery(deliveryTo('a', 1, noise)));
	const first = table.count.writeUnits;
	await run(() => store.addDelivery(deliveryTo('b', 1, noise)));
	// The item and its entry in the index.
	expect(table.count.writeUnits - first).toBe(2);
	expect(table.items().map(({ pk }) => pk)).toEqual(['event#msg_1', 'delivery#a', 'delivery#b']);
	const { deliveries } = await run(() => again().pending('b', 10));
	expect(deliveries).toEqual([{ ...deliveryTo('b', 1, noise), lastError: undefined }]);
});

test('all targets get the first content of an event', async () => {
	const { store, again, run } = opened();
	await run(() => store.addDelivery(deliveryTo('a', 1, 'first')));
	await run(() => again().addDelivery(deliveryTo('b', 1, 'second')));
	const { deliveries } = await run(() => again().pending('b', 10));
	expect(deliveries[0].event.data).toEqual({ text: 'first' });
});

test('an event whose write failed is written again before its delivery', async () => {
	const { table, store, run } = opened();
	let refusals = 1;
	table.state.refuse = (command) =>
		command === 'PutCommand' && refusals-- > 0 ? new Error('refused') : undefined;
	await expect(run(() => store.addDelivery(deliveryTo('a')))).rejects.toThrow('refused');
	expect(table.items()).toEqual([]);
	await run(() => store.addDelivery(deliveryTo('a')));
	expect(table.items()).toHaveLength(2);
});

test('an event outlives its dead letter, and the attempts after it is put back', async () => {
	const { clock, table, store, run } = opened();
	const days = () => {
		const [{ expiresAt }] = table.items().filter(({ pk }) => pk === 'event#msg_1');
		return (Number(expiresAt) - clock.time / 1000) / 86_400;
	};
	await run(() => store.addDelivery(deliveryTo('a')));
	// Ten attempts, the longest pause between them a day.
	expect(days()).toBeGreaterThan(10);
	const { deliveries } = await run(() => store.pending('a', 1));
	const dead = { to: 'dead', at: NOON, attempts: 1, lastError: 'x' } as const;
	await run(() => store.settle(deliveries[0], dead));
	expect(days()).toBeGreaterThan(100);
	clock.time += 89 * 86_400_000;
	await run(() => store.revive({ target: 'a', id: 'msg_1' }, clock.time));
	expect(days()).toBeGreaterThan(100);
});

test('a delivery without its event becomes a dead letter, and nothing is sent', async () => {
	const world = makeWorld({ targets: [targetNamed('a')] });
	await world.invoke();
	const store = dynamoStore(world.table as never, 'notify');
	await world.clock.run(async () => {
		await store.addDelivery(deliveryTo('a'));
		await (await openTargetBook(store)).announce(['a'], world.clock.time);
	});
	world.table.remove({ pk: 'event#msg_1', sk: 'event' });
	const { report } = await world.invoke();
	expect(report).toMatchObject({ delivered: 0, dead: 1 });
	expect(report?.failingTargets[0].reason).toMatch(/not in the table/);
	expect(world.arrivals).toEqual([]);
});

test('deliveries of an earlier version, with their events, are sent and listed', async () => {
	const world = makeWorld({ targets: [targetNamed('a')] });
	await world.invoke();
	const old = (number: number, queue: string) => ({
		pk: 'delivery#a',
		sk: `msg_${number}`,
		source: 'staking',
		event: JSON.stringify(event(number, 'old')),
		attempts: 1,
		dueAt: NOON,
		createdAt: NOON,
		queue,
	});
	const store = dynamoStore(world.table as never, 'notify');
	await world.clock.run(async () => {
		for (const Item of [old(1, 'pending#a'), old(2, 'dead')]) await world.table.put(Item);
		await (await openTargetBook(store)).announce(['a'], world.clock.time);
	});
	const { deliveries } = await world.clock.run(() => store.dead(10));
	expect(deliveries.map((one) => one.event.data)).toEqual([{ text: 'old' }]);
	expect((await world.invoke()).report).toMatchObject({ delivered: 1 });
	expect(world.arrivals.map(({ id, messageId }) => [id, messageId])).toEqual([
		['event:1', 'msg_1'],
	]);
	// A letter of an earlier version has no other item of its event.
	await world.invoke({ action: 'redrive' });
	expect((await world.invoke()).report).toMatchObject({ delivered: 1 });
	expect(world.table.items().filter(({ pk }) => String(pk).startsWith('event#'))).toEqual([]);
});

test('a lease is held by one, ends, and says whether another has had it just before', async () => {
	const { store, run } = opened();
	const lease = (holder: string, now: number) =>
		run(() => store.lease('a', holder, now + 30_000, now));
	expect(await lease('one', NOON)).toEqual({ shared: false });
	expect(await lease('two', NOON + 29_000)).toBeUndefined();
	expect(await lease('one', NOON + 29_000)).toEqual({ shared: false });
	await run(() => store.release('a', 'two', NOON + 30_000));
	expect(await lease('two', NOON + 30_000)).toBeUndefined();
	await run(() => store.release('a', 'one', NOON + 30_000));
	expect(await lease('two', NOON + 31_000)).toEqual({ shared: true });
	await run(() => store.release('a', 'two', NOON + 32_000));
	expect(await lease('one', NOON + 40_000)).toEqual({ shared: false });
	// It ended without a release.
	expect(await lease('two', NOON + 71_000)).toEqual({ shared: true });
});

test('two runs share the targets: each is served by one of them, and no claim is refused', async () => {
	const names = Array.from({ length: 20 }, (_, at) => `t${at}`);
	const world = makeWorld({
		targets: names.map((name) => targetNamed(name)),
		table: { lagMs: 200 },
	});
	await world.invoke();
	world.add(50);
	await world.invokeMany([{}, { action: 'deliver' }, { action: 'deliver' }]);
	world.clock.time += 60_000;
	await world.invokeMany([{}, { action: 'deliver' }]);
	expect(world.arrivals).toHaveLength(1_000);
	const sent = new Set(world.arrivals.map(({ target, messageId }) => `${target} ${messageId}`));
	expect(sent.size).toBe(1_000);
});
