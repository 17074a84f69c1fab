import { type Attempt, type ClientOptions, clientWith } from '../../../core/client';
import * as chain from '../../../core/subjects/chain/chain';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import * as metric from '../../../core/subjects/metric/averageTps';
import * as health from '../../../core/subjects/health/health';
import * as pChainStaking from '../../../core/subjects/pChainStaking/pChainStaking';
import type { HttpRequest, HttpResponse } from '../../../core/protocol/ports';
import { answer, caught, fakeClock, fakeTransport, TOLERANT } from './fakes';

const KEY = 'data-key-000000000001';
const NODE_SECRET = 'node-token-0000000001';

const SERVICES = {
	data: { url: 'https://data.test', header: { name: 'x-data-api-key', value: KEY } },
	metrics: { url: 'https://metrics.test' },
	node: {
		url: 'https://node.test',
		header: { name: 'authorization', value: `Bearer ${NODE_SECRET}` },
	},
};
const EXPORT = {
	type: 'TRANSACTION_EXPORT_EVM',
	addresses: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	includeChains: '43114',
} as const;
const RUNNING = {
	operationId: 'op-1',
	operationType: 'TRANSACTION_EXPORT_EVM',
	operationStatus: 'RUNNING',
};

function setUp(
	respond: (request: HttpRequest, index: number) => HttpResponse,
	options: Partial<ClientOptions> = {},
) {
	const clock = fakeClock();
	const { transport, requests } = fakeTransport(respond);
	const attempts: Attempt[] = [];
	const client = clientWith({
		...TOLERANT,
		services: SERVICES,
		transport,
		clock,
		onAttempt: (attempt) => attempts.push(attempt),
		...options,
	});
	return { client, requests, clock, attempts };
}

describe('a client', () => {
	it('sends each secret to its own service only', async () => {
		const bodies: Record<string, unknown> = {
			'data.test': { chains: [] },
			'metrics.test': { results: [] },
			'node.test': { healthy: true, checks: {} },
		};
		const { client, requests } = setUp(({ url }) => answer(bodies[new URL(url).hostname]));
		await client.call(chain.getMany, {});
		await client.call(metric.getAverageTps, { chainId: '43114' });
		await client.call(health.getHealth, {});
		const secrets = requests.map(({ headers }) => [
			headers['x-data-api-key'],
			headers.authorization,
		]);
		expect(secrets).toEqual([
			[KEY, undefined],
			[undefined, undefined],
			[undefined, `Bearer ${NODE_SECRET}`],
		]);
	});

	it('sends nothing where the input breaks a rule', async () => {
		const { client, requests } = setUp(() => answer({}));
		expect(
			await caught(() => client.call(transactionExport.get, { operationId: '../x' })),
		).toMatchObject({
			kind: 'invalid-input',
			field: 'operationId',
		});
		expect(requests).toEqual([]);
	});

	it('says which service has no URL', async () => {
		const { client } = setUp(() => answer({}), {
			services: { data: { url: 'https://data.test' } },
		});
		const error = await caught(() => client.call(health.getHealth, {}));
		expect(error).toMatchObject({ kind: 'invalid-input', message: 'No URL is set for the node' });
	});

	it('retries temporary failures, with their wait, and reports each attempt', async () => {
		const { client, requests, clock, attempts } = setUp(
			(_, index) =>
				[
					answer({ message: 'slow down' }, 429, { 'retry-after': '2' }),
					answer('', 502),
					answer({ chains: [] }),
				][index],
		);
		expect(await client.call(chain.getMany, {})).toEqual({ chains: [] });
		expect(requests).toHaveLength(3);
		expect(clock.slept[0]).toBeGreaterThanOrEqual(2_000);
		expect(
			attempts.map(({ operation, status, failure }) => [operation, status, failure?.kind]),
		).toEqual([
			['chain.getMany', 429, 'rate-limited'],
			['chain.getMany', 502, 'bad-gateway'],
			['chain.getMany', 200, undefined],
		]);
	});

	it('makes an error of what the transport throws', async () => {
		const { client } = setUp(
			() => {
				throw Object.assign(new Error(`connect ECONNREFUSED with ${KEY}`), {
					code: 'ECONNREFUSED',
				});
			},
			{ retry: { retries: 0 } },
		);
		const error = await caught(() => client.call(chain.getMany, {}));
		expect(error).toMatchObject({ kind: 'network', reason: 'refused', operation: 'chain.getMany' });
		expect(error.message).not.toContain(KEY);
	});

	it.each([
		[
			'a cut connection',
			() => {
				throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
			},
		],
		['500', () => answer({ message: 'no' }, 500)],
		['a cut body', () => answer('{"operationId":"a"')],
	])('never starts an export twice after %s', async (_, respond) => {
		const { client, requests } = setUp(respond);
		await caught(() => client.call(transactionExport.start, EXPORT));
		expect(requests).toHaveLength(1);
	});

	it('starts an export again after 429, since none was started', async () => {
		const { client, requests } = setUp((_, index) =>
			index === 0 ? answer({}, 429) : answer(RUNNING, 201),
		);
		expect(await client.call(transactionExport.start, EXPORT)).toEqual(RUNNING);
		expect(requests).toHaveLength(2);
	});

	it('shares what it learns of a rate limit between its calls to one service, not with others', async () => {
		const { client, clock } = setUp(({ url }) =>
			url.startsWith('https://data.test')
				? answer({ chains: [] }, 200, {
						'ratelimit-limit': '1',
						'ratelimit-remaining': '0',
						'ratelimit-policy': '1;w=60',
					})
				: answer({ healthy: true, checks: {} }),
		);
		await client.call(chain.getMany, {});
		await client.call(health.getHealth, {});
		expect(clock.slept).toEqual([]);
		await client.call(chain.getMany, {});
		expect(clock.slept[0]).toBeGreaterThanOrEqual(60_000);
	});

	it('does not wait for a rate limit longer than its budget', async () => {
		const { client, clock, requests } = setUp(() => answer({}, 429, { 'retry-after': '3600' }));
		expect(await caught(() => client.call(chain.getMany, {}))).toMatchObject({
			kind: 'rate-limited',
			status: 429,
		});
		expect(await caught(() => client.call(chain.getMany, {}))).toMatchObject({
			kind: 'rate-limited',
			operation: 'chain.getMany',
		});
		expect(clock.slept).toEqual([]);
		expect(requests).toHaveLength(1);
	});
});

