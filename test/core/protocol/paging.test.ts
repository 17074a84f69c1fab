import fc, { rounds } from '../../../core/testing/properties';
import { clientWith } from '../../../core/client';
import * as chain from '../../../core/subjects/chain/chain';
import * as staking from '../../../core/subjects/staking/l1Validator';
import type { Operation } from '../../../core/operations/declare';
import * as metric from '../../../core/subjects/metric/averageTps';
import { getManyContainers } from '../../../core/subjects/index/indexApi';
import type { PageLimits } from '../../../core/protocol/paging';
import type { HttpRequest, HttpResponse } from '../../../core/protocol/ports';
import { answer, caught, fakeClock, fakeTransport, rpcAnswer, TOLERANT } from './fakes';

function clientOf(respond: (request: HttpRequest, index: number) => HttpResponse) {
	const { transport, requests } = fakeTransport(respond);
	const url = 'https://service.test';
	const services = { data: { url }, metrics: { url }, node: { url } };
	return {
		client: clientWith({
			...TOLERANT,
			services,
			transport,
			clock: fakeClock(),
		}),
		requests,
	};
}

const query = (request: HttpRequest) => new URL(request.url).searchParams;
const params = (request: HttpRequest) =>
	(JSON.parse(request.body ?? '{}') as { params: Record<string, never> }).params;

async function all(
	client: ReturnType<typeof clientOf>['client'],
	operation: Operation,
	input: Record<string, unknown>,
	limits: PageLimits = {},
) {
	const pages: unknown[][] = [];
	for await (const page of client.pages(operation, input as never, limits)) pages.push(page.items);
	return { pages, items: pages.flat() };
}

/** Form in which a service marks the last page. */
type Ending = 'absent' | 'empty' | 'null';

const l1 = { network: 'mainnet' };
const record = (index: number) => ({ validationId: String(index) });

/** A list with tokens that are never the same; `cap` is what the service gives at most. */
function tokenList(size: number, cap: number, ending: Ending, tokenName = 'nextPageToken') {
	return (request: HttpRequest) => {
		const token = query(request).get('pageToken');
		const start = token === null ? 0 : Number(token.replace('at-', ''));
		const end = Math.min(size, start + Math.min(cap, Number(query(request).get('pageSize') ?? 10)));
		const validators = Array.from({ length: end - start }, (_, index) => record(start + index));
		const last = { absent: {}, empty: { [tokenName]: '' }, null: { [tokenName]: null } }[ending];
		return answer({ validators, ...(end < size ? { [tokenName]: `at-${end}` } : last) });
	};
}

const upTo = (size: number) => Array.from({ length: size }, (_, index) => record(index));

