import { chain, createClient, pChain, type Transport } from '../../core';
import { retryingCalls } from '../../lambdas/aggregateSignatures/patience';

/** The retries of aggregateSignatures, in virtual time. */

const NODE = 'http://node.test:9650';

/** A service that answers the first `failures` requests with 503, then with `body`. */
function service(failures: number, body: object) {
	let now = 0;
	const at: number[] = [];
	const transport: Transport = async () => {
		at.push(now);
		const isFailing = at.length <= failures;
		return {
			status: isFailing ? 503 : 200,
			headers: { 'content-type': 'application/json' },
			text: JSON.stringify(isFailing ? {} : body),
		};
	};
	const clock = {
		now: () => now,
		random: () => 0.5,
		sleep: async (ms: number) => void (now += ms),
	};
	const client = createClient({ transport, clock, nodeUrl: NODE, retry: { retries: 0 } });
	const retried: number[] = [];
	const onRetry = (_: unknown, ms: number) => void retried.push(ms);
	return { client, clock, at, retried, onRetry };
}

test('calls are retried until the deadline, by pauses that suit the service', async () => {
	const { client, clock, at, retried, onRetry } = service(Infinity, {});
	const patient = retryingCalls(client, { clock, deadline: 60_000, onRetry });
	await expect(patient.call(chain.getMany, {})).rejects.toMatchObject({ status: 503 });
	expect(retried[0]).toBe(3_750);
	expect(retried.length).toBe(at.length - 1);
	expect(at.length).toBeGreaterThan(4);
	expect(Math.max(...at)).toBeLessThanOrEqual(60_000);
	const node = service(1, { jsonrpc: '2.0', id: 1, result: { height: '7' } });
	await retryingCalls(node.client, { ...node, deadline: 60_000 }).call(pChain.getHeight, {});
	expect(node.retried).toEqual([375]);
});

test('a signal ends the call and its pauses', async () => {
	const { client, clock, at } = service(Infinity, {});
	const ended = new AbortController();
	const onRetry = () => void (at.length === 3 && ended.abort(new Error('stopped')));
	const patient = retryingCalls(client, { clock, deadline: Infinity, onRetry });
	const { signal } = ended;
	await expect(patient.call(chain.getMany, {}, { signal })).rejects.toThrow('stopped');
	expect(at).toHaveLength(3);
});