describe('a secret that a service repeats', () => {
	it.each([
		['a message', (text: string) => answer({ message: `no such key: ${text}` }, 401)],
		['a list of messages', (text: string) => answer({ message: ['bad', text] }, 400)],
		['plain text', (text: string) => answer(`key ${text}`, 403)],
	])('in %s is hidden', async (_, respond) => {
		const { client, attempts } = setUp(() => respond(KEY), { retry: { retries: 0 } });
		const error = await caught(() => client.call(chain.getMany, {}));
		expect(error.message).toContain('***');
		expect(
			JSON.stringify([
				error,
				error.message,
				error.stack,
				attempts,
				attempts.map((it) => it.failure?.message),
			]),
		).not.toContain(KEY);
	});

	it('in the data of a JSON-RPC error is hidden', async () => {
		const { client } = setUp(() =>
			answer({
				jsonrpc: '2.0',
				id: 1,
				error: { code: 1, message: KEY, data: { [KEY]: [NODE_SECRET] } },
			}),
		);
		const error = await caught(() => client.call(pChainStaking.getCurrentSupply, {}));
		expect(error).toMatchObject({ kind: 'rpc', code: 1, message: '***', data: { '***': ['***'] } });
	});

	it('in an answer is hidden', async () => {
		const { client } = setUp(() =>
			answer({ chains: [{ chainId: '1', chainName: `key ${KEY}`, echo: { headers: [KEY] } }] }),
		);
		const { chains } = await client.call(chain.getMany, {});
		expect(chains).toEqual([{ chainId: '1', chainName: 'key ***', echo: { headers: ['***'] } }]);
	});

	it('is hidden where a user put it into a field by mistake', async () => {
		const { client } = setUp(() => answer({}));
		const error = await caught(() =>
			client.call(transactionExport.get, { operationId: `${KEY}/` }),
		);
		expect(error.message).not.toContain(KEY);
	});

	it('is hidden where the host adds the header itself', async () => {
		const { client } = setUp(() => answer({ message: 'host-secret-1' }, 400), {
			services: { data: { url: 'https://data.test' } },
			secrets: ['host-secret-1'],
		});
		expect((await caught(() => client.call(chain.getMany, {}))).message).toBe('***');
	});
});
