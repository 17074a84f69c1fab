import { chain, createClient, pChain, staking, type Transport } from '../../core';
import { retryingClient } from '../../lambdas/aggregateSignatures/patience';

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
	const patient = retryingClient(client, { clock, deadline: 60_000, onRetry });
	await expect(patient.call(chain.getMany, {})).rejects.toMatchObject({ status: 503 });
	expect(retried[0]).toBe(3_750);
	expect(retried.length).toBe(at.length - 1);
	expect(at.length).toBeGreaterThan(4);
	expect(Math.max(...at)).toBeLessThanOrEqual(60_000);
	const node = service(1, { jsonrpc: '2.0', id: 1, result: { height: '7' } });
	await retryingClient(node.client, { ...node, deadline: 60_000 }).call(pChain.getHeight, {});
	expect(node.retried).toEqual([375]);
});

test('pages of a list are retried, too', async () => {
	const { client, clock, at } = service(6, { delegators: [] });
	const patient = retryingClient(client, { clock, deadline: 600_000 });
	const pages: unknown[] = [];
	for await (const page of patient.pages(staking.getManyDelegators, { network: 'fuji' }))
		pages.push(page);
	expect(pages).toHaveLength(1);
	expect(at).toHaveLength(7);
});

test('a signal ends the call and its pauses', async () => {
	const { client, clock, at } = service(Infinity, {});
	const ended = new AbortController();
	const onRetry = () => void (at.length === 3 && ended.abort(new Error('stopped')));
	const patient = retryingClient(client, { clock, deadline: Infinity, onRetry });
	const { signal } = ended;
	await expect(patient.call(chain.getMany, {}, { signal })).rejects.toThrow('stopped');
	expect(at).toHaveLength(3);
});
