import { deliveriesIn } from '../../kit/lambda/outboxItems';
import type { Check } from '../lambdas/classes';
import { MINUTE, begin, callsOf, checkComplete, names } from './checks';

import { makeWorld, targetNamed } from './world';

/** Faults of targets and events. */

/** The target and the id in the body of a message. */
const nameOf = (body: string) => {
	const { target, id } = JSON.parse(body) as { target: string; id: string };
	return `${target} ${id}`;
};

export const TARGET_CLASSES = {
	/** 1,000 targets and 1,000 events: far more than an invocation of 150 s can put or send. */
	async 'large fan-out'(check: Check) {
		const targets = names(1000, 't').map((name) => targetNamed(name));
		const world = makeWorld({ targets, table: { latencyMs: 100 } });
		await begin(world);
		world.add(1000);
		let puts = 0;
		for (let run = 1; run <= 2; run++) {
			const { sent } = world.lanes.main.count;
			const failed = world.table.count.conditionsFailed;
			const { killed, error } = await world.invoke({}, 150);
			check(!killed, `run ${run} was ended by Lambda`);
			check(error === undefined, `run ${run} failed: ${error?.name}`);
			const put = world.lanes.main.count.sent - sent;
			check(put > 0, `run ${run} put nothing`);
			puts += put;
			const again = world.table.count.conditionsFailed - failed;
			check(again <= 1000, `run ${run} put ${again} deliveries again`);
			world.clock.time += MINUTE;
		}
		const distinct = new Set(world.lanes.main.bodies().map(nameOf)).size;
		check(puts - distinct <= 500, `${puts - distinct} deliveries were put again`);
	},

	/** Nothing happens, for 1,000 targets that have been sent to before. */
	async 'idle run'(check: Check) {
		const targets = names(1000, 't');
		const world = makeWorld({ targets: targets.map((name) => targetNamed(name)) });
		await begin(world);
		const ids = world.add(1);
		await world.pass();
		checkComplete(check, world, ids, targets);
		const before = callsOf(world);
		await world.invoke();
		const calls = callsOf(world) - before;
		check(calls <= 11, `an idle run makes ${calls} table calls for 1 source and 1,000 targets`);
	},

	/** Events that a table item cannot hold, packed well and badly, among others. */
	async 'poison event'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a'), targetNamed('b')] });
		await begin(world);
		const noise = (length: number) => {
			let [text, seed] = ['', 1];
			while (text.length < length) text += (seed = (seed * 48_271) % 2_147_483_647).toString(36);
			return text;
		};
		const memos = [undefined, 'ab'.repeat(300_000), undefined, noise(600_000), undefined];
		const ids = world.add(5, (index) => ({ memo: memos[index] }));
		const first = await world.pass();
		check(first.error === undefined, `the run failed: ${first.error?.message}`);
		world.clock.time += MINUTE;
		const later = world.add(2);
		const second = await world.pass();
		check(second.error === undefined, `the next run failed: ${second.error?.message}`);
		const small = [ids[0], ids[2], ids[4], ...later];
		checkComplete(check, world, small, ['a', 'b']);
		const dead = world.table.items().filter(({ queue }) => queue === 'dead');
		check(dead.length === 4, `${dead.length} dead letters instead of 4`);
		const letters = deliveriesIn(dead, world.table.items());
		const marked = letters.every(({ event }) => (event.data as { truncated?: boolean }).truncated);
		check(marked, 'a dead letter does not say that it was cut');
	},

	/** One target takes a request a second, one takes two at once. */
	async 'limited target'(check: Check) {
		const world = makeWorld({
			targets: [
				targetNamed('paced', { perMinute: 60 }),
				targetNamed('narrow', { concurrency: 2 }),
				targetNamed('other'),
			],
			answer: () => ({ ms: 1_500 }),
		});
		await begin(world);
		const ids = world.add(100);
		await world.deliverUntil(world.clock.time + 15 * MINUTE);
		checkComplete(check, world, ids, ['paced', 'narrow', 'other']);
		const of = (name: string) => world.arrivals.filter(({ target }) => target === name);
		const paced = of('paced').map(({ begunAt }) => begunAt);
		const busiest = Math.max(
			...paced.map((from) => paced.filter((at) => at >= from && at < from + MINUTE).length),
		);
		// A message that was delayed to its turn may come late, and the next one in time.
		check(busiest <= 62, `${busiest} requests in a minute instead of 60`);
		const narrow = of('narrow');
		const most = Math.max(
			...narrow.map(
				({ begunAt: at }) => narrow.filter((one) => one.begunAt <= at && one.endedAt > at).length,
			),
		);
		check(most <= 2, `${most} requests at once instead of 2`);
	},
} as const;
