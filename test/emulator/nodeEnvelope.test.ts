import { useEmulator } from './emulatorKit';

const X = '/ext/bc/X';
const running = useEmulator();
const one = (method: string, more: object = {}) => ({ jsonrpc: '2.0', id: 1, method, ...more });

describe('gorilla: X, P, index, health, validators', () => {
	test('success: order of fields, content type, headers', async () => {
		const answer = await running.client.post(X, one('avm.getHeight'));
		expect(answer.status).toBe(200);
		expect(answer.text).toMatch(/^\{"jsonrpc":"2\.0","result":\{"height":"\d+"\},"id":1\}$/);
		expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
		expect(answer.headers.get('node-id')).toMatch(/^NodeID-/);
	});

	test.each([
		['avm.toString', `rpc: can't find method "avm.ToString"`],
		['avm.__proto__', `rpc: can't find method "avm.__proto__"`],
		['foo', 'rpc: service/method request ill-formed: "foo"'],
		['', 'rpc: service/method request ill-formed: ""'],
		['avm.GetHeight', 'method must start with a non-uppercase letter'],
	])('method %p', async (method, message) => {
		const error = await running.client.failure(X, method);
		expect(error).toEqual({ code: -32000, message, data: null });
	});

	test('heights beyond 64 bits do not unmarshal; names match without case', async () => {
		const { client } = running;
		const error = await client.failure(X, 'avm.getBlockByHeight', {
			height: '18446744073709551616',
		});
		expect(error.message).toMatch(/^couldn't unmarshal/);
		expect(await client.result(X, 'avm.getBlockByHeight', { HEIGHT: 2 })).toEqual(
			await client.result(X, 'avm.getBlockByHeight', { height: 2 }),
		);
	});

	test.each([
		['a batch', '[]', 'json: cannot unmarshal array into Go value of type json2.serverRequest'],
		['nothing', '', 'EOF'],
		['half an object', '{"jsonrpc":', 'unexpected EOF'],
		['no JSON', 'nonsense', "invalid character 'n' looking for beginning of value"],
	])('not readable: %s', async (_, body, message) => {
		const answer = await running.client.post(X, body);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual({
			jsonrpc: '2.0',
			error: { code: -32700, message, data: { jsonrpc: '', method: '', params: null, id: null } },
			id: null,
		});
	});

	test('another version is an invalid request', async () => {
		const answer = await running.client.post(X, { ...one('avm.getHeight'), jsonrpc: '1.0' });
		const { error, id } = JSON.parse(answer.text);
		expect({ code: error.code, message: error.message, id }).toEqual({
			code: -32600,
			message: 'jsonrpc must be 2.0',
			id: 1,
		});
	});

	test('a notification has an empty answer, even where it fails', async () => {
		for (const method of ['avm.getHeight', 'avm.foo']) {
			const answer = await running.client.post(X, { jsonrpc: '2.0', method });
			expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
		}
	});

	test('ids of any kind come back as they were', async () => {
		for (const id of ['"a"', '0', '18446744073709551615', '-1']) {
			const body = `{"jsonrpc":"2.0","id":${id},"method":"avm.getHeight"}`;
			const answer = await running.client.post(X, body);
			expect(answer.text).toContain(`"id":${id}}`);
		}
	});

	test('other HTTP methods, other content types, other paths', async () => {
		const { client } = running;
		const get = await client.send(X);
		expect({ status: get.status, text: get.text }).toEqual({
			status: 405,
			text: 'rpc: POST method required, received GET',
		});
		const plain = await client.post(X, '{}', { 'content-type': 'text/plain' });
		expect({ status: plain.status, text: plain.text }).toEqual({
			status: 415,
			text: 'rpc: unrecognized Content-Type: text/plain',
		});
		const withCharset = { 'content-type': 'application/json;charset=UTF-8' };
		expect((await client.post(X, one('avm.getHeight'), withCharset)).status).toBe(200);
		for (const path of ['/', '/ext', '/ext/bc', '/ext/bc/nowhere', '/ext/bc/%zz', '/ext/index/X']) {
			const answer = await client.post(path, one('avm.getHeight'));
			expect({ path, status: answer.status }).toEqual({ path, status: 404 });
			expect(answer.headers.get('node-id')).toMatch(/^NodeID-/);
		}
	});

	test('the P-Chain bootstraps first, then the others do; the rest of the node answers', async () => {
		const { client, control } = running;
		const paths = ['/ext/bc/P', X, '/ext/bc/C/rpc'];
		const statuses = async () =>
			Promise.all(paths.map(async (path) => (await client.post(path, one('x.y'))).status));
		control.setBootstrapping({ bootstrapping: true });
		expect(await statuses()).toEqual([503, 404, 404]);
		expect((await client.post('/ext/bc/P', one('platform.getHeight'))).text).toBe(
			'API call rejected because chain is not done bootstrapping\n',
		);
		expect(await client.result('/ext/info', 'info.isBootstrapped', { chain: 'X' })).toEqual({
			isBootstrapped: false,
		});
		expect((await client.send('/ext/health/liveness')).status).toBe(200);
		expect((await client.send('/ext/health/readiness')).status).toBe(503);
		expect(await client.result('/ext/info', 'info.isBootstrapped', { chain: 'P' })).toEqual({
			isBootstrapped: false,
		});
		control.setBootstrapping({ bootstrapping: true, chain: 'C' });
		expect(await statuses()).toEqual([200, 200, 503]);
		control.setBootstrapping({ bootstrapping: false });
		expect(await statuses()).toEqual([200, 200, 200]);
		expect(() => control.setBootstrapping({ bootstrapping: true, chain: 'nowhere' })).toThrow(
			'nowhere is not a chain',
		);
	});
});

describe('geth: /ext/bc/<chain>/rpc', () => {
	const C = '/ext/bc/C/rpc';

	test('success, content type, batches in order without notifications', async () => {
		const answer = await running.client.post(C, one('eth_chainId'));
		expect(answer.text).toBe('{"jsonrpc":"2.0","id":1,"result":"0xa86a"}');
		expect(answer.headers.get('content-type')).toBe('application/json');
		const batch = await running.client.post(C, [
			one('eth_chainId'),
			{ jsonrpc: '2.0', method: 'eth_chainId' },
			{ ...one('eth_nothing'), id: 'two' },
		]);
		expect(JSON.parse(batch.text)).toEqual([
			{ jsonrpc: '2.0', id: 1, result: '0xa86a' },
			{
				jsonrpc: '2.0',
				id: 'two',
				error: {
					code: -32601,
					message: 'the method eth_nothing does not exist/is not available',
				},
			},
		]);
	});

	test.each([
		['invalid JSON', '{', -32700],
		['an empty batch', '[]', -32600],
		['no method', '{"jsonrpc":"2.0","id":1}', -32600],
		['another version', '{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600],
		['named params', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}', -32602],
		['too many params', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[1]}', -32602],
		['a prototype key', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
	])('%s', async (_, body, code) => {
		const answer = await running.client.post(C, body);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text).error.code).toBe(code);
	});

	test('other HTTP methods and content types', async () => {
		const { client } = running;
		expect((await client.send(C)).text).toBe('');
		expect((await client.send(C, { method: 'DELETE' })).status).toBe(405);
		expect((await client.post(C, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
	});
});

describe('the live dialect', () => {
	const live = useEmulator({ dialect: 'live' });

	test('answers local names only', async () => {
		const { request } = await import('node:http');
		const { hostname, port } = new URL(live.nodeUrl);
		const statusFor = (host: string) =>
			new Promise<number>((resolve, reject) => {
				request({ hostname, port, path: '/ext/health/liveness', headers: { host } }, (response) => {
					response.resume();
					resolve(response.statusCode ?? 0);
				})
					.on('error', reject)
					.end();
			});
		expect(await statusFor('localhost:9650')).toBe(200);
		expect(await statusFor('127.0.0.1')).toBe(200);
		expect(await statusFor('[::1]:9650')).toBe(200);
		expect(await statusFor('attacker.example')).toBe(403);
	});
});
