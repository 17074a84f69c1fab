import { clientWith } from '../../../core/client';
import { parseFields } from '../../../core/fields/fieldSet';
import { spentWith } from '../../../core/subjects/events/shared/spending';
import { rpcSlow } from '../../../core/subjects/events/rpcSlow/declare';
import { answer, fakeClock } from '../protocol/fakes';

/** Measures of threshold events: the time of an answer, and the amount that was spent in a day. */

/** A poll of an endpoint that answers after so many milliseconds each, with these statuses in turn. */
async function polled(...statuses: number[]) {
	const clock = fakeClock();
	const times: number[] = [];
	const client = clientWith({
		services: { node: { url: 'https://node.test' } },
		clock,
		transport: async () => {
			times.push(clock.now());
			await clock.sleep(700);
			const status = statuses.shift() ?? 200;
			return answer({ jsonrpc: '2.0', id: 1, result: '0x10' }, status, { 'retry-after': '5' });
		},
	});
	const settings = parseFields(rpcSlow.fields, { slowerThan: '500', holdPolls: 1 }, 'test');
	const limits = { deadline: Infinity, maxEvents: 100, maxPages: 100 };
	const poll = async () =>
		await rpcSlow.source.poll(settings as never, undefined, { client, clock, ...limits });
	return { poll, times };
}

test('the time of an answer has no wait for the rate limit, and no second request', async () => {
	const { poll, times } = await polled(429, 200);
	await expect(poll()).rejects.toThrow('429');
	expect(times).toHaveLength(1);
	const { events } = await poll();
	expect(times).toHaveLength(2);
	expect(times[1] - times[0]).toBeGreaterThan(5000);
	expect(events.map(({ data }) => data.milliseconds)).toEqual([700]);
});

const DAY = 86_400;

test('what was spent in a day, with a top-up and with days that were missed', () => {
	const after = (...polls: Array<[day: number, balance: number]>) =>
		polls.reduce(
			({ stored }, [day, balance]) => spentWith(stored, String(balance), day * DAY),
			{} as Partial<ReturnType<typeof spentWith>>,
		).spent?.amount;
	expect(after([0, 1000], [0.5, 950], [1, 900])).toBe('100');
	// A top-up is not a saving: 50 before it, 100 after it.
	expect(after([0, 1000], [0.5, 950], [0.6, 5000], [1, 4900])).toBe('150');
	// Three days without a poll are three days of spending.
	expect(after([0, 1000], [3, 700])).toBe('100');
	expect(after([0, 1000], [0.9, 910])).toBeUndefined();
});
