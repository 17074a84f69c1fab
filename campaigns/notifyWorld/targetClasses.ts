import { deliveriesIn } from '../../kit/lambda/outboxItems';
import type { Check } from '../lambdas/classes';
import {
	MINUTE,
	acceptedBy,
	arrivedAt,
	begin,
	callsOf,
	checkComplete,
	countOf,
	names,
} from './checks';

import { makeWorld, targetNamed } from './world';

/** Faults of targets and events. */

export const TARGET_CLASSES = {
	/** 1,000 targets and 1,000 events: far more than an invocation of 150 s can put or send. */
	async 'large fan-out'(check: Check) {
		const targets = names(1000, 't').map((name) => targetNamed(name));
		const world = makeWorld({ targets, table: { latencyMs: 100 } });
		await begin(world);
		world.add(1000);
		for (let run = 1; run <= 2; run++) {
			const before = { sent: world.arrivals.length, puts: countOf(world, 'delivery#') };
			const failed = world.table.count.conditionsFailed;
			const { killed, error } = await world.invoke({}, 150);
			check(!killed, `run ${run} was ended by Lambda`);
			check(error === undefined, `run ${run} failed: ${error?.name}`);
			check(world.arrivals.length > before.sent, `run ${run} sent nothing`);
			check(countOf(world, 'delivery#') > before.puts, `run ${run} put nothing`);
			const again = world.table.count.conditionsFailed - failed;
			check(again <= 1000, `run ${run} put ${again} deliveries again`);
			world.clock.time += MINUTE;
		}
	},

	/** Nothing happens, for 1,000 targets that have been sent to before. */
	async 'idle run'(check: Check) {
		const targets = names(1000, 't');
		const world = makeWorld({ targets: targets.map((name) => targetNamed(name)) });
		await begin(world);
		const ids = world.add(1);
		for (let run = 0; run < 4; run++) {
			await world.invoke();
			world.clock.time += 11 * MINUTE;
		}
		checkComplete(check, world, ids, targets);
		const before = callsOf(world);
		await world.invoke();
		const calls = callsOf(world) - before;
		check(calls <= 2, `an idle run makes ${calls} table calls for 1 source and 1,000 targets`);
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
		const first = await world.invoke();
		check(first.error === undefined, `the run failed: ${first.error?.message}`);
		world.clock.time += MINUTE;
		const later = world.add(2);
		const second = await world.invoke();
		check(second.error === undefined, `the next run failed: ${second.error?.message}`);
		const small = [ids[0], ids[2], ids[4], ...later];
		checkComplete(check, world, small, ['a', 'b']);
		const dead = world.table.items().filter(({ queue }) => queue === 'dead');
		check(dead.length === 4, `${dead.length} dead letters instead of 4`);
		const letters = deliveriesIn(dead, world.table.items());
		const marked = letters.every(({ event }) => (event.data as { truncated?: boolean }).truncated);
		check(marked, 'a dead letter does not say that it was cut');
	},

	/** 40 targets answer after 14 s; one answers at once. */
	async 'slow target'(check: Check) {
		const slow = names(40, 'a-slow');
		const world = makeWorld({
			targets: [...slow, 'b-fast'].map((name) => targetNamed(name)),
			answer: (target) => ({ ms: target === 'b-fast' ? 50 : 14_000 }),
		});
		await begin(world);
		const ids = world.add(100);
		const begun = world.clock.time;
		const { killed } = await world.invoke({}, 300);
		check(!killed, 'the run was ended by Lambda');
		checkComplete(check, world, ids, ['b-fast']);
		const last = Math.max(...arrivedAt(world, 'b-fast'));
		check(last - begun < 40_000, `the fast target waited ${Math.round((last - begun) / 1000)} s`);
		const empty = slow.filter((name) => acceptedBy(world.arrivals, name).size === 0);
		check(empty.length === 0, `${empty.length} slow targets got nothing`);
	},

	/** 40 targets never answer; five do. */
	async 'hanging targets'(check: Check) {
		const fast = names(5, 'z-fast');
		const hanging = names(40, 'a-hanging');
		const world = makeWorld({
			targets: [...hanging, ...fast].map((name) => targetNamed(name)),
			answer: (target) => ({ ms: target.startsWith('a-') ? Infinity : 50 }),
		});
		await begin(world);
		const first = world.add(50);
		for (const [run, most] of [60_000, 10_000].entries()) {
			const ids = run === 0 ? first : world.add(50);
			const begun = world.clock.time;
			const { killed, error } = await world.invoke();
			check(!killed && error === undefined, `run ${run + 1} did not come to its end`);
			checkComplete(check, world, [...first, ...ids], fast);
			const last = Math.max(...fast.flatMap((name) => arrivedAt(world, name)));
			const seconds = Math.round((last - begun) / 1000);
			check(last - begun < most, `in run ${run + 1} targets that answer waited ${seconds} s`);
			world.clock.time += MINUTE;
		}
		const tried = world.arrivals.filter(({ target }) => target === hanging[0]).length;
		check(tried <= 30, `a target that never answers was tried ${tried} times in two runs`);
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
		await world.invoke({}, 300);
		checkComplete(check, world, ids, ['paced', 'narrow', 'other']);
		const of = (name: string) => world.arrivals.filter(({ target }) => target === name);
		const paced = of('paced').map(({ begunAt }) => begunAt);
		const busiest = Math.max(
			...paced.map((from) => paced.filter((at) => at >= from && at < from + MINUTE).length),
		);
		check(busiest <= 60, `${busiest} requests in a minute instead of 60`);
		const narrow = of('narrow');
		const most = Math.max(
			...narrow.map(
				({ begunAt: at }) => narrow.filter((one) => one.begunAt <= at && one.endedAt > at).length,
			),
		);
		check(most <= 2, `${most} requests at once instead of 2`);
	},
} as const;
