import fc, { occurrences } from '../../../core/testing/properties';
import { type ClientOptions, clientWith } from '../../../core/client';
import { createFlights } from '../../../core/protocol/flights';
import type { HttpRequest } from '../../../core/protocol/ports';
import { getMany as getChains } from '../../../core/subjects/chain/chain';
import { getManyValidators } from '../../../core/subjects/staking/validator';
import * as webhook from '../../../core/subjects/webhook/webhook';
import { answer, caught, fakeClock } from './fakes';

/** Clients whose equal reads at the same time are one request. */

const CHAINS = { chains: [] };

function deferred() {
	let resolve = () => {};
	const promise = new Promise<void>((done) => (resolve = done));
	return { promise, resolve };
}

function setUp(
	respond = (request: HttpRequest) => answer(request.url.includes('chains') ? CHAINS : {}),
) {
	const flights = createFlights();
	const requests: HttpRequest[] = [];
	const gates: Array<ReturnType<typeof deferred>> = [];
	const open = () => gates.splice(0).forEach(({ resolve }) => resolve());
	const attempts: unknown[] = [];
	const clientOf = (key: string, more: Partial<ClientOptions> = {}) =>
		clientWith({
			services: { data: { url: 'https://data.test', header: { name: 'x-key', value: key } } },
			transport: async (request) => {
				requests.push(request);
				const gate = deferred();
				gates.push(gate);
				await gate.promise;
				return respond(request);
			},
			clock: fakeClock(),
			flights,
			onAttempt: (attempt) => attempts.push(attempt),
			missing: () => undefined,
			retry: { retries: 0 },
			...more,
		});
	return { flights, requests, open, attempts, clientOf };
}

const settled = async () => await new Promise(setImmediate);

describe('equal reads at the same time', () => {
	it('are one request, and nothing is kept after it', async () => {
		const { flights, requests, open, attempts, clientOf } = setUp();
		const calls = Array.from({ length: 10 }, () => clientOf('key-00001').call(getChains, {}));
		await settled();
		expect([requests.length, flights.size]).toEqual([1, 1]);
		open();
		const all = await Promise.all(calls);
		expect(all).toEqual(Array(10).fill(CHAINS));
		// Each caller may change what it got.
		expect(new Set(all).size).toBe(10);
		expect([flights.size, attempts.length]).toEqual([0, 1]);
		const later = clientOf('key-00001').call(getChains, {});
		await settled();
		open();
		await later;
		expect(requests).toHaveLength(2);
	});

	it('of other keys, URLs, inputs or limits are requests of their own', async () => {
		const { requests, open, clientOf } = setUp();
		const calls = [
			clientOf('key-00001').call(getChains, {}),
			clientOf('key-00002').call(getChains, {}),
			clientOf('key-00001').call(getChains, { network: 'fuji' }),
			clientOf('key-00001', { services: { data: { url: 'https://other.test' } } }).call(
				getChains,
				{},
			),
			clientOf('key-00001', { timeoutMs: 1_000 }).call(getChains, {}),
			clientOf('key-00001', { flights: undefined }).call(getChains, {}),
			clientOf('key-00001', { flights: createFlights() }).call(getChains, {}),
		];
		await settled();
		open();
		await Promise.all(calls);
		expect(requests).toHaveLength(calls.length);
	});

	it('fail together, and each caller has the error', async () => {
		const { requests, open, attempts, clientOf } = setUp(() => answer('busy', 503));
		const calls = [1, 2, 3].map(() => caught(() => clientOf('key-00001').call(getChains, {})));
		await settled();
		open();
		const kinds = (await Promise.all(calls)).map(({ kind }) => kind);
		expect([kinds, requests.length, attempts.length]).toEqual([
			['unavailable', 'unavailable', 'unavailable'],
			1,
			1,
		]);
	});

	it('that are not reads are sent each', async () => {
		const { requests, open, clientOf } = setUp(() =>
			answer({ id: 'w', eventType: 'address_activity', metadata: {}, url: 'https://a.test' }),
		);
		const remove = () => clientOf('key-00001').call(webhook.delete_, { id: 'w' });
		const calls = [remove(), remove()].map((call) => call.catch(() => undefined));
		await settled();
		expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
		open();
		await Promise.all(calls);
	});
});

