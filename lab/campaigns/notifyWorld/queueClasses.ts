import type { Check } from '../lambdas/classes';
import { MINUTE, begin, checkComplete, names } from './checks';
import { awsError } from './table';
import { makeWorld, targetNamed } from './world';

/** Classes with more load than one run, one sender or the table can handle. */

export const QUEUE_CLASSES = {
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

	/** The table refuses half of all calls, and all of them for half a minute. */
	async 'throttled table'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a')] });
		await begin(world);
		let call = 0;
		let refusesAll = [0, 0];
		world.table.state.refuse = () => {
			const { time } = world.clock;
			const all = time >= refusesAll[0] && time < refusesAll[1];
			return all || call++ % 2 === 0
				? awsError('ProvisionedThroughputExceededException')
				: undefined;
		};
		const ids = world.add(100);
		const first = await world.pass();
		check(!first.killed && !first.error, `half throttled, the run failed: ${first.error?.name}`);
		check(world.arrivals.length > 0, 'half throttled, nothing was sent');
		world.clock.time += MINUTE;
		ids.push(...world.add(100));
		// All the time for sources, once the run has begun.
		refusesAll = [world.clock.time + 1_500, world.clock.time + 30_000];
		const second = await world.pass();
		check(!second.killed, 'throttled, the run was ended by Lambda');
		check(!second.error, `throttled, the run failed: ${second.error?.message}`);
		for (let run = 0; run < 3; run++) {
			world.clock.time += MINUTE;
			await world.pass();
		}
		checkComplete(check, world, ids, ['a']);
	},
} as const;
