import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
	createEngine,
	type Engine,
	PACKAGE,
	TRIGGER,
	type WorkflowJson,
} from '../../lab/kit/engine';
import { freePort } from '../../lab/kit/system/freePort';
import { nodeOf } from '../../lab/kit/workflow';
import { wrongTransfers } from '../../lab/kit/wrongTransfers';
import { API_KEY, errorOf, itemsOf, jsonOf } from './harness';

/** Reading of answers that no emulator sends: slow ones, large ones, compressed ones. */

let server: Server;
let engine: Engine;
let answer: RequestListener;
let requests: string[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
	server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		answer(request, response);
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	engine = await createEngine({
		apiKey: API_KEY,
		dataUrl: url,
		metricsUrl: `${url}/metrics`,
		nodeUrl: `${url}/node`,
	});
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
	requests = [];
});

const call = (options: object = {}) =>
	engine.execute({
		node: 'avalancheRpc',
		parameters: {
			resource: 'customCall',
			operation: 'call',
			endpoint: '/ext/bc/P',
			method: 'platform.getHeight',
			params: '{}',
			options: { retries: 0, ...options },
		},
	});

const kindOf = (outcome: Awaited<ReturnType<typeof call>>) =>
	(errorOf(outcome) as unknown as { errorResponse: { kind: string; reason?: string } })
		.errorResponse;

function json(value: unknown): string {
	return JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
}

test('a body that never ends is given up after the timeout', async () => {
	answer = (request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write('{"jsonrpc":"2.0"');
		const drip = setInterval(() => response.write(' '), 10);
		request.socket.on('close', () => clearInterval(drip));
	};
	expect(kindOf(await call({ timeoutSeconds: 0.1 }))).toMatchObject({
		kind: 'network',
		reason: 'timeout',
	});
});

test('headers that never come are given up after the timeout', async () => {
	answer = () => {};
	expect(kindOf(await call({ timeoutSeconds: 0.1 }))).toMatchObject({
		kind: 'network',
		reason: 'timeout',
	});
});

test('a body beyond the largest size is not read to its end', async () => {
	let written = 0;
	answer = (request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const block = Buffer.alloc(256 * 1024, ' ');
		const fill = () => {
			while (!request.socket.destroyed && written < 400 && response.write(block)) written++;
		};
		response.on('drain', fill);
		fill();
	};
	const outcome = await call({ maxResponseMegabytes: 1 });
	expect(kindOf(outcome).kind).toBe('invalid-response');
	expect(errorOf(outcome).message).toMatch(/larger than the limit of 1 MB/);
	// 100 MB were on their way.
	expect(written).toBeLessThan(400);
});

test('a small compressed body that grows beyond the largest size is stopped as well', async () => {
	const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
	answer = (_, response) => {
		response.writeHead(200, {
			'content-type': 'application/json',
			'content-encoding': 'gzip',
		});
		response.end(bomb);
	};
	const outcome = await call({ maxResponseMegabytes: 1 });
	expect(errorOf(outcome).message).toMatch(/larger than the limit of 1 MB/);
});

test('a compressed body is read, and text that arrives in pieces keeps its characters', async () => {
	const body = gzipSync(Buffer.from(json({ name: 'Grüße 🏔', large: 1 })));
	answer = (_, response) => {
		response.writeHead(200, { 'content-encoding': 'gzip' });
		for (const byte of body) response.write(Buffer.from([byte]));
		response.end();
	};
	expect(jsonOf(await call())).toEqual([{ name: 'Grüße 🏔', large: 1 }]);
});

test('a refused connection says so', async () => {
	const { nodeUrl } = engine.credential;
	engine.credential.nodeUrl = `http://127.0.0.1:${await freePort()}`;
	try {
		const outcome = await call();
		expect(kindOf(outcome)).toMatchObject({ kind: 'network', reason: 'refused' });
		expect(errorOf(outcome).message).toMatch(
			/^The (data service|metrics service|node) at 127\.0\.0\.1:\d+ refused the connection \(ECONNREFUSED\)$/,
		);
	} finally {
		engine.credential.nodeUrl = nodeUrl;
	}
});

test('a failure that may pass is tried again, one that cannot is not', async () => {
	answer = (_, response) => {
		const first = requests.length === 1;
		response.writeHead(first ? 503 : 200, first ? { 'retry-after': '0' } : {});
		response.end(first ? 'not ready' : json({ height: '3' }));
	};
	// A call of the user's own may create something: only a listed method may be repeated.
	expect(kindOf(await call({ retries: 2 })).kind).toBe('unavailable');
	expect(requests).toHaveLength(1);
	requests = [];
	const height = await engine.execute({
		node: 'avalancheRpc',
		parameters: { resource: 'xChain', operation: 'getHeight', options: { retries: 2 } },
	});
	expect(jsonOf(height)).toEqual([{ height: 3 }]);
	expect(requests).toEqual(['POST /node/ext/bc/X', 'POST /node/ext/bc/X']);
});

test('all calls of a process wait for a rate limit that one of them met; another process asks', async () => {
	answer = (_, response) => {
		response.writeHead(429, { 'retry-after': '60' });
		response.end('too many requests');
	};
	const asks = (name: string) => ({
		...nodeOf(name, `${PACKAGE}.avalancheRpc`, {
			resource: 'xChain',
			operation: 'getHeight',
			options: { retries: 0, rateLimitWaitSeconds: 1 },
		}),
		onError: 'continueRegularOutput' as const,
	});
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const workflow: WorkflowJson = {
		nodes: [nodeOf(TRIGGER, 'n8n-nodes-base.manualTrigger', {}), asks('First'), asks('Second')],
		connections: { [TRIGGER]: to('First'), First: to('Second') },
	};
	for (const process of [1, 2]) {
		const { items } = await engine.run(workflow);
		const limited = [{ json: { details: { kind: 'rate-limited' } } }];
		expect(items).toMatchObject({ First: limited, Second: limited });
		expect(requests).toHaveLength(process);
	}
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
	expect(kindOf(await call({ timeoutSeconds: 0.1 }))).toMatchObject({
		kind: 'network',
		reason: 'timeout',
	});
	while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test.each(wrongTransfers(json({ height: '3' })))(
	'%s ends with a known kind',
	async (_, wrong, kinds) => {
		answer = wrong;
		const late = kinds.length === 1 && kinds[0] === 'network';
		const options = { timeoutSeconds: late ? 0.1 : 5, maxResponseMegabytes: 1 };
		const outcome = await call(options);
		expect(kinds).toContain(outcome.error ? kindOf(outcome).kind : 'answered');
	},
);

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

test('the name of a downloaded file is not a path', async () => {
	answer = (request, response) => {
		if (request.url?.endsWith('/file')) return void response.end('a,b\n');
		response.end(
			JSON.stringify({
				operationId: '../../etc/cron.d/x',
				operationStatus: 'COMPLETED',
				operationType: '..\\..\\y',
				metadata: { downloadUrl: `${engine.credential.dataUrl}/file` },
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
