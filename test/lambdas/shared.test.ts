import { gzipSync } from 'node:zlib';
import { type Answering, startLocalServer } from '../../lab/kit/system/localServer';
import { forTests } from '../emulatorForTests';
import { exportEnvironment } from '../../lambdas/exportTransactions/environment';
import { readEnvironment } from '../../lambdas/shared/environment';
import { wholeNumber } from '../../lambdas/shared/schemas';
import { endingTransport } from '../../lambdas/shared/invocation';
import { type SecretSource, awsSecrets } from '../../lambdas/shared/secrets';
import { once, remembered } from '../../lambdas/shared/remembered';
import { SERVICE_RULES, SERVICE_VARIABLES, servicesClient } from '../../lambdas/shared/services';
import { createClient } from '../../core';
import type { Failure } from '../../core/failure';
import { httpTransport } from '../../core/transports/http';
import { wrongTransfers } from '../../lab/kit/wrongTransfers';
import * as chain from '../../core/subjects/chain/chain';
import * as xChain from '../../core/subjects/xChain';

const SECRET = 'ak_very_secret_0123456789';
const services = (given: Record<string, string>) =>
	readEnvironment(given, SERVICE_VARIABLES, SERVICE_RULES);

describe('environment', () => {
	it('lists everything that is missing or wrong in one error', () => {
		const given = {
			AVALANCHE_DATA_URL: 'ftp://example.com',
			AVALANCHE_NODE_URL: 'nowhere',
			EXPORT_DEADLINE_MINUTES: 'soon',
			EXPORT_MAX_ATTEMPTS: '100000',
		};
		let message = '';
		try {
			exportEnvironment(given);
		} catch (error) {
			({ message } = error as Error);
			expect((error as Error).name).toBe('ConfigurationError');
		}
		for (const name of [...Object.keys(given), 'AVALANCHE_API_KEY_PARAMETER']) {
			expect(message.split('\n').filter((line) => line.includes(`- ${name}`))).toHaveLength(1);
		}
		expect(message).toContain('ftp://example.com');
	});

	it('takes empty variables as absent', () => {
		const given = { AVALANCHE_API_KEY_PARAMETER: '/key', AVALANCHE_DATA_URL: '' };
		expect(services(given).AVALANCHE_DATA_URL).toBe('https://data-api.avax.network');
	});

	it('takes whole numbers in decimal digits', () => {
		const found = ['1', '10', '11', '0', '01', '-1', '1.0', '1e1', '0x5', ' 5', '']
			.map((text) => wholeNumber(10).safeParse(text))
			.map(({ data, error }) => data ?? error?.issues[0].message);
		const rule = 'must be a whole number from 1 to 10';
		expect(found).toEqual([1, 10, ...Array.from({ length: 9 }, () => rule)]);
	});

	it('requires one place of the key, and rejects a key as plain text unless the user allows it', () => {
		expect(() => services({})).toThrow(/AVALANCHE_API_KEY_PARAMETER or AVALANCHE_API_KEY_SECRET/);
		expect(() => services({ AVALANCHE_WITHOUT_API_KEY: 'true' })).not.toThrow();
		expect(() =>
			services({ AVALANCHE_API_KEY_PARAMETER: '/a', AVALANCHE_API_KEY_SECRET: 'b' }),
		).toThrow(/exclude each other/);
		const clear = { AVALANCHE_API_KEY: SECRET };
		expect(() => services(clear)).toThrow(/as plain text/);
		expect(() => services(clear)).not.toThrow(new RegExp(SECRET));
		expect(
			services({ ...clear, AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow' }).AVALANCHE_API_KEY,
		).toBe(SECRET);
	});
});

describe('the key', () => {
	it('is read once per cold start, and again after a failure', async () => {
		let reads = 0;
		const read = once(async () => {
			reads++;
			if (reads === 1) throw new Error('throttled');
			return 'key';
		});
		await expect(read()).rejects.toThrow('throttled');
		expect(await Promise.all([read(), read(), read()])).toEqual(['key', 'key', 'key']);
		expect(reads).toBe(2);
	});

	it('is kept for its time, unless it is asked for afresh; a failure is not kept', async () => {
		let [reads, now] = [0, 0];
		const read = remembered(
			async () => {
				reads++;
				if (reads === 1) throw new Error('throttled');
				return reads;
			},
			{ now: () => now },
			10,
		);
		await expect(read()).rejects.toThrow('throttled');
		expect([await read(), await read(), await read(true)]).toEqual([2, 2, 3]);
		now = 9;
		expect(await read()).toBe(3);
		now = 10;
		expect(await read()).toBe(4);
	});

	it('travels to the data service alone', async () => {
		const sources: SecretSource[] = [];
		const requests: Array<[string, string[]]> = [];
		const client = await servicesClient({
			environment: services({
				AVALANCHE_API_KEY_SECRET: 'avalanche',
				AVALANCHE_API_KEY_SECRET_FIELD: 'apiKey',
			}),
			readSecret: async (source) => {
				sources.push(source);
				return SECRET;
			},
			transport: async ({ url, headers }) => {
				requests.push([new URL(url).hostname, Object.keys(headers)]);
				return { status: 200, headers: {}, text: '{"chains":[]}' };
			},
		})();
		await client.call(chain.getMany, {});
		expect(sources).toEqual([{ kind: 'secret', id: 'avalanche', field: 'apiKey' }]);
		expect(requests[0][1]).toContain('x-glacier-api-key');
		expect(() => client.access('node')).toThrow(/No URL is set for the node/);
	});

	it('of a client that logs a field that responses lack once', async () => {
		const warn = jest.fn();
		const client = await servicesClient({
			environment: services({ AVALANCHE_WITHOUT_API_KEY: 'true' }),
			telemetry: {
				measure: () => undefined,
				onAttempt: () => undefined,
				logger: { debug: warn, info: warn, warn, error: warn },
			},
			transport: async () => ({ status: 200, headers: {}, text: '{"chains":[{"chainId":"1"}]}' }),
		})();
		for (let calls = 0; calls < 2; calls++) {
			const { chains } = await client.call(chain.getMany, {});
			expect(chains).toEqual([{ chainId: '1' }]);
		}
		const said = warn.mock.calls.map(([message]) => String(message));
		expect(
			said.filter((each) => each.includes(': chains[].chainName of chain.getMany')),
		).toHaveLength(1);
		expect(new Set(said).size).toBe(said.length);
	});

	describe('read by AWS clients', () => {
		const asked: string[] = [];
		const server = forTests(async () =>
			startLocalServer((request, response, body) => {
				const target = String(request.headers['x-amz-target']).split('.')[1];
				const { Name, SecretId } = JSON.parse(String(body)) as Record<string, string>;
				asked.push(`${target} ${Name ?? SecretId}`);
				const missing = (Name ?? SecretId) === 'missing';
				response.writeHead(missing ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
				// With a byte order mark, as some editors write it.
				const SecretString = `\uFEFF${JSON.stringify({ apiKey: SECRET })}`;
				const found = Name ? { Parameter: { Value: ` ${SECRET}\n` } } : { SecretString };
				const none = { __type: 'ParameterNotFound', message: 'none' };
				response.end(JSON.stringify(missing ? none : found));
			}),
		);
		beforeAll(() => {
			Object.assign(process.env, {
				AWS_ENDPOINT_URL: server.url,
				AWS_REGION: 'us-east-1',
				AWS_ACCESS_KEY_ID: 'local',
				AWS_SECRET_ACCESS_KEY: 'local',
			});
		});
		afterAll(() => void delete process.env.AWS_ENDPOINT_URL);

		it('comes from Parameter Store and Secrets Manager', async () => {
			expect(await awsSecrets({ kind: 'parameter', name: '/key' })).toBe(SECRET);
			expect(await awsSecrets({ kind: 'secret', id: 's', field: 'apiKey' })).toBe(SECRET);
			expect(asked).toEqual(['GetParameter /key', 'GetSecretValue s']);
		});

		it('is named by its place where it is missing, and never shown', async () => {
			await expect(awsSecrets({ kind: 'parameter', name: 'missing' })).rejects.toMatchObject({
				name: 'SecretUnavailable',
				message: expect.stringMatching(/SSM parameter "missing".*ParameterNotFound/),
			});
			const wrong = awsSecrets({ kind: 'secret', id: 's', field: 'other' });
			await expect(wrong).rejects.toThrow(/no text field "other"/);
			await expect(wrong).rejects.not.toThrow(SECRET);
		});
	});
});

describe('the transport', () => {
	const gzip = { 'content-encoding': 'gzip' };
	const packed = gzipSync('{"packed":true}');
	const answers: Record<string, Answering> = {
		'/redirect': (_, response) => response.writeHead(302, { location: '/plain' }).end('gone'),
		'/large': (_, response) => response.end('x'.repeat(2_000_000)),
		'/slow': (_, response) => response.write('begun'),
		'/gzip': (_, response) => response.writeHead(200, gzip).end(packed),
		'/bomb': (_, response) => response.writeHead(200, gzip).end(gzipSync(Buffer.alloc(50_000_000))),
		'/short': (_, response) => response.writeHead(200, gzip).end(packed.subarray(0, 20)),
		'/brotli': (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('?'),
		'/upgrade': (_, response) =>
			response.socket?.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
		'/port': ({ socket }, response) => response.end(String(socket.remotePort)),
		'/echo': (_, response, body) => response.end(body),
		'/cut'(_, response) {
			response.writeHead(200, { 'content-length': '100' });
			response.write('part');
			setImmediate(() => response.destroy());
		},
		'/plain': (_, response) =>
			response.writeHead(201, { 'X-One': 'A' }).end('{"big":12345678901234567890}'),
	};
	const server = forTests(async () =>
		startLocalServer((request, ...rest) => answers[request.url ?? ''](request, ...rest)),
	);
	const get = (path: string, limits: object = {}) =>
		httpTransport({
			method: 'GET',
			url: server.url + path,
			headers: {},
			timeoutMs: 5_000,
			maxBytes: 1_000_000,
			...limits,
		});

	it('gives status, headers in lower case and the text as it came', async () => {
		const { status, headers, text } = await get('/plain');
		expect([status, headers['x-one'], text]).toEqual([201, 'A', '{"big":12345678901234567890}']);
	});

	it('unpacks what the service packed', async () => {
		expect((await get('/gzip')).text).toBe('{"packed":true}');
	});

	it('sends a body whole, and keeps connections', async () => {
		const body = '{"text":"größer"}';
		expect((await get('/echo', { method: 'POST', body })).text).toBe(body);
		const [one, other] = [await get('/port'), await get('/port')];
		expect(one.text).toBe(other.text);
	});

	it('follows no redirect', async () => {
		expect((await get('/redirect')).status).toBe(302);
	});

	it.each<[string, object, object]>([
		['/large', {}, { kind: 'invalid-response' }],
		['/slow', { timeoutMs: 200 }, { kind: 'network', reason: 'timeout' }],
		['/cut', {}, { kind: 'network', reason: 'reset' }],
		['/upgrade', {}, { kind: 'network', reason: 'reset' }],
		['/bomb', {}, { kind: 'invalid-response', message: expect.stringContaining('larger than') }],
		['/short', {}, { kind: 'network', reason: 'reset' }],
		['/brotli', {}, { kind: 'invalid-response', message: expect.stringContaining('br') }],
	])('fails by kind: %s', async (path, limits, failure) => {
		await expect(get(path, limits)).rejects.toMatchObject(failure);
	});

	it.each(wrongTransfers('{"jsonrpc":"2.0","id":1,"result":{"height":"3"}}'))(
		'%s ends with a known kind',
		async (_, answer, kinds) => {
			const other = await startLocalServer(answer as Answering);
			other.server.on('connection', (socket) => socket.on('error', () => {}));
			const late = kinds.length === 1 && kinds[0] === 'network';
			const client = createClient({
				nodeUrl: other.url,
				retry: { retries: 0 },
				timeoutMs: late ? 100 : 5_000,
				transport: (request) => httpTransport({ ...request, maxBytes: 1_000_000 }),
			});
			const kind = await client.call(xChain.getHeight, {}).then(
				() => 'answered',
				(error: Failure) => error.kind,
			);
			expect(kinds).toContain(kind);
			await other.close();
		},
	);

	it('reports that nothing was sent if the connection is refused', async () => {
		const request = httpTransport({
			method: 'GET',
			url: 'http://127.0.0.1:1/',
			headers: {},
			timeoutMs: 5_000,
			maxBytes: 1,
		});
		await expect(request).rejects.toMatchObject({ kind: 'network' });
	});
});

describe('a transport that ends', () => {
	const request = { method: 'GET', url: 'https://a.test/', headers: {}, maxBytes: 1 } as const;
	test.each([
		[500, 500],
		[20_000, 1_000],
		['none', 0],
	])('is given %s ms', async (given, left) => {
		const asked: number[] = [];
		const transport = endingTransport(
			async ({ timeoutMs }) => {
				asked.push(timeoutMs);
				return await Promise.resolve({ status: 200, headers: {}, text: '' });
			},
			{ now: () => 1_000 },
			() => 1_000 + (given === 'none' ? 0 : 1_000),
		);
		const sending = transport({ ...request, timeoutMs: given === 'none' ? 500 : Number(given) });
		if (given === 'none') await expect(sending).rejects.toMatchObject({ kind: 'network' });
		else await sending;
		expect(asked).toEqual(given === 'none' ? [] : [left]);
	});
});
