import type { Check } from '../../lab/campaigns/lambdas/classes';
import { checkComplete } from '../../lab/campaigns/notifyWorld/checks';
import { makeWorld, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { positionSchema, tokenOf } from '../../lambdas/notify/pages';

/** Deliveries behind a queue, in virtual time. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type World = ReturnType<typeof makeWorld>;

async function started(targets: string[], more: object = {}): Promise<World> {
	const { settings = {}, ...options } = more as { settings?: object };
	const world = makeWorld({
		targets: targets.map((name) => targetNamed(name, settings)),
		...options,
	});
	await world.invoke();
	world.clock.time += MINUTE;
	return world;
}
const forMinutes = async (world: World, minutes: number) =>
	await world.deliverUntil(world.clock.time + minutes * MINUTE);
const mostAtOnce = (all: World['arrivals']) =>
	Math.max(
		...all.map(
			({ begunAt: at }) => all.filter((one) => one.begunAt <= at && one.endedAt > at).length,
		),
	);
const rows = (world: World, prefix: string) =>
	world.table.items().filter(({ pk }) => String(pk).startsWith(prefix));

test('each event comes once to each target; one item for each outcome, and none for the rest', async () => {
	const world = await started(['a', 'b', 'c']);
	const ids = world.add(20);
	await forMinutes(world, 2);
	const got = world.arrivals.map(({ target, id }) => `${target} ${id}`).sort();
	expect(got).toEqual(['a', 'b', 'c'].flatMap((name) => ids.map((id) => `${name} ${id}`)).sort());
	const outcomes = rows(world, 'delivery#');
	expect(outcomes).toHaveLength(60);
	for (const row of outcomes) {
		expect(Object.keys(row).sort()).toEqual(
			['attempts', 'createdAt', 'deliveredAt', 'expiresAt', 'pk', 'sk', 'source'].sort(),
		);
	}
	expect(rows(world, 'event#')).toHaveLength(20);
	expect(world.lanes.main.bodies()).toEqual([]);
	expect(world.lanes.main.count.ungrouped).toBe(0);
});

test('changed settings are those of the next run, in the same execution environment', async () => {
	const world = await started(['a']);
	world.state.settings = { ...world.state.settings, targets: [targetNamed('b')] };
	world.add(1);
	await world.pass();
	expect(world.arrivals.map(({ target }) => target)).toEqual(['b']);
});

test('messages that come twice are harmless where the receiver knows the id, and are claimed elsewhere', async () => {
	const slack = (name: string) => ({
		...targetNamed(name),
		format: 'slack',
		unsigned: undefined,
		url: `https://${name}.example.org/`,
		perMinute: 60_000,
	});
	const world = makeWorld({
		targets: [targetNamed('hook'), slack('slack')],
		queue: { repeats: () => true },
	});
	// Each message comes exactly twice.
	for (const lane of Object.values(world.lanes)) {
		let times = 0;
		lane.state.repeats = () => times++ % 2 === 0;
	}
	await world.invoke();
	world.clock.time += MINUTE;
	world.add(10);
	await forMinutes(world, 3);
	const of = (name: string) => world.arrivals.filter(({ target }) => target === name);
	const hooks = of('hook');
	expect(new Set(hooks.map(({ messageId }) => messageId)).size).toBe(10);
	expect(of('slack')).toHaveLength(10);
});

test('a target that responds late is moved to the other queue, and delays no other', async () => {
	const fast = Array.from({ length: 20 }, (_, at) => `f${at}`);
	const world = await started(['slow', ...fast], {
		answer: (target: string) => ({ ms: target === 'slow' ? 14_000 : 50 }),
		concurrency: 4,
	});
	world.add(100);
	await forMinutes(world, 2);
	world.add(100);
	const begun = world.clock.time;
	await forMinutes(world, 2);
	const later = world.arrivals.filter(
		({ target, begunAt }) => target !== 'slow' && begunAt >= begun,
	);
	expect(later).toHaveLength(2_000);
	const last = Math.max(...later.map(({ endedAt }) => endedAt));
	expect(last - begun).toBeLessThan(60_000 + 20_000);
	expect(world.lanes.slow.count.sent).toBeGreaterThan(0);
	// Not more at once than the setting of the target.
	const slow = world.arrivals.filter(({ target }) => target === 'slow');
	expect(mostAtOnce(slow)).toBeLessThanOrEqual(10);
});

test('a target gets no more requests at once than its setting says, of all senders', async () => {
	const answer = () => ({ ms: 1_500 });
	const world = await started(['narrow'], { settings: { concurrency: 2 }, concurrency: 5, answer });
	world.add(60);
	await forMinutes(world, 4);
	expect(world.arrivals).toHaveLength(60);
	expect(mostAtOnce(world.arrivals)).toBeLessThanOrEqual(2);
});

test('a rate is kept by all senders together', async () => {
	const world = await started(['paced'], { settings: { perMinute: 60 }, concurrency: 5 });
	world.add(100);
	await forMinutes(world, 4);
	expect(world.arrivals).toHaveLength(100);
	const times = world.arrivals.map(({ begunAt }) => begunAt);
	const busiest = Math.max(
		...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length),
	);
	expect(busiest).toBeLessThanOrEqual(62);
});

describe('nothing is lost, and repeats have the same id', () => {
	const targets = ['a', 'b', 'c'];

	function expectComplete(world: World, ids: readonly string[]): void {
		const check: Check = (holds, said) => expect([holds, said]).toEqual([true, said]);
		checkComplete(check, world, ids, targets);
		expect(new Set(world.arrivals.map(({ id }) => id))).toEqual(new Set(ids));
	}
	const queue = { visibilitySeconds: 30 };

	test.each([3, 7, 20])('if a process dies at every call number %i', async (every) => {
		const world = await started(targets, { queue });
		const ids: string[] = [];
		let [calls, deaths] = [0, 0];
		world.state.crash = () => {
			if (++calls % every > 0) return undefined;
			return deaths++ % 2 === 0 ? 'before' : 'after';
		};
		for (let round = 0; round < 5; round++) {
			ids.push(...world.add(5));
			await forMinutes(world, 2);
		}
		expect(deaths).toBeGreaterThan(5);
		world.state.crash = undefined;
		await forMinutes(world, 10);
		expectComplete(world, ids);
	});

	test('if calls of the queue and of the table fail, or their answers are lost', async () => {
		const world = await started(targets, { queue });
		let calls = 0;
		const fails = (name: string) =>
			++calls % 4 === 0
				? Object.assign(new Error(name), { name: 'ServiceUnavailable' })
				: undefined;
		for (const { state } of [world.table, ...Object.values(world.lanes)]) {
			state.refuse = fails;
			state.lose = fails;
		}
		const ids = world.add(20);
		await forMinutes(world, 10);
		for (const { state } of [world.table, ...Object.values(world.lanes)]) {
			state.refuse = undefined;
			state.lose = undefined;
		}
		await forMinutes(world, 5);
		expectComplete(world, ids);
	});

	test('if the table cannot be reached for longer than a batch takes', async () => {
		const world = await started(targets, { queue });
		const ids = world.add(20);
		const until = world.clock.time + 5 * MINUTE;
		let puts = 0;
		world.table.state.refuse = (command) =>
			(command === 'BatchWriteCommand' || command === 'GetCommand') &&
			puts++ > 10 &&
			world.clock.time < until
				? Object.assign(new Error('down'), { name: 'InternalServerError' })
				: undefined;
		await forMinutes(world, 10);
		expectComplete(world, ids);
		expect(world.arrivals.length).toBeGreaterThan(60);
	});
});

test('listPending shows the numbers of messages, and the later attempts in the table in pages', async () => {
	const fails = () => ({ ms: 5, status: 500 });
	const world = await started(['a', 'b'], { answer: fails });
	world.add(7);
	await forMinutes(world, 1);
	const ask = async (more: object = {}) => {
		const { report } = await world.invoke({ action: 'listPending', ...more });
		return report as unknown as {
			deliveries: Array<{ target: string; id: string; attempts: number }>;
			queued?: { main: object; slow: object };
			next?: string;
		};
	};
	expect(await ask()).toMatchObject({
		deliveries: [],
		queued: {
			main: { waiting: 0, delayed: 14, sending: 0 },
			slow: { waiting: 0, delayed: 0, sending: 0 },
		},
	});
	await forMinutes(world, 7);
	for (const [limit, target, expected] of [
		[3, undefined, ['a', 'b']],
		[1, undefined, ['a', 'b']],
		[100, undefined, ['a', 'b']],
		[2, 'b', ['b']],
	] as const) {
		const found: string[] = [];
		let after: string | undefined;
		do {
			const answer = await ask({ limit, target, after });
			expect(answer.deliveries.length).toBeLessThanOrEqual(limit);
			expect(answer.queued === undefined).toBe(after !== undefined);
			found.push(...answer.deliveries.map((one) => `${one.target} ${one.id} ${one.attempts}`));
			after = answer.next;
		} while (after !== undefined);
		const messages = [...new Set(world.arrivals.map(({ messageId }) => messageId))];
		const all = expected.flatMap((name) => messages.map((id) => `${name} ${id} 3`));
		expect([...found].sort()).toEqual([...all].sort());
	}
});

test('a position of one list is refused by the other', () => {
	const position = { target: 'a', id: 'b', dueAt: 5 };
	const token = tokenOf('dead', position);
	expect(positionSchema('dead').parse(token)).toEqual(position);
	expect(positionSchema('late').safeParse(token).error?.issues).toMatchObject([
		{ message: 'must be "next" of an earlier answer' },
	]);
});

test('runs that die at their 40th call bring late attempts of all queues on', async () => {
	let status = 500;
	const world = await started(['a'], { answer: () => ({ ms: 50, status }) });
	const ids = world.add(100);
	await forMinutes(world, 30);
	status = 200;
	const late = () =>
		world.table.items().filter(({ queue }) => String(queue).startsWith('late')).length;
	expect(late()).toBe(100);
	world.clock.time += HOUR;
	let calls = 0;
	world.state.crash = () => (++calls === 40 ? 'before' : undefined);
	for (let runs = 0; late() > 0 && runs < 100; runs++) {
		calls = 0;
		await world.invoke();
		// The leases of a run that died end.
		world.clock.time += 2 * MINUTE;
	}
	expect(late()).toBe(0);
	world.state.crash = undefined;
	await forMinutes(world, 5);
	expect(new Set(world.arrivals.flatMap(({ accepted, id }) => (accepted ? [id] : [])))).toEqual(
		new Set(ids),
	);
});
