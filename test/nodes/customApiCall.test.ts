import type { INodeParameters } from 'n8n-workflow';
import type { Json } from '../../lab/kit/nodes/case';
import { forTests } from '../emulatorForTests';
import { API_KEY, clearedBench, engineForTests, errorOf, jsonOf } from './harness';
import { startRecorder } from './recorder';

/** Calls of paths of the data and metrics services that users write themselves. */

const parametersOf = (given: INodeParameters): INodeParameters => ({
	resource: 'customApiCall',
	operation: 'call',
	...given,
	options: { retries: 0, ...(given.options as object) },
});

const WEBHOOK = {
	eventType: 'address_activity',
	url: 'https://hooks.example.test/avalanche',
	chainId: '43114',
	metadata: { addresses: ['0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc'] },
};

describe('of the local services', () => {
	const bench = clearedBench('spec');

	const call = (given: INodeParameters, json: Json = {}) =>
		bench.engine.execute({
			node: 'avalanche',
			parameters: parametersOf(given),
			items: [{ json: json as never }],
		});
	const sent = () =>
		bench.emulator.control.requests().map(({ method, path }) => `${method} ${path}`);

	const LIST = {
		path: '/v1/networks/mainnet/validators',
		query: '{ "pageSize": 10, "validationStatus": "active" }',
		itemsField: 'validators',
	};
	const asDeclared = (given: INodeParameters) =>
		bench.engine.execute({
			node: 'avalanche',
			parameters: {
				resource: 'staking',
				operation: 'getManyValidators',
				network: 'mainnet',
				filters: { validationStatus: 'active' },
				simplify: false,
				...given,
			},
		});
	const idsOf = (items: Json[]) => items.map(({ nodeId }) => nodeId);

	test('a list is read to its end, page by page', async () => {
		const expected = idsOf(jsonOf(await asDeclared({ returnAll: true })));
		expect(expected.length).toBeGreaterThan(20);
		bench.emulator.control.clearRequests();
		expect(idsOf(jsonOf(await call({ ...LIST, returnAll: true })))).toEqual(expected);
		expect(sent()).toHaveLength(Math.ceil(expected.length / 10));
	});

	test('a list is read up to the limit', async () => {
		const expected = idsOf(jsonOf(await asDeclared({ limit: 13 })));
		bench.emulator.control.clearRequests();
		expect(idsOf(jsonOf(await call({ ...LIST, limit: 13 })))).toEqual(expected);
		expect(sent()).toHaveLength(2);
	});

	test('a list starts at the token of the query', async () => {
		const [{ nextPageToken }] = jsonOf(await call({ path: LIST.path, query: LIST.query }));
		const query = JSON.stringify({ ...JSON.parse(LIST.query), pageToken: nextPageToken });
		const expected = idsOf(jsonOf(await asDeclared({ limit: 22 }))).slice(10);
		expect(idsOf(jsonOf(await call({ ...LIST, query, limit: 12 })))).toEqual(expected);
	});

	test('a token that the service repeats ends the list with an error', async () => {
		bench.emulator.control.addFaults({ faults: [{ kind: 'repeatPage' }] });
		const error = errorOf(await call({ ...LIST, returnAll: true }));
		expect(error.message).toMatch(/repeated a page/);
		expect(sent()).toHaveLength(2);
	});

	test('without an items field, the response is one item', async () => {
		const [page, ...others] = jsonOf(await call({ path: LIST.path, query: { pageSize: 2 } }));
		expect(others).toEqual([]);
		expect(page.validators).toHaveLength(2);
		expect(page.nextPageToken).toEqual(expect.any(String));
	});

	test.each([
		['validator', /given: "validator", but its lists are "validators"/],
		['constructor', /given: "constructor", but its lists are "validators"/],
		['nextPageToken', /given: "nextPageToken", but its lists are "validators"/],
	])('the items field %s, which is not a list, is an error', async (itemsField, message) => {
		const error = errorOf(await call({ ...LIST, itemsField, options: { retries: 4 } }));
		expect(error.message).toMatch(/^"Items Field" \(itemsField\) must be the name of a list/);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^Correct Items Field, or leave it empty/);
		expect(sent()).toHaveLength(1);
	});

	test('a path of the metrics service', async () => {
		const given = { service: 'metrics', path: '/v2/chains', itemsField: 'chains', limit: 2 };
		expect(jsonOf(await call(given))).toEqual([
			expect.objectContaining({ evmChainId: expect.anything() }),
			expect.objectContaining({ evmChainId: expect.anything() }),
		]);
		expect(bench.emulator.control.requests()).toEqual([
			expect.objectContaining({ service: 'metrics', path: '/v2/chains' }),
		]);
	});

	const BAD_GATEWAY = { kind: 'status', status: 502, times: 1, retryAfter: 0 } as const;

	test('a read is repeated after a temporary failure', async () => {
		bench.emulator.control.addFaults({ faults: [BAD_GATEWAY] });
		const given = { path: '/v1/chains/43114', options: { retries: 2 } };
		expect(jsonOf(await call(given))).toEqual([expect.objectContaining({ chainId: '43114' })]);
		expect(sent()).toEqual(['GET /v1/chains/43114', 'GET /v1/chains/43114']);
	});

	test.each(['POST', 'PATCH', 'PUT', 'DELETE'])(
		'%s is sent once, also if its outcome is unknown',
		async (method) => {
			bench.emulator.control.addFaults({ faults: [BAD_GATEWAY] });
			const given = { method, path: '/v1/webhooks', body: WEBHOOK, options: { retries: 4 } };
			const error = errorOf(await call(given));
			expect((error as unknown as { httpCode: string }).httpCode).toBe('502');
			expect(sent()).toEqual([`${method} /v1/webhooks`]);
		},
	);

	test('a webhook is created, changed, read and deleted', async () => {
		const [{ id }] = jsonOf(
			await call({ method: 'POST', path: '/v1/webhooks', body: JSON.stringify(WEBHOOK) }),
		);
		const path = `/v1/webhooks/${String(id)}`;
		const [changed] = jsonOf(await call({ method: 'PATCH', path, body: { name: 'Named' } }));
		expect(changed).toMatchObject({ id, name: 'Named' });
		// A deletion with a body, and one without.
		const { addresses } = WEBHOOK.metadata;
		const rest = jsonOf(
			await call({ method: 'DELETE', path: `${path}/addresses`, body: { addresses } }),
		);
		expect(rest).toEqual([expect.objectContaining({ metadata: { addresses: [] } })]);
		expect(jsonOf(await call({ method: 'DELETE', path }))).toEqual([
			expect.objectContaining({ id, status: 'inactive' }),
		]);
		expect(sent().map((line) => line.replace(String(id), 'ID'))).toEqual([
			'POST /v1/webhooks',
			'PATCH /v1/webhooks/ID',
			'DELETE /v1/webhooks/ID/addresses',
			'DELETE /v1/webhooks/ID',
		]);
	});

	test('an unknown path gives the words of the service', async () => {
		const error = errorOf(await call({ path: '/v1/nothing' }));
		expect((error as unknown as { httpCode: string }).httpCode).toBe('404');
	});

	test('values can come from an AI agent', async () => {
		const agents = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
		const given = {
			path: agents('path'),
			query: agents('query'),
			itemsField: agents('list'),
			limit: 2,
		};
		const query = { path: '/v1/networks/mainnet/validators', query: '', list: 'validators' };
		expect(jsonOf(await call(given, { query }))).toHaveLength(2);
	});

	const PATH = /^"Path" \(path\) must be a path such as \/v1\/chains: letters/;
	const QUERY = /^"Query Parameters \(JSON\)" \(query\) must be a JSON object of texts/;
	const VALUE = /^"Query Parameters \(JSON\)" \(query\.\w+\) must be a JSON object of texts/;
	const BODY = /^"Body \(JSON\)" \(body\) must be a JSON object or array/;
	const COMMANDS = { method: 'POST', path: '/v1/webhooks' };

	test.each<[INodeParameters, RegExp]>([
		[{ path: 'v1/chains' }, PATH],
		[{ path: 'https://other.test/v1/chains' }, PATH],
		[{ path: '//other.test/v1' }, PATH],
		[{ path: '/v1//chains' }, PATH],
		[{ path: '/v1/chains/' }, PATH],
		[{ path: '/v1/../../admin' }, PATH],
		[{ path: '/v1/..;/admin' }, PATH],
		[{ path: '/v1;a=b/chains' }, PATH],
		[{ path: '/v1/%2e%2e/admin' }, PATH],
		[{ path: '/v1/a%2fb' }, PATH],
		[{ path: '/v1\\chains' }, PATH],
		[{ path: '/v1/chains?network=mainnet' }, PATH],
		[{ path: '/v1/chains#top' }, PATH],
		[{ path: '/v1/chains\r\nx-header: 1' }, PATH],
		[{ path: '/v1/@other.test' }, PATH],
		[{ path: '/v1/{network}' }, PATH],
		[{ path: '={{ "" }}' }, /^"Path" \(path\) must not come from an expression that gives/],
		[{ service: 'node' }, /^"Service" \(service\) must be one of data, metrics; given: "node"/],
		[{ method: 'TRACE' }, /^"Method" \(method\) must be one of GET, .*; given: "TRACE"/],
		[{ query: '{ "open": ' }, QUERY],
		[{ query: '["a"]' }, QUERY],
		[{ query: '7' }, QUERY],
		[{ query: '{ "a": 1, "a": 2 }' }, /the name "a" occurs twice/],
		[{ query: '{ "a": null }' }, VALUE],
		[{ query: '{ "a": [["b"]] }' }, VALUE],
		[{ query: '={{ ({ a: "\\ud800" }) }}' }, /half of a character/],
		[{ itemsField: 'a.b' }, /^"Items Field" \(itemsField\) must be the name of a list/],
		[{ ...COMMANDS, body: '{' }, BODY],
		[{ ...COMMANDS, body: '7' }, BODY],
		[{ ...COMMANDS, body: '{ "a": 1, "a": 2 }' }, /the name "a" occurs twice/],
		[{ ...COMMANDS, body: '={{ ({ a: 2 ** 64 }) }}' }, /may have lost digits/],
		// The form shows both fields if the method is an expression.
		[{ method: '={{ "GET" }}', body: '{}' }, /^"Body \(JSON\)" \(body\) must be empty with/],
		[
			{ ...COMMANDS, method: '={{ "POST" }}', itemsField: 'chains' },
			/^"Items Field" \(itemsField\) must be empty unless/,
		],
		[{ itemsField: 'chains', limit: 0 }, /^"Limit" \(limit\) must be a whole number, 1 or more/],
	])('nothing is sent for %j', async (given, message) => {
		const error = errorOf(await call({ path: '/v1/chains', ...given }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(message);
		expect(bench.emulator.control.requestCount()).toBe(0);
	});
});

describe('byte for byte', () => {
	const [data, metrics] = [1, 2].map(() => forTests(startRecorder));
	const engine = engineForTests(() => {
		const [dataUrl, metricsUrl] = [`${data.url}/below`, metrics.url];
		return { apiKey: API_KEY, keyHeader: 'x-key', dataUrl, metricsUrl };
	});
	beforeEach(() => {
		for (const recorder of [data, metrics]) {
			recorder.requests.length = 0;
			recorder.answer = { status: 200, body: '{}' };
		}
	});

	const call = (given: INodeParameters) =>
		engine.execute({ node: 'avalanche', parameters: parametersOf({ path: '/v1/a', ...given }) });

	const DIGITS = '{"a":18446744073709551615,"b":1e400,"c":[0.10,1.00000000000000000001]}';

	test('the query has each value, with all digits', async () => {
		const query = '{"big":18446744073709551615,"flag":true,"text":"a b&c=d#é","list":["x",2]}';
		await call({ query });
		expect(data.requests.map(({ url }) => url)).toEqual([
			'/below/v1/a?big=18446744073709551615&flag=true&text=a+b%26c%3Dd%23%C3%A9&list=x&list=2',
		]);
	});

	test('the body is sent as it is written', async () => {
		await call({ method: 'PUT', body: ` ${DIGITS}\n` });
		const [{ method, body, headers }] = data.requests;
		expect([method, body]).toEqual(['PUT', DIGITS]);
		expect(headers['content-type']).toBe('application/json');
	});

	test('no body is sent where none is given', async () => {
		await call({ method: 'POST' });
		const [{ body, headers }] = data.requests;
		expect([body, headers['content-type']]).toEqual(['', undefined]);
	});

	test('a response keeps its digits', async () => {
		data.answer.body = DIGITS;
		expect(jsonOf(await call({}))).toEqual([
			{ a: '18446744073709551615', b: '1e400', c: [0.1, '1.00000000000000000001'] },
		]);
		data.answer.body = `[${DIGITS},7]`;
		expect(jsonOf(await call({}))).toMatchObject([{ b: '1e400' }, { value: 7 }]);
	});

	test('a deletion may have a response without a body, a read may not', async () => {
		data.answer = { status: 204, body: '' };
		expect(jsonOf(await call({ method: 'DELETE' }))).toEqual([{}]);
		data.answer = { status: 200, body: '' };
		expect(errorOf(await call({})).message).toMatch(/an empty response/);
	});

	test('the key goes to the data service only, and is in no error', async () => {
		await call({});
		await call({ service: 'metrics' });
		expect(data.requests[0].headers['x-key']).toBe(API_KEY);
		expect(JSON.stringify(metrics.requests)).not.toContain(API_KEY);
		data.answer = { status: 400, body: JSON.stringify({ message: `no ${API_KEY}` }) };
		expect(JSON.stringify(errorOf(await call({})))).not.toContain(API_KEY);
	});
});
