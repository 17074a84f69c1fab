import fc, { rounds } from '../../../core/testing/properties';
import { createRateLimiter } from '../../../core/protocol/rateLimiter';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer, caught, fakeClock } from './fakes';
import { type LimitedOptions, rateLimited, WINDOW_MS } from './limitedService';

/** Workers that call as fast as the limiter lets them, for so many minutes of simulated time. */
async function simulate(
	options: LimitedOptions & {
		workers: number;
		costs: number[];
		minutes: number;
		latency: () => number;
	},
) {
	const clock = virtualClock(0);
	const service = rateLimited(options);
	const limiter = createRateLimiter(clock);
	const until = options.minutes * WINDOW_MS;
	let calls = 0;
	let firstAnswer = Infinity;
	/** Calls that were refused although something was known of the limit when they left. */
	let collisions = 0;
	async function worker() {
		while (clock.now() < until) {
			const cost = options.costs[calls++ % options.costs.length];
			const settle = await limiter.acquire(cost);
			if (clock.now() >= until) return settle();
			const left = clock.now();
			await clock.sleep(options.latency() / 2);
			const response = service.request(clock.now(), cost);
			await clock.sleep(options.latency() / 2);
			firstAnswer = Math.min(firstAnswer, clock.now());
			if (response.status === 429 && left > firstAnswer) collisions++;
			settle(response);
		}
	}
	await clock.run(() => Promise.all(Array.from({ length: options.workers }, worker)));
	return { windows: service.windows, collisions };
}

describe('a rate limiter', () => {
	it('keeps inside a limit of 8,000 units a minute and uses nearly all of it', async () => {
		for (const [workers, costs] of [
			[1, [20]],
			[5, [100]],
			[20, [20, 100, 1]],
			[10, [200, 10]],
		] as Array<[number, number[]]>) {
			const service = await simulate({
				limit: 8_000,
				workers,
				costs,
				minutes: 6,
				latency: () => 60,
			});
			expect(service.collisions).toBe(0);
			// The first and the last window may be cut; those between are used to the end.
			const whole = [...service.windows.values()].slice(1, -1);
			expect(whole.length).toBeGreaterThanOrEqual(3);
			for (const used of whole) expect(used).toBeGreaterThanOrEqual(0.95 * 8_000);
		}
	});

	it('does not collide wherever in a window it begins, however long answers take', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					limit: fc.constantFrom(500, 6_000, 8_000),
					phase: fc.nat(WINDOW_MS - 1),
					says: fc.constantFrom<LimitedOptions['says']>('retry-after', 'reset', 'both'),
					workers: fc.integer({ min: 1, max: 8 }),
					costs: fc.array(fc.constantFrom(1, 10, 20, 50, 100), { minLength: 1, maxLength: 4 }),
				}),
				fc.array(fc.integer({ min: 20, max: 2_000 }), { minLength: 1, maxLength: 20 }),
				async (options, latencies) => {
					let next = 0;
					const latency = () => latencies[next++ % latencies.length];
					const service = await simulate({ ...options, minutes: 4, latency });
					expect(service.collisions).toBe(0);
				},
			),
			{ numRuns: rounds(100) },
		);
	});

	it('sends the first calls at once, before anything is known', async () => {
		const clock = fakeClock();
		const limiter = createRateLimiter(clock);
		for (let call = 0; call < 10; call++) await limiter.acquire(1_000);
		expect(clock.slept).toEqual([]);
	});

	it('sends two calls into a new window, and the next after an answer', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		const left = (remaining: string) =>
			answer({}, 200, { 'ratelimit-limit': '100', 'ratelimit-remaining': remaining });
		(await limiter.acquire(1))(left('0'));
		clock.time = WINDOW_MS;
		const settles: Array<(response: ReturnType<typeof answer>) => void> = [];
		for (let call = 0; call < 4; call++) {
			void limiter.acquire(1).then((settle) => settles.push(settle));
		}
		await new Promise(setImmediate);
		expect(settles).toHaveLength(2);
		settles[0](left('99'));
		await new Promise(setImmediate);
		expect(settles).toHaveLength(4);
	});

	it('makes all callers wait as long as a 429 says', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(20))(answer({}, 429, { 'retry-after': '17' }));
		await limiter.acquire(20);
		expect(clock.time).toBeGreaterThanOrEqual(17_000);
		expect(clock.time).toBeLessThan(18_000);
	});

	it('pauses a little after a 429 without a word', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(20))(answer({}, 429));
		await limiter.acquire(20);
		expect(clock.time).toBeGreaterThanOrEqual(1_000);
		expect(clock.time).toBeLessThan(5_000);
	});

	it.each([
		['8000;w=10', 10_000],
		['8000;w=10, 2000000;w=86400', 10_000],
		['"default";q=8000;w=10', 10_000],
		['8000; w=10; burst=5', 10_000],
		['nonsense', 60_000],
	])('reads the policy %s', async (policy, windowMs) => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(20))(
			answer({}, 200, { 'ratelimit-policy': policy, 'ratelimit-remaining': '19' }),
		);
		await limiter.acquire(20);
		expect(clock.time).toBeGreaterThanOrEqual(windowMs);
		expect(clock.time).toBeLessThan(windowMs + 100);
	});

	it('lets a call pass that costs more than the whole limit', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(1))(
			answer({}, 200, { 'ratelimit-limit': '10', 'ratelimit-remaining': '9' }),
		);
		await limiter.acquire(100);
		expect(clock.time).toBeLessThan(2 * WINDOW_MS);
	});

	it('counts a call that got no answer as come back', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(60))(
			answer({}, 200, { 'ratelimit-limit': '100', 'ratelimit-remaining': '40' }),
		);
		(await limiter.acquire(40))();
		await limiter.acquire(40);
		expect(clock.slept).toEqual([]);
	});

	it('lets a call go that waited for others on their way for longer than its patience', async () => {
		const clock = fakeClock();
		const limiter = createRateLimiter(clock);
		// So many are sent before anything is known; the next one waits for one of them.
		const settles = await Promise.all(Array.from({ length: 20 }, () => limiter.acquire(20)));
		const waiting = limiter.acquire(20, { leftMs: 1_000 });
		clock.time += 5_000;
		settles[0](answer({}, 200));
		await expect(waiting).resolves.toBeInstanceOf(Function);
	});

	it('fails where the wait is longer than a run should take', async () => {
		const clock = fakeClock(0);
		const limiter = createRateLimiter(clock);
		(await limiter.acquire(20))(answer({}, 429, { 'retry-after': '3600' }));
		expect(await caught(() => limiter.acquire(20, { leftMs: 120_000 }))).toMatchObject({
			kind: 'rate-limited',
			retryAfterMs: 3_600_000,
		});
		expect(clock.slept).toEqual([]);
		clock.time = 3_600_000;
		await limiter.acquire(20);
	});
});

test.each<Record<string, string>>([
	{ 'retry-after': '999999999' },
	{ 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '999999999' },
	{ 'ratelimit-policy': '1;w=999999999', 'ratelimit-remaining': '0', 'retry-after': '3600' },
])('one answer cannot silence a limiter for good: %j', async (headers) => {
	const clock = fakeClock();
	const limiter = createRateLimiter(clock);
	(await limiter.acquire(1))({ status: 429, headers });
	const impatient = () => limiter.acquire(1, { leftMs: 60_000 });
	expect(await caught(impatient)).toMatchObject({ kind: 'rate-limited' });
	clock.time += 3_600_001;
	await limiter.acquire(1);
});
