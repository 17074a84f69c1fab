import fc, { occurrences, rounds } from '../../../core/testing/properties';
import { type ClientOptions, type ManyOptions, clientWith } from '../../../core/client';
import { createBatchSizes } from '../../../core/protocol/batchSizes';
import * as evm from '../../../core/subjects/evm';
import * as pChain from '../../../core/subjects/pChain';
import {
	type BatchNodeOptions,
	FAULTS,
	addressOf,
	balanceOf,
	batchNode,
	type Fault,
} from './batchNode';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer, caught, fakeClock, fakeTransport, rpcAnswer } from './fakes';

const SERVICES = { node: { url: 'https://node.test' } };
const RPC_ERROR = { code: -32000, message: 'missing trie node' };

const inputsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ blockchainId: 'C', address: addressOf(index) }));

function setUp(options: BatchNodeOptions = {}, more: Partial<ClientOptions> = {}) {
	const node = batchNode(options);
	const clock = fakeClock();
	const client = clientWith({
		services: SERVICES,
		transport: node.transport,
		clock,
		missing: () => undefined,
		...more,
	});
	async function balances(count: number, given?: ManyOptions) {
		const out: string[] = [];
		for await (const { index, result, failure } of client.many(
			evm.getBalance,
			inputsOf(count),
			given,
		)) {
			expect(index).toBe(out.length);
			out.push(failure ? failure.message : result.balance);
		}
		return out;
	}
	return { node, clock, client, balances };
}

const rightFor = (count: number) =>
	inputsOf(count).map(({ address }) => String(balanceOf(address)));