describe('pages by token', () => {
	it('give every item once and in order, whatever the sizes', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(350),
				fc.integer({ min: 1, max: 120 }),
				fc.constantFrom<Ending>('absent', 'empty', 'null'),
				fc.constantFrom('nextPageToken', 'nextPageStartKey'),
				fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
				fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
				async (size, cap, ending, tokenName, limit, pageSize) => {
					const { client, requests } = clientOf(tokenList(size, cap, ending, tokenName));
					const { items, pages } = await all(client, staking.getManyL1Validators, l1, {
						limit,
						pageSize,
					});
					const wanted = Math.min(size, limit ?? Infinity);
					expect(items).toEqual(upTo(wanted));
					for (const page of pages) expect(page.length).toBeLessThanOrEqual(Math.min(cap, 100));
					// No request more than the items need, and none larger than the service allows.
					const each = Math.min(cap, pageSize ?? Math.min(100, limit ?? Infinity));
					expect(requests).toHaveLength(Math.max(1, Math.ceil(wanted / each)));
					const sizes = requests.map((request) => Number(query(request).get('pageSize')));
					expect(new Set(sizes)).toEqual(new Set([pageSize ?? Math.min(100, limit ?? 100)]));
				},
			),
			{ numRuns: rounds(300) },
		);
	});

	it('are asked for one by one, when they are wanted', async () => {
		const { client, requests } = clientOf(tokenList(1_000, 100, 'absent'));
		const pages = client.pages(staking.getManyL1Validators, l1 as never);
		expect(requests).toHaveLength(0);
		await pages.next();
		expect(requests).toHaveLength(1);
		await pages.next();
		expect(requests).toHaveLength(2);
		await pages.return();
		expect(requests).toHaveLength(2);
	});

	it('come with the whole response around them', async () => {
		const { client } = clientOf(() => answer({ validators: [], blockHeight: '77' }));
		for await (const page of client.pages(staking.getManyL1Validators, l1 as never)) {
			expect(page.response).toEqual({ validators: [], blockHeight: 77 });
		}
	});

	it('continue after an empty page', async () => {
		const { client } = clientOf((request) =>
			query(request).has('pageToken')
				? answer({ validators: [record(0)] })
				: answer({ validators: [], nextPageToken: 'more' }),
		);
		expect((await all(client, staking.getManyL1Validators, l1)).items).toEqual([record(0)]);
	});

	it('begin where the input says', async () => {
		const { client } = clientOf(tokenList(30, 10, 'absent'));
		const { items } = await all(client, staking.getManyL1Validators, {
			...l1,
			pageToken: 'at-20',
			pageSize: 10,
		});
		expect(items).toEqual(upTo(30).slice(20));
	});

	it.each([
		['the token that was sent', ['a', 'b', 'b'], 3],
		['an earlier token', ['a', 'b', 'c', 'a'], 4],
		['the first token again and again', ['a', 'a'], 2],
	])('end with an error where the service repeats %s', async (_, tokens, requestsMade) => {
		const { client, requests } = clientOf((_request, index) =>
			answer({
				validators: [record(index)],
				nextPageToken: tokens[index] ?? tokens[tokens.length - 1],
			}),
		);
		const error = await caught(() => all(client, staking.getManyL1Validators, l1));
		expect(error).toMatchObject({
			kind: 'invalid-response',
			retryable: false,
			operation: 'staking.getManyL1Validators',
		});
		expect(error.message).toContain('would not end');
		expect(requests).toHaveLength(requestsMade);
	});

	it.each([
		'https://stranger.example.com/v1/chains',
		'../../admin?x=1#y',
		'a\r\nX-Injected: 1',
		'__proto__',
		' ',
		'a'.repeat(100_000),
	])('send any token as one value of the query: %p', async (token) => {
		const { client, requests } = clientOf((_request, index) =>
			answer({ validators: [record(index)], ...(index === 0 && { nextPageToken: token }) }),
		);
		await all(client, staking.getManyL1Validators, l1);
		const [first, second] = requests.map(({ url }) => new URL(url));
		expect([second.origin, second.pathname]).toEqual([first.origin, first.pathname]);
		expect(second.searchParams.getAll('pageToken')).toEqual([token]);
	});

	it.each([{ toString: 1 }, 12, [], true])('refuse %p as a token', async (token) => {
		const { client } = clientOf(() => answer({ validators: [], nextPageToken: token }));
		const error = await caught(() => all(client, staking.getManyL1Validators, l1));
		expect(error.kind).toBe('invalid-response');
	});

	it('end with an error where the service gives back the token that the caller began with', async () => {
		const { client, requests } = clientOf(() =>
			answer({ validators: [record(0)], nextPageToken: 'a' }),
		);
		const error = await caught(() =>
			all(client, staking.getManyL1Validators, { ...l1, pageToken: 'a' }),
		);
		expect(error.kind).toBe('invalid-response');
		expect(requests).toHaveLength(1);
	});

	it('send no size to a service without page sizes', async () => {
		const { client, requests } = clientOf((request) =>
			query(request).has('pageToken')
				? answer({ results: [{ timestamp: 2, value: 1 }], status: 200 })
				: answer({ results: [{ timestamp: 1, value: 1 }], nextPageToken: 'x', status: 200 }),
		);
		const { items } = await all(
			client,
			metric.getAverageTps,
			{ chainId: '43114' },
			{ pageSize: 5 },
		);
		expect(items).toHaveLength(2);
		expect(requests.map(({ url }) => url)).toEqual([
			'https://service.test/v1/avg_tps/43114',
			'https://service.test/v1/avg_tps/43114?pageToken=x',
		]);
	});

	it.each([0, 101, 1.5, 'many'])(
		'refuse a page size of %p before anything is sent',
		async (pageSize) => {
			const { client, requests } = clientOf(tokenList(10, 10, 'absent'));
			const error = await caught(() =>
				all(client, staking.getManyL1Validators, l1, { pageSize: pageSize as number }),
			);
			expect(error).toMatchObject({ kind: 'invalid-input', field: 'pageSize' });
			expect(requests).toHaveLength(0);
		},
	);

	it('fail where a page fails, after the pages before it', async () => {
		const { client } = clientOf((request, index) =>
			index === 2
				? answer({ message: 'The page token is gone' }, 400)
				: tokenList(500, 10, 'absent')(request),
		);
		const items: unknown[] = [];
		const error = await caught(async () => {
			for await (const page of client.pages(staking.getManyL1Validators, l1 as never, {
				pageSize: 10,
			}))
				items.push(...page.items);
		});
		expect(items).toEqual(upTo(20));
		expect(error).toMatchObject({ kind: 'invalid-input', message: 'The page token is gone' });
	});
});

