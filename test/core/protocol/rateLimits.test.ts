import { clientWith } from '../../../core/client';
import * as staking from '../../../core/subjects/staking/delegator';
import { createRateLimits } from '../../../core/protocol/rateLimiter';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer, fakeClock } from './fakes';
import { rateLimited } from './limitedService';

/** One key, many executions and processes. */

const LIMIT = 8_000;
const COST = 20;
const services = { data: { url: 'https://service.test', header: { name: 'x-key', value: 'key' } } };
const input = { network: 'mainnet' as const };

test.each([
	{ processes: 1, concurrency: 100 },
	{ processes: 2, concurrency: 100 },
	{ processes: 4, concurrency: 100 },
	{ processes: 4, concurrency: 10 },
])(
	'400 executions of 5 calls on $processes workers, $concurrency at a time: all succeed, few are refused',
	async ({ processes, concurrency }) => {
		const clock = virtualClock(17_000);
		const service = rateLimited({ limit: LIMIT });
		const transport = async () => {
			await clock.sleep(40);
			const response = service.request(clock.now(), COST, { delegators: [] });
			await clock.sleep(40);
			return response;
		};
		let waiting = 400;
		let done = 0;
		async function worker(rateLimits: ReturnType<typeof createRateLimits>): Promise<void> {
			while (waiting-- > 0) {
				const client = clientWith({ services, transport, clock, rateLimits });
				for (let call = 0; call < 5; call++) await client.call(staking.getManyDelegators, input);
				done++;
			}
		}
		await clock.run(async () => {
			const each = Array.from({ length: processes }, () => {
				const rateLimits = createRateLimits(clock);
				return Array.from({ length: concurrency }, () => worker(rateLimits));
			});
			await Promise.all(each.flat());
		});
		expect(done).toBe(400);
		expect(service.refused).toBeLessThan(20);
		// All windows but the first and the last, which are cut.
		const whole = [...service.windows.values()].slice(1, -1);
		expect(whole.length).toBeGreaterThanOrEqual(3);
		const used = whole.reduce((sum, units) => sum + units, 0);
		expect(used / (whole.length * LIMIT)).toBeGreaterThanOrEqual(0.9);
	},
);

test('each service and key has a limiter of its own; keys are not kept', async () => {
	const limits = createRateLimits(fakeClock());
	const of = (url: string, value?: string) =>
		limits.of({ url, ...(value && { header: { name: 'x-key', value } }) });
	expect(of('https://a', 'one')).toBe(of('https://a', 'one'));
	const all = [
		of('https://a'),
		of('https://a', 'one'),
		of('https://a', 'two'),
		of('https://b', 'one'),
	];
	expect(new Set(all).size).toBe(4);
	expect(limits.of({ url: 'https://a', account: 'one' })).toBe(of('https://a', 'one'));
	const before = of('https://a');
	limits.clear();
	expect(of('https://a')).not.toBe(before);
});

test('the services that were asked longest ago are forgotten', () => {
	const limits = createRateLimits(fakeClock());
	const of = (n: number) => limits.of({ url: `https://${n}` });
	const [first, second] = [of(0), of(1)];
	for (let n = 2; n < 1_000; n++) of(n);
	expect(of(0)).toBe(first);
	of(1_000);
	expect(of(0)).toBe(first);
	expect(of(1)).not.toBe(second);
});

test('refused calls are repeated until the wait for the rate limit is over, not until the retries are', async () => {
	const clock = fakeClock(0);
	let requests = 0;
	const transport = async () => {
		requests++;
		return answer({ message: 'no' }, 429, { 'retry-after': '10' });
	};
	const retry = { retries: 1, rateLimitMs: 60_000 };
	const client = clientWith({ services, transport, clock, retry });
	await expect(client.call(staking.getManyDelegators, input)).rejects.toMatchObject({
		kind: 'rate-limited',
	});
	expect(requests).toBeGreaterThanOrEqual(3);
	expect(clock.time).toBeLessThanOrEqual(60_000);
});
