import { clientWith } from '../../../core/client';
import { createWidth } from '../../../core/protocol/width';
import * as staking from '../../../core/subjects/staking';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer } from './fakes';

/** Requests in flight by default, in virtual time. */

const LIMIT = 10_000;

/** The time of 500 calls (ms), and the maximum number of requests in flight. */
async function timed(headersOf: (index: number) => Record<string, string>, ms = (_: number) => 50) {
	const clock = virtualClock(0);
	let [sent, inFlight, most] = [0, 0, 0];
	const client = clientWith({
		services: { data: { url: 'https://data.test' } },
		clock,
		retry: { retries: 0 },
		transport: async () => {
			const index = sent++;
			most = Math.max(most, ++inFlight);
			await clock.sleep(ms(inFlight));
			inFlight--;
			return answer({ validators: [] }, 200, headersOf(index));
		},
	});
	const inputs = Array.from({ length: 500 }, () => ({ network: 'mainnet' as const }));
	const read = async () => {
		for await (const { failure } of client.many(staking.getManyValidators, inputs)) {
			if (failure) throw failure;
		}
	};
	await clock.run(read);
	return { ms: clock.now(), most };
}

const remaining = (left: (index: number) => number) => (index: number) => ({
	'ratelimit-limit': String(LIMIT),
	'ratelimit-remaining': String(left(index)),
	'ratelimit-reset': '60',
});

test('grow while the rate limit has room', async () => {
	const grown = await timed(remaining((index) => LIMIT - index));
	expect(grown.most).toBe(50);
	expect(grown.ms).toBeLessThan(1_400);
});

test('stay at 5 without a rate limit, with less than a quarter left, and where responses become slower', async () => {
	expect(await timed(() => ({}))).toEqual({ ms: 5_000, most: 5 });
	expect((await timed(remaining((index) => LIMIT / 4 - index))).most).toBe(5);
	// A service that takes requests one after the other.
	const slow = await timed(
		remaining((index) => LIMIT - index),
		(inFlight) => inFlight * 50,
	);
	expect(slow.most).toBeLessThan(8);
});

test('begin again at 5 after a 429', () => {
	const width = createWidth();
	const headers = remaining(() => LIMIT)(0);
	for (let at = 0; at < 60; at++) width.answered({ status: 200, headers }, 50);
	expect(width.count).toBe(50);
	width.answered({ status: 429, headers }, 50);
	expect(width.count).toBe(5);
	// The clock was set back during a request.
	width.answered({ status: 200, headers }, -60_000);
	width.answered({ status: 200, headers }, 40);
	expect(width.count).toBe(7);
	width.answered({ status: 429, headers }, 50);
	expect(width.count).toBe(5);
});
