import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { CREDENTIAL, createEngine, type Engine } from '../kit/engine';
import { API_KEY, NODE_HEADER, NODE_SECRET, errorOf, itemsOf } from './harness';

/** What `npm run attack` once found in the nodes. */

let server: Server;
let engine: Engine;
let url: string;
let answer: RequestListener;
const sockets = new Set<Socket>();

beforeAll(async () => {
	server = createServer((request, response) => answer(request, response));
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	engine = await createEngine({
		apiKey: API_KEY,
		dataUrl: `${url}/data`,
		metricsUrl: `${url}/metrics`,
		nodeUrl: `${url}/node`,
		nodeHeaderName: NODE_HEADER,
		nodeHeaderSecret: NODE_SECRET,
	});
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const chains = (options: object) =>
	engine.execute({
		node: 'avalanche',
		parameters: { resource: 'chain', operation: 'getMany', options: { retries: 0, ...options } },
	});

const silent = (head: string): RequestListener => {
	return (_, response) => void response.socket?.write(`HTTP/1.1 ${head}\r\n\r\n`);
};

test.each([
	['headers without a body', '200 OK\r\nContent-Type: application/json'],
	['a length without a body', '200 OK\r\nContent-Length: 10'],
	['chunks that never come', '200 OK\r\nTransfer-Encoding: chunked'],
	['a change of protocol', '101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade'],
])('%s: the timeout ends it, and its connection', async (_, head) => {
	answer = silent(head);
	const error = errorOf(await chains({ timeoutSeconds: 0.3 }));
	expect(error).toMatchObject({ errorResponse: { kind: 'network', reason: 'timeout' } });
	while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('the credential test reads no endless answer', async () => {
	let written = 0;
	answer = (request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const block = Buffer.alloc(256 * 1024, ' ');
		const fill = () => {
			while (!request.socket.destroyed && response.write(block)) written += block.length;
			written += block.length;
		};
		response.on('drain', fill);
		fill();
	};
	const { status, message } = await engine.testCredential(engine.credential);
	expect([status, message]).toEqual([
		'Error',
		expect.stringMatching(/answers with something else/),
	]);
	expect(written).toBeLessThan(64 * 1024 * 1024);
});

test('the name of a downloaded file is no path', async () => {
	answer = (request, response) => {
		if (request.url?.endsWith('/file')) return void response.end('a,b\n');
		response.end(
			JSON.stringify({
				operationId: '../../etc/cron.d/x',
				operationStatus: 'COMPLETED',
				operationType: '..\\..\\y',
				metadata: { downloadUrl: `${url}/data/file` },
			}),
		);
	};
	const outcome = await engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'transactionExport',
			operation: 'get',
			operationId: '11111111-1111-4111-8111-111111111111',
			options: { download: true },
		},
	});
	const [{ binary }] = itemsOf(outcome);
	expect(binary?.data.directory).toBeUndefined();
	expect(binary?.data.fileName).not.toMatch(/[/\\]/);
	expect(binary?.data.fileName).toMatch(/\.csv$/);
});

test.each(['limit', 'options', 'filters', 'simplify', 'returnAll', 'output'])(
	'an object without sense for %s is an item or an error of a known kind',
	async (name) => {
		answer = (_, response) => void response.writeHead(404).end('{"message":"none"}');
		const outcome = await engine.execute({
			node: 'avalanche',
			parameters: {
				resource: 'staking',
				operation: 'getManyTransactions',
				[name]: '={{ $json.v }}',
			},
			items: [null, 'x', [], { toString: 1 }, Object.create(null)].map((v) => ({
				json: { v } as never,
			})),
			continueOnFail: true,
		});
		for (const { json } of itemsOf(outcome)) {
			expect(json).toHaveProperty(
				'details.kind',
				expect.stringMatching(/^(invalid-input|not-found)$/),
			);
		}
	},
);

describe('the credential adds its secrets', () => {
	const headersOf = async (target: string) => {
		const { type } = engine.loader.credentialTypes[CREDENTIAL];
		const authenticate = type.authenticate as (
			credentials: object,
			request: object,
		) => Promise<{ headers?: Record<string, string> }>;
		return (await authenticate(engine.credential, { url: target })).headers ?? {};
	};

	test.each(['/data', '/data/', '/data/v1/chains', '/data?x=1', '/data/a/../b'])(
		'under the path of the service: %s',
		async (path) => {
			expect(await headersOf(url + path)).toEqual({ 'x-data-api-key': API_KEY });
		},
	);

	test.each([
		'',
		'/',
		'/dat',
		'/database',
		'/data2/v1',
		'/data.json',
		'/data%2fv1',
		'/DATA/v1',
		'/other/data',
		'/data/../other',
		'/data/%2e%2e/other',
		'/data\\..\\..\\other',
		'/metrics/v1',
	])('and not beside it: %s', async (path) => {
		expect(await headersOf(url + path)).toEqual({});
	});
});
