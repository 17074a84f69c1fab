import type { Check } from '../lambdas/classes';
import { MINUTE, acceptedBy, arrivedAt, begin, checkComplete, names } from './checks';
import { makeWorld, targetNamed } from './world';

/** Faults of deliveries behind a queue. */

const visibilitySeconds = 60;

export const QUEUE_CLASSES = {
	/** A process dies at every 50th call, a fifth of all requests fail, and messages come twice. */
	async 'crashes behind a queue'(check: Check) {
		const targets = names(3, 't');
		let [calls, requests, messages, deaths] = [0, 0, 0, 0];
		const world = makeWorld({
			targets: targets.map((name) => targetNamed(name)),
			queue: { visibilitySeconds, repeats: () => ++messages % 20 === 0 },
			answer: () => ({ ms: 50, status: ++requests % 5 === 0 ? 500 : 200 }),
		});
		await begin(world);
		world.state.crash = () => {
			if (++calls % 50 > 0) return undefined;
			return deaths++ % 2 === 0 ? 'before' : 'after';
		};
		const ids: string[] = [];
		for (let minute = 0; minute < 5; minute++) {
			ids.push(...world.add(100));
			await world.deliverUntil(world.clock.time + MINUTE);
		}
		check(deaths > 10, `only ${deaths} processes died`);
		world.state.crash = undefined;
		world.state.answer = () => ({ ms: 50 });
		await world.deliverUntil(world.clock.time + 45 * MINUTE);
		checkComplete(check, world, ids, targets);
		const left = Object.values(world.lanes).flatMap((lane) => [...lane.bodies(), ...lane.dead]);
		check(left.length === 0, `${left.length} messages are left`);
	},

	/** Of 300 targets, three respond after 14 seconds and three not at all. */
	async 'slow targets behind a queue'(check: Check) {
		const [slow, hanging, fast] = [names(3, 'slow'), names(3, 'hang'), names(294, 't')];
		const world = makeWorld({
			targets: [...slow, ...hanging, ...fast].map((name) => targetNamed(name)),
			concurrency: 3,
			answer: (target) => {
				if (target.startsWith('slow')) return { ms: 14_000 };
				return { ms: target.startsWith('hang') ? Infinity : 200 };
			},
		});
		await begin(world);
		const first = world.add(10);
		// All are new: the slow ones hold the few senders of the second queue.
		await world.deliverUntil(world.clock.time + 10 * MINUTE);
		checkComplete(check, world, first, fast);
		const begun = world.clock.time;
		const ids = world.add(10);
		await world.deliverUntil(begun + 10 * MINUTE);
		checkComplete(check, world, [...first, ...ids], [...fast, ...slow]);
		const last = Math.max(...fast.flatMap((name) => arrivedAt(world, name)));
		const seconds = Math.round((last - begun) / 1000);
		// The schedule reads the events after up to a minute.
		check(seconds < 75, `targets that respond in 200 ms waited ${seconds} s`);
		check(acceptedBy(world.arrivals, hanging[0]).size === 0, 'a target that hangs accepted');
	},

	/** Ten senders at once against one, with targets that take 200 ms. */
	async 'ten senders'(check: Check) {
		const seconds = async (concurrency: number) => {
			const targets = names(100, 't');
			const world = makeWorld({
				targets: targets.map((name) => targetNamed(name)),
				concurrency,
				answer: () => ({ ms: 200 }),
			});
			await begin(world);
			const ids = world.add(100);
			await world.deliverUntil(world.clock.time + 12 * MINUTE);
			checkComplete(check, world, ids, targets);
			const times = world.arrivals.map(({ begunAt }) => begunAt);
			return (Math.max(...times) - Math.min(...times)) / 1000;
		};
		const [one, ten] = [await seconds(1), await seconds(10)];
		check(ten < 45, `10,000 deliveries take ten senders ${Math.round(ten)} s`);
		check(one / ten >= 8, `ten senders are ${(one / ten).toFixed(1)} times as fast as one`);
	},
} as const;
