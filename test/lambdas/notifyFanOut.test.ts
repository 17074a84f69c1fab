import { act } from '../../lambdas/notify/actions';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { type FanOutOptions, fanOut } from '../../lambdas/notify/fanOut';
import { configuredRecipients } from '../../lambdas/notify/recipients';
import { type Settings, settingsOf } from '../../lambdas/notify/settings';
import type { BatchEvent } from '../../lambdas/notify/store';
import { openTargetBook } from '../../lambdas/notify/targetBook';
import { type VirtualClock, virtualClock } from '../../kit/virtualClock';
import { type MemoryTable, memoryTable } from '../../campaigns/notifyWorld/table';
import { NOON, makeWorld, staking, targetNamed } from '../../campaigns/notifyWorld/world';

let clock: VirtualClock;
let table: MemoryTable;
beforeEach(() => {
	clock = virtualClock(NOON);
	table = memoryTable({ clock, latencyMs: 1 });
});

const store = () => dynamoStore(table as never, 'notify');
const event = (number: number): BatchEvent => ({
	id: `event:${number}`,
	type: 'staking.transaction',
	timestamp: '2026-11-07T12:00:00Z',
	data: {},
});
let sources: Settings['sources'];
let targets: Settings['targets'];
beforeAll(async () => {
	({ sources, targets } = await settingsOf(
		JSON.stringify({ sources: [staking], targets: [targetNamed('b'), targetNamed('a')] }),
	));
});

async function optionsOf(more: Partial<FanOutOptions> = {}): Promise<FanOutOptions> {
	return {
		store: store(),
		book: await openTargetBook(store()),
		recipients: configuredRecipients(targets),
		disabled: new Map(),
		added: new Map(),
		clock,
		deadline: Infinity,
		...more,
	};
}
const deliveries = () => table.items().filter(({ pk }) => String(pk).startsWith('delivery#'));

test('a batch that has an event twice is put, each event once, also when it is continued', async () => {
	const batch = [event(1), event(1), event(2)];
	for (const again of [false, true]) {
		const done = await clock.run(async () =>
			fanOut(sources[0], { version: 1, batch }, await optionsOf(), again),
		);
		expect(done).toBe(true);
		expect(deliveries()).toHaveLength(4);
	}
});

test('a fan-out without time left continues after its last piece', async () => {
	const batch = Array.from({ length: 1000 }, (_, at) => event(at));
	const puts = () => table.count.calls.PutCommand ?? 0;
	const run = (deadline: number, again: boolean) =>
		clock.run(async () =>
			fanOut(sources[0], { version: 1, batch }, await optionsOf({ deadline }), again),
		);
	expect(await run(clock.time + 100, false)).toBe(false);
	const first = deliveries().length;
	expect(first).toBeGreaterThan(500);
	expect(first).toBeLessThan(2000);
	const before = puts();
	expect(await run(Infinity, true)).toBe(true);
	expect(deliveries()).toHaveLength(2000);
	// Only the piece that was interrupted is put again: each event with its two deliveries.
	expect(puts() - before).toBeLessThan((2000 - first + 500 + 10) * 1.5);
	expect(table.count.conditionsFailed).toBeLessThan(500 * 1.5);
});

test('runs that all die at their 50th write get to the end of a batch', async () => {
	const batch = Array.from({ length: 200 }, (_, at) => event(at));
	const dying = () => {
		let writes = 0;
		const send: MemoryTable['send'] = async (command) => {
			if (command.constructor.name !== 'GetCommand' && ++writes >= 50) throw new Error('died');
			return await table.send(command);
		};
		return dynamoStore({ send } as never, 'notify');
	};
	for (let run = 0; run < 20; run++) {
		await clock
			.run(async () =>
				fanOut(sources[0], { version: 1, batch }, await optionsOf({ store: dying() }), run > 0),
			)
			.catch(() => undefined);
	}
	expect(deliveries()).toHaveLength(400);
});

test('a target that is new in between gets the rest of the batch, and the others miss nothing', async () => {
	const batch = Array.from({ length: 1000 }, (_, at) => event(at));
	await clock.run(async () =>
		fanOut(
			sources[0],
			{ version: 1, batch },
			await optionsOf({ deadline: clock.time + 50 }),
			false,
		),
	);
	const more = [...targets, { ...targets[0], name: 'aa' }];
	await clock.run(async () =>
		fanOut(
			sources[0],
			{ version: 1, batch },
			await optionsOf({ recipients: configuredRecipients(more) }),
			true,
		),
	);
	const of = (name: string) => deliveries().filter(({ pk }) => pk === `delivery#${name}`).length;
	expect([of('a'), of('b')]).toEqual([1000, 1000]);
	expect(of('aa')).toBeGreaterThan(0);
});

test('of two runs that change what is known of targets neither loses what the other wrote', async () => {
	const [one, two] = [
		await clock.run(() => openTargetBook(store())),
		await clock.run(() => openTargetBook(store())),
	];
	await clock.run(() => Promise.all([one.announce(['a'], 5), two.announce(['b'], 7)]));
	const { targets: states } = await clock.run(() => store().targets());
	expect(states).toEqual({ a: { dueAt: 5, announcedAt: 5 }, b: { dueAt: 7, announcedAt: 7 } });
});

test('a letter that is redriven is sent, long after its target was forgotten', async () => {
	const world = makeWorld({ targets: [targetNamed('a')], answer: () => ({ ms: 5, status: 410 }) });
	await world.invoke();
	world.add(1);
	await world.invoke();
	expect(world.arrivals.map(({ accepted }) => accepted)).toEqual([false]);
	for (let run = 0; run < 3; run++) {
		world.clock.time += 3_600_000;
		await world.invoke();
	}
	world.state.answer = () => ({ ms: 5 });
	await world.invoke({ action: 'enableTarget', target: 'a' });
	await world.invoke({ action: 'redrive' });
	expect((await world.invoke()).report).toMatchObject({ delivered: 1, disabledTargets: [] });
	await world.clock.run(async () => {
		const { deadLetters } = (await act(
			{ action: 'listDeadLetters', limit: 10 },
			{
				store: dynamoStore(world.table as never, 'notify'),
				clock: world.clock,
				until: Infinity,
				settings: async () => ({ sources: [], storedSources: false, targets: [] }),
				queue: async () => undefined,
				send: async () => ({ status: 200 }),
			},
		)) as { deadLetters: unknown[] };
		expect(deadLetters).toEqual([]);
	});
});

test('a run too short for its targets gives every attempt a third of it', async () => {
	const world = makeWorld({
		targets: [targetNamed('a', { timeoutSeconds: 30 })],
		answer: () => ({ ms: Infinity }),
	});
	await world.invoke({}, 20);
	world.add(1);
	const { killed, report } = await world.invoke({}, 20);
	expect(killed).toBe(false);
	expect(report).toMatchObject({ failed: 1, slowTargets: ['a'] });
	const [{ begunAt, endedAt }] = world.arrivals;
	expect(endedAt - begunAt).toBe(6_000);
});
