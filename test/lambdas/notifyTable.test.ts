import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { type Delivery, LAG_MS } from '../../lambdas/notify/store';
import { virtualClock } from '../../core/testing/virtualClock';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, makeWorld, targetNamed } from '../../lab/campaigns/notifyWorld/world';

/** Items of the table: the event once, leases, and deliveries of an earlier version. */

const event = (number: number) => ({
	id: `event:${number}`,
	type: 'staking.transaction',
	timestamp: '2026-11-07T12:00:00Z',
	data: {},
});
const deliveryTo = (target: string, number = 1): Delivery => ({
	target,
	id: `msg_${number}`,
	source: 'staking',
	event: event(number) as never,
	attempts: 0,
	dueAt: NOON,
	createdAt: NOON,
});

function opened() {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const store = dynamoStore(table as never, 'notify');
	const again = () => dynamoStore(table as never, 'notify');
	return { clock, table, store, again, run: clock.run.bind(clock) };
}

test('an event whose write failed is written again before its delivery', async () => {
	const { table, store, run } = opened();
	let refusals = 1;
	table.state.refuse = (command) =>
		command === 'PutCommand' && refusals-- > 0 ? new Error('refused') : undefined;
	await expect(run(() => store.addDead(deliveryTo('a'), 'x'))).rejects.toThrow('refused');
	expect(table.items()).toEqual([]);
	await run(() => store.addDead(deliveryTo('a'), 'x'));
	expect(table.items()).toHaveLength(2);
});

test('an event outlives its dead letter, and the attempts after it is put back', async () => {
	const { clock, table, store, run } = opened();
	const days = () => {
		const [{ expiresAt }] = table.items().filter(({ pk }) => pk === 'event#msg_1');
		return (Number(expiresAt) - clock.time / 1000) / 86_400;
	};
	await run(() => store.events.put('msg_1', deliveryTo('a').event, NOON));
	// Ten attempts, the longest pause between them a day.
	expect(days()).toBeGreaterThan(10);
	const dead = { to: 'dead', dueAt: NOON, attempts: 1, lastError: 'x' } as const;
	await run(() => store.queued.failed(deliveryTo('a'), dead, NOON));
	expect(days()).toBeGreaterThan(100);
	clock.time += 89 * 86_400_000;
	await run(() => store.revive({ target: 'a', id: 'msg_1' }, clock.time));
	expect(days()).toBeGreaterThan(100);
});

test('a table of a version that sent by itself is refused, with what to do', async () => {
	const world = makeWorld({ targets: [targetNamed('a')] });
	await world.clock.run(() => world.table.put({ pk: 'targets', sk: 'state', version: 1 }));
	const { error } = await world.invoke();
	expect(error).toMatchObject({
		name: 'TableUnusable',
		message: expect.stringMatching(/"notify" is of an earlier version.*Deploy with a new table/),
	});
});

test('a lease is held by one, ends, and says whether another has had it just before', async () => {
	const { store, run, table } = opened();
	const lease = (holder: string, now: number) =>
		run(() => store.lease('a', holder, now + 30_000, now));
	expect(await lease('one', NOON)).toEqual({ shared: false });
	expect(table.items()).toMatchObject([{ expiresAt: NOON / 1000 + 86_400 }]);
	expect(await lease('two', NOON + 30_000)).toBeUndefined();
	expect(await lease('one', NOON + 29_000)).toEqual({ shared: false });
	await run(() => store.release('a', 'two', NOON + 30_000));
	expect(await lease('two', NOON + 30_000)).toBeUndefined();
	await run(() => store.release('a', 'one', NOON + 30_000));
	expect(await lease('two', NOON + 31_000)).toEqual({ shared: true });
	await run(() => store.release('a', 'two', NOON + 32_000));
	expect(await lease('one', NOON + 32_000 + LAG_MS)).toEqual({ shared: false });
	// It ended without a release.
	const end = NOON + 62_000 + LAG_MS;
	expect(await lease('two', end + LAG_MS - 1)).toEqual({ shared: true });
});
