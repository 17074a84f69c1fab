import fc from '../../../core/testing/properties';
import { createPace } from '../../../core/protocol/pace';
import { virtualClock } from '../../../core/testing/virtualClock';

const START = 1_700_000_000_000;

/** The starts of requests that take these times, by so many readers, each one after the other. */
async function startsOf(readers: number, latencies: readonly number[], each = 6) {
	const clock = virtualClock(START);
	const pace = createPace(clock, readers);
	const starts: number[] = [];
	const request = async (ms: number) => {
		starts.push(clock.now() - START);
		await clock.sleep(ms);
	};
	await clock.run(async () => {
		await pace(() => request(latencies[0]));
		const reader = async () => {
			for (let nth = 0; nth < each; nth++)
				await pace(() => request(latencies[nth % latencies.length]));
		};
		await Promise.all(Array.from({ length: readers }, reader));
	});
	return { starts: starts.slice(1), ended: clock.now() - START };
}

test('spreads requests that would start together over half the time of one', async () => {
	const { starts, ended } = await startsOf(4, [80]);
	expect(starts.slice(0, 4)).toEqual([80, 90, 100, 110]);
	expect(starts.slice(4, 8)).toEqual([160, 170, 180, 190]);
	// None waits later on: six requests each, behind the first one.
	expect(ended).toBe(80 + 30 + 6 * 80);
});

test('delays no reader by more than half the time of the fastest request, once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 2, max: 16 }),
			fc.integer({ min: 0, max: 400 }),
			async (readers, latency) => {
				const each = 6;
				const { starts, ended } = await startsOf(readers, [latency], each);
				expect(ended).toBeLessThanOrEqual(latency * (each + 1) + latency / 2 + 1);
				const apart = latency / (2 * readers);
				for (const [nth, start] of starts.slice(1).entries()) {
					expect(start - starts[nth]).toBeGreaterThanOrEqual(apart >= 1 ? Math.floor(apart) : 0);
				}
			},
		),
		{ numRuns: 60 },
	);
});

test('takes the fastest request as the measure', async () => {
	const { starts } = await startsOf(2, [400, 4]);
	// 100 ms apart, from the second on 1 ms.
	expect(starts.slice(0, 3)).toEqual([400, 500, 800]);
});

test('goes on where the clock was set back', async () => {
	const clock = virtualClock(START);
	const pace = createPace(clock, 4);
	await clock.run(async () => {
		await pace(() => clock.sleep(80));
		void pace(() => clock.sleep(80));
		clock.time -= 3_600_000;
		const back = clock.now();
		await pace(async () => expect(clock.now() - back).toBeLessThanOrEqual(40));
	});
});

test('a request that fails passes its error on, and does not count', async () => {
	const clock = virtualClock(START);
	const pace = createPace(clock, 2);
	await clock.run(async () => {
		await expect(pace(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
		await expect(pace(async () => 'yes')).resolves.toBe('yes');
	});
});