describe('many calls of an EVM chain', () => {
	it('are batches of 40, with results in the order of the inputs', async () => {
		const { balances, node } = setUp();
		expect(await balances(100)).toEqual(rightFor(100));
		expect(node.sizes).toEqual([40, 40, 20]);
		expect(new Set(node.ids).size).toBe(100);
	});

	it('of one input are one plain request', async () => {
		const { balances, node } = setUp();
		expect(await balances(1)).toEqual(rightFor(1));
		expect([node.sizes, node.singles]).toEqual([[], ['eth_getBalance']]);
	});

	it('of no input are none', async () => {
		const { balances, node } = setUp();
		expect(await balances(0)).toEqual([]);
		expect(node.requests).toBe(0);
	});

	it('have the size and the concurrency of the options', async () => {
		const clock = virtualClock(0);
		const { balances, node } = setUp({ wait: async () => await clock.sleep(50) }, { clock });
		expect(await clock.run(() => balances(20, { batchSize: 3, concurrency: 2 }))).toEqual(
			rightFor(20),
		);
		expect(node.sizes).toEqual([3, 3, 3, 3, 3, 3, 2]);
		expect(node.mostInFlight).toBe(2);
		// Nothing was refused: a later batch may be larger.
		const batchSizes = createBatchSizes();
		await setUp({}, { batchSizes }).balances(60);
		const larger = setUp({}, { batchSizes });
		await larger.balances(60, { batchSize: 60 });
		expect(larger.node.sizes).toEqual([60]);
		const plain = setUp();
		expect(await plain.balances(4, { batchSize: 1 })).toEqual(rightFor(4));
		expect([plain.node.sizes, plain.node.singles.length]).toEqual([[], 4]);
	});

	it('of several chains are batches of each chain', async () => {
		const { client, node } = setUp();
		const inputs = inputsOf(10).map((input, at) => ({
			...input,
			blockchainId: at % 2 ? 'C' : '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}));
		const out: string[] = [];
		for await (const { result } of client.many(evm.getBalance, inputs)) {
			out.push(result?.balance ?? '');
		}
		expect(out).toEqual(rightFor(10));
		expect(node.sizes).toEqual([5, 5]);
	});

	it('cost what their calls cost', async () => {
		const costs: number[] = [];
		const acquire = async (cost: number) => {
			costs.push(cost);
			return () => undefined;
		};
		const rateLimits = { of: () => ({ acquire }), clear: () => undefined };
		const calls: unknown[] = [];
		const { balances } = setUp({}, { rateLimits, onAttempt: ({ calls: n }) => calls.push(n) });
		await balances(81);
		expect(costs).toEqual([40, 40, 1]);
		expect(calls).toEqual([40, 40, undefined]);
	});

	it('fail alone', async () => {
		const wrong = addressOf(17);
		const { balances, node } = setUp({ errorOf: (at) => (at === wrong ? RPC_ERROR : undefined) });
		const out = await balances(100);
		expect(out.filter((one, at) => one !== rightFor(100)[at])).toEqual(['missing trie node']);
		expect(out[17]).toBe('missing trie node');
		expect(node.asked.get(wrong)).toBe(1);
	});

	it('with input that breaks a rule are not sent', async () => {
		const { client, node } = setUp();
		const inputs = [...inputsOf(2), { blockchainId: 'C', address: 'nobody' }, ...inputsOf(1)];
		const kinds: unknown[] = [];
		for await (const { failure } of client.many(evm.getBalance, inputs)) {
			kinds.push(failure && [failure.kind, failure.field]);
		}
		expect(kinds).toEqual([undefined, undefined, ['invalid-input', 'address'], undefined]);
		expect(node.sizes).toEqual([3]);
	});

	it.each([0, 1_001, 1.5, NaN])('have no batches of %p', async (batchSize) => {
		const { balances } = setUp();
		expect(await caught(() => balances(1, { batchSize }))).toMatchObject({
			kind: 'invalid-input',
			field: 'batchSize',
		});
	});

	it('read no more inputs ahead than fit into the requests in flight', async () => {
		const { client } = setUp();
		let read = 0;
		let most = 0;
		function* inputs() {
			for (const input of inputsOf(5_000)) {
				read++;
				yield input;
			}
		}
		let count = 0;
		for await (const { result } of client.many(evm.getBalance, inputs())) {
			expect(result?.balance).toBe(String(balanceOf(addressOf(count))));
			count++;
			most = Math.max(most, read - count);
		}
		expect([count, most <= 200]).toEqual([5_000, true]);
	});

	it('stop when the caller stops, and close the inputs', async () => {
		const { client, node } = setUp();
		let closed = false;
		function* inputs() {
			try {
				yield* inputsOf(5_000);
			} finally {
				closed = true;
			}
		}
		for await (const { index } of client.many(evm.getBalance, inputs())) if (index === 3) break;
		expect([closed, node.requests]).toEqual([true, 5]);
	});

	it('end with the reason of the signal', async () => {
		const reason = new Error('enough');
		const controller = new AbortController();
		const { balances } = setUp({
			wait: async () => {
				controller.abort(reason);
				await new Promise(() => undefined);
			},
		});
		expect(await caught(() => balances(100, { signal: controller.signal }))).toBe(reason);
	});
});

describe('a node that refuses batches', () => {
	it.each(['list', 'object', 'status'] as const)(
		'by size (%s) gets smaller ones',
		async (refusal) => {
			const batchSizes = createBatchSizes();
			const first = setUp({ most: 12, refusal }, { batchSizes });
			expect(await first.balances(100)).toEqual(rightFor(100));
			expect(Math.max(...first.node.sizes.slice(3))).toBeLessThanOrEqual(20);
			const second = setUp({ most: 12, refusal }, { batchSizes });
			expect(await second.balances(100)).toEqual(rightFor(100));
			expect(second.node.sizes).toEqual(Array(10).fill(10));
		},
	);

	it('of any size gets single requests, as gorilla servers do', async () => {
		const batchSizes = createBatchSizes();
		const { balances, node } = setUp({ most: 0 }, { batchSizes });
		expect(await balances(50)).toEqual(rightFor(50));
		expect(node.singles).toHaveLength(50);
		expect(node.sizes).toEqual([40, 10]);
		const second = setUp({ most: 0 }, { batchSizes });
		expect(await second.balances(50)).toEqual(rightFor(50));
		expect(second.node.sizes).toEqual([]);
	});

	it.each([
		{ code: -32600, message: 'bad request' },
		{ code: -32002, message: 'request timed out' },
		{ code: -32003, message: 'response too large' },
		{ code: -32000, message: 'this batch is too long' },
	])('by one error, %j, gets smaller ones', async (error) => {
		const { transport, requests } = fakeTransport(({ body = '' }) =>
			[JSON.parse(body)].flat().length > 10
				? answer({ jsonrpc: '2.0', id: null, error })
				: rpcAnswer(body, ({ params }) => ({
						result: `0x${balanceOf(params[0]).toString(16)}`,
					})),
		);
		const { balances } = setUp({}, { transport });
		expect(await balances(40)).toEqual(rightFor(40));
		const sizes = requests.map(({ body }) => [JSON.parse(body ?? '')].flat().length);
		expect(sizes).toEqual([40, 20, 10, 10, 10, 10]);
	});

	it('for its limit of bytes gets the rest in smaller ones', async () => {
		const { transport, requests } = fakeTransport(({ body }) => {
			let at = 0;
			return rpcAnswer(body, ({ params }) =>
				at++ >= 10
					? { error: { code: -32003, message: 'response too large' } }
					: { result: `0x${balanceOf(params[0]).toString(16)}` },
			);
		});
		const { balances } = setUp({}, { transport });
		expect(await balances(40)).toEqual(rightFor(40));
		const sizes = requests.map(({ body }) => [JSON.parse(body ?? '')].flat().length);
		expect(sizes).toEqual([40, 20, 10, 10]);
	});

	it('for another reason fails each call with its error', async () => {
		const error = { code: -32005, message: 'daily request count exceeded' };
		const { transport, requests } = fakeTransport(() =>
			answer({ jsonrpc: '2.0', id: null, error }),
		);
		const { balances } = setUp({}, { transport });
		expect(new Set(await balances(40))).toEqual(new Set([error.message]));
		expect(requests).toHaveLength(1);
	});
});

describe('calls that are not batched', () => {
	it('of the P-Chain are single requests', async () => {
		const { transport, requests } = fakeTransport(({ body }) =>
			rpcAnswer(body, ({ method }) => {
				expect(method).toBe('platform.getHeight');
				return { result: { height: '5' } };
			}),
		);
		const { client } = setUp({}, { transport });
		let count = 0;
		for await (const { result } of client.many(pChain.getHeight, Array(12).fill({}))) {
			count += Number(result?.height);
		}
		expect([count, requests.length]).toEqual([60, 12]);
	});

	it('that write are single requests, which are not repeated', async () => {
		const { transport, requests } = fakeTransport(() => answer('busy', 503));
		const { client } = setUp({}, { transport });
		const kinds: unknown[] = [];
		const inputs = Array(3).fill({ blockchainId: 'C', tx: '0x02f86b' });
		for await (const { failure } of client.many(evm.sendRawTransaction, inputs)) {
			kinds.push(failure?.kind);
		}
		expect(kinds).toEqual(['unavailable', 'unavailable', 'unavailable']);
		expect(requests.map(({ body }) => body?.[0])).toEqual(['{', '{', '{']);
	});
});

describe('answers out of order, missing, doubled or of other batches', () => {
	it.each(FAULTS)('%s: every result is right', async (kind) => {
		const { balances, node } = setUp({ fault: (index) => (index === 0 ? kind : undefined) });
		expect(await balances(60)).toEqual(rightFor(60));
		expect(node.askedAgain).toEqual([]);
		// A call without an answer is sent again alone, and all calls of a response that is not an answer.
		const again = ['foreign', 'unavailable', 'broken', 'empty', 'limited'].includes(kind);
		expect([...node.sizes].sort()).toEqual(again ? [20, 40, 40] : [20, 40]);
	});

	it.each([
		['missing', 'The response of the node to a batch has no answer to this call'],
		['doubled', 'The response of the node to a batch has several answers to this call'],
		['empty', 'The response of the node to a batch has no answer to this call'],
		['foreign', 'The node answered another batch: its response has the id 999999'],
	] as const)('%s for good: a clear failure', async (kind, message) => {
		// With retries, a call without an answer is sent again alone, and fails for a reason of its own.
		for (const [retries, failed] of [
			[0, 1],
			[2, 0],
		]) {
			const { balances, node } = setUp({ fault: (_, calls) => (calls > 1 ? kind : 'broken') });
			const out = await balances(2, { retry: { retries } });
			const all = kind === 'foreign' || kind === 'empty';
			expect(out.filter((one) => one === message).length).toBe(all ? 2 : failed);
			expect(node.askedAgain).toEqual([]);
		}
	});

	it('property: results are those of single requests, and only what failed is sent again', async () => {
		const tally = occurrences(...FAULTS, 'refused', 'no batches', 'failed alone');
		const faults = fc.array(fc.option(fc.constantFrom(...FAULTS), { nil: undefined }), {
			maxLength: 6,
		});
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 90 }),
				fc.integer({ min: 1, max: 45 }),
				fc.integer({ min: 1, max: 6 }),
				fc.constantFrom(0, 1, 2, 7, 20, 1_000),
				fc.constantFrom('list' as const, 'object' as const, 'status' as const),
				faults,
				fc.uniqueArray(fc.nat(89), { maxLength: 3 }),
				fc.infiniteStream(fc.integer({ min: 0, max: 90 })),
				async (count, batchSize, concurrency, most, refusal, plan, wrong, delays) => {
					const clock = virtualClock(0);
					const failing = new Set(wrong.map(addressOf));
					const { balances, node } = setUp(
						{
							most,
							refusal,
							fault: (index, calls): Fault | undefined => {
								const kind = plan[index];
								if (kind && calls > 1 && calls <= most) tally.saw(kind);
								return kind;
							},
							errorOf: (address) => (failing.has(address) ? RPC_ERROR : undefined),
							wait: async () => await clock.sleep(delays.next().value as number),
						},
						{ clock, retry: { retries: 8 } },
					);
					const out = await clock.run(() => balances(count, { batchSize, concurrency }));
					const right = rightFor(count).map((one, at) =>
						failing.has(addressOf(at)) ? RPC_ERROR.message : one,
					);
					expect(out).toEqual(right);
					expect(node.askedAgain).toEqual([]);
					expect(node.mostInFlight).toBeLessThanOrEqual(concurrency);
					expect(Math.max(0, ...node.sizes)).toBeLessThanOrEqual(batchSize);
					expect(new Set(node.ids).size).toBeLessThanOrEqual(count);
					tally.saw('refused', most > 0 && node.sizes.some((size) => size > most));
					tally.saw('no batches', most === 0 && node.sizes.length > 0);
					tally.saw('failed alone', right.includes(RPC_ERROR.message));
				},
			),
			{ numRuns: rounds(300) },
		);
		tally.expectAll();
	});
});