describe('pages of containers', () => {
	type Shape = 'object' | 'array';
	// A place is a number, but for one that a double cannot hold.
	const jsonOf = (index: bigint) => (index < 2n ** 53n ? Number(index) : String(index));
	const containerAt = (index: bigint) => ({ id: 'a', index: jsonOf(index), bytes: '0x00' });

	/** As the node answers: an error from a start beyond its last container on. */
	function index(first: bigint, size: number, shape: Shape) {
		return ({ body }: HttpRequest) =>
			rpcAnswer(body, (call) => {
				const { startIndex, numToFetch } = call.params as {
					startIndex: string;
					numToFetch: number;
				};
				const last = first + BigInt(size) - 1n;
				const start = BigInt(startIndex);
				if (start > last) {
					const message = `start index (${start}) > last accepted index (${last})`;
					return { error: { code: -32000, message, data: null } };
				}
				const count = Math.min(numToFetch, Number(last - start) + 1);
				const all = Array.from({ length: count }, (_, at) => containerAt(start + BigInt(at)));
				return { result: shape === 'array' ? all : { containers: all } };
			});
	}

	it('count up from the start, also beyond 2^53, and stop at the last one', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(0n, 5n, 2n ** 53n - 3n, 2n ** 63n),
				fc.integer({ min: 1, max: 60 }),
				fc.integer({ min: 1, max: 20 }),
				fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
				fc.constantFrom<Shape>('object', 'array'),
				async (first, size, pageSize, limit, shape) => {
					const { client, requests } = clientOf(index(first, size, shape));
					const input = { index: 'P/block', startIndex: String(first) };
					const { items } = await all(client, getManyContainers, input, { pageSize, limit });
					const wanted = Math.min(size, limit ?? Infinity);
					expect(items).toEqual(
						Array.from({ length: wanted }, (_, at) => ({ ...containerAt(first + BigInt(at)) })),
					);
					// The last request asks for no more than is wanted.
					const asked = requests.map((request) => Number(params(request).numToFetch));
					if (limit !== undefined)
						expect(asked.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(limit);
				},
			),
		);
	});

	it('fail where the very start is beyond the last one', async () => {
		const { client } = clientOf(index(0n, 5, 'object'));
		const error = await caught(() =>
			all(client, getManyContainers, { index: 'P/block', startIndex: '9' }),
		);
		expect(error).toMatchObject({
			kind: 'rpc',
			message: 'start index (9) > last accepted index (4)',
		});
	});

	it('fail with any other error, also after the first page', async () => {
		const { client } = clientOf((request, at) =>
			at === 0
				? index(0n, 50, 'object')(request)
				: answer({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'closed', data: null } }),
		);
		const work = all(
			client,
			getManyContainers,
			{ index: 'P/block', startIndex: '0' },
			{ pageSize: 10 },
		);
		expect(await caught(() => work)).toMatchObject({ kind: 'rpc', message: 'closed' });
	});

	it('are empty where the node answers null', async () => {
		const { client } = clientOf(({ body }) => rpcAnswer(body, () => ({ result: null })));
		const { items } = await all(client, getManyContainers, { index: 'X/vtx', startIndex: '0' });
		expect(items).toEqual([]);
	});
});

it('what is not a list has no pages', async () => {
	const { client } = clientOf(() => answer({ chains: [] }));
	await expect(all(client, chain.getMany, {})).rejects.toThrow('is not a list');
});

test('a list of empty pages with new tokens ends with an error', async () => {
	const { client, requests } = clientOf((_, index) =>
		answer({ validators: [], nextPageToken: `t${index}` }),
	);
	const walk = async () => {
		const pages = client.pages(staking.getManyL1Validators, { network: 'mainnet' }, { limit: 1 });
		for await (const page of pages) expect(page.items).toEqual([]);
	};
	expect(await caught(walk)).toMatchObject({ kind: 'invalid-response', retryable: false });
	expect(requests).toHaveLength(100);
});

test('some empty pages on the way do not end a list', async () => {
	const { client } = clientOf((_, index) =>
		answer({
			validators: index % 60 === 59 ? [{ validationId: String(index) }] : [],
			...(index < 299 && { nextPageToken: `t${index}` }),
		}),
	);
	let items = 0;
	for await (const page of client.pages(staking.getManyL1Validators, { network: 'mainnet' })) {
		items += page.items.length;
	}
	expect(items).toBe(5);
});