describe('a caller that stops', () => {
	it('does not end the request of the others', async () => {
		const { requests, open, clientOf } = setUp();
		const controller = new AbortController();
		const reason = new Error('enough');
		const { signal } = controller;
		const first = caught(() => clientOf('key-00001').call(getChains, {}, { signal }));
		await settled();
		const second = clientOf('key-00001').call(getChains, {});
		await settled();
		controller.abort(reason);
		expect(await first).toBe(reason);
		expect(requests[0].signal?.aborted).toBe(false);
		open();
		expect(await second).toEqual(CHAINS);
		expect(requests).toHaveLength(1);
	});

	it('ends the request if it is the last one', async () => {
		const { requests, flights, clientOf, open } = setUp();
		const controllers = [new AbortController(), new AbortController()];
		const calls = controllers.map(({ signal }) =>
			caught(() => clientOf('key-00001').call(getChains, {}, { signal })),
		);
		await settled();
		for (const controller of controllers) controller.abort(new Error('enough'));
		await Promise.all(calls);
		expect([requests[0].signal?.aborted, flights.size]).toEqual([true, 0]);
		// A later caller does not get the request that was ended.
		const later = clientOf('key-00001').call(getChains, {});
		await settled();
		expect(requests).toHaveLength(2);
		open();
		await later;
	});
});

test('ten readers of one list send the requests of one', async () => {
	const page = (token: string | null) => ({
		validators: [],
		...(token !== '9' && { nextPageToken: String(Number(token) + 1) }),
	});
	const { requests, open, clientOf } = setUp(({ url }) =>
		answer(page(new URL(url).searchParams.get('pageToken'))),
	);
	let ended = 0;
	const readers = Array.from({ length: 10 }, async () => {
		let pages = 0;
		const list = clientOf('key-00001').pages(getManyValidators, { network: 'mainnet' });
		for await (const { response } of list) pages += response ? 1 : 0;
		ended++;
		return pages;
	});
	while (ended < 10) {
		await settled();
		open();
	}
	expect(await Promise.all(readers)).toEqual(Array(10).fill(10));
	expect(requests).toHaveLength(10);
});

test('property: each caller gets the value of work that was under way during its wait', async () => {
	const tally = occurrences('joined', 'aborted', 'failed', 'ended with its last caller');
	const step = fc.oneof(
		fc.record({ what: fc.constant('call' as const), key: fc.nat(2) }),
		fc.record({ what: fc.constant('abort' as const), nth: fc.nat(9) }),
		fc.record({ what: fc.constant('end' as const), key: fc.nat(2), fails: fc.boolean() }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const flights = createFlights();
			const running = new Map<string, { id: number; end: (fails: boolean) => void }>();
			const waiting: Array<{ key: string; work: number; abort: AbortController; open: boolean }> =
				[];
			const outcomes: Array<Promise<unknown>> = [];
			const expected: unknown[] = [];
			let works = 0;
			const close = (key: string) => {
				running.delete(key);
				for (const caller of waiting) if (caller.key === key) caller.open = false;
			};
			for (const one of steps) {
				if (one.what === 'call') {
					const key = String(one.key);
					const abort = new AbortController();
					tally.saw('joined', running.has(key));
					const start = async () =>
						await new Promise((resolve, reject) => {
							const id = ++works;
							running.set(key, {
								id,
								end: (fails) => (fails ? reject(new Error(`failed ${id}`)) : resolve(id)),
							});
						});
					const joined = flights.join(key, start, abort.signal);
					const work = running.get(key)?.id ?? 0;
					waiting.push({ key, work, abort, open: true });
					outcomes.push(
						joined.then(
							({ value }) => value,
							(error: Error) => error.message,
						),
					);
					expected.push(undefined);
				} else if (one.what === 'abort') {
					const caller = waiting[one.nth];
					if (!caller?.open) continue;
					tally.saw('aborted');
					caller.abort.abort(new Error('aborted'));
					caller.open = false;
					expected[one.nth] = 'aborted';
					if (!waiting.some(({ key, open }) => key === caller.key && open)) {
						tally.saw('ended with its last caller');
						close(caller.key);
					}
				} else {
					const key = String(one.key);
					const flight = running.get(key);
					if (!flight) continue;
					tally.saw('failed', one.fails);
					for (const [at, caller] of waiting.entries()) {
						if (caller.key === key && caller.open) {
							expected[at] = one.fails ? `failed ${flight.id}` : flight.id;
						}
					}
					flight.end(one.fails);
					close(key);
				}
				await settled();
				expect(flights.size).toBe(running.size);
			}
			for (const [at, caller] of waiting.entries()) {
				if (caller.open) {
					caller.abort.abort(new Error('aborted'));
					expected[at] = 'aborted';
				}
			}
			expect(await Promise.all(outcomes)).toEqual(expected);
			await settled();
			expect(flights.size).toBe(0);
		}),
	);
	tally.expectAll();
});
