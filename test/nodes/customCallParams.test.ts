import type { INodeParameters } from 'n8n-workflow';
import { forTests } from '../emulatorForTests';
import { engineForTests, errorOf, jsonOf } from './harness';
import { startRecorder } from './recorder';
import { recordedCall } from '../../core/testing/recordedCalls';

/** Parameters of a method call for which the user gives none. */

const recorder = forTests(startRecorder);
const engine = engineForTests(() => ({ nodeUrl: recorder.url }));
beforeEach(() => {
	recorder.requests.length = 0;
	recorder.answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' };
});

const call = (parameters: INodeParameters) =>
	engine.execute({
		node: 'avalancheRpc',
		parameters: {
			resource: 'customCall',
			operation: 'call',
			endpoint: '/ext/bc/C/rpc',
			options: { retries: 0 },
			...parameters,
		},
	});

test('the server of Ethereum methods refuses an object', async () => {
	const { method, path, status, text } = recordedCall('diff-eth-object');
	expect([method, path.endsWith('/rpc')]).toEqual(['POST', true]);
	recorder.answer = { status, body: text };
	const error = errorOf(await call({ method: 'eth_feeConfig', params: '{ "a": 1 }' }));
	expect(error.message).toMatch(/non-array args/);
});

test.each<[string, INodeParameters, unknown]>([
	['eth_chainId', {}, []],
	['eth_chainId', { params: '{}' }, []],
	['eth_chainId', { params: '' }, []],
	['eth_chainId', { params: {} }, []],
	['net_version', { params: ' { } ' }, []],
	['web3_clientVersion', {}, []],
	['debug_getBadBlocks', {}, []],
	['warp_getMessage', {}, []],
	['rpc_modules', {}, []],
	['eth_getBlockByNumber', { params: '["latest", false]' }, ['latest', false]],
	['eth_feeConfig', { params: '{ "a": 1 }' }, { a: 1 }],
	['platform.getHeight', {}, {}],
	['platform.getHeight', { params: '' }, {}],
	['platform.getHeight', { params: '[]' }, []],
	['info.peers', { params: '{ "nodeIDs": [] }' }, { nodeIDs: [] }],
])('%s with %j gets the params that its server takes', async (method, given, params) => {
	expect(jsonOf(await call({ method, ...given }))).toEqual([{ value: '0x1' }]);
	expect(recorder.requests).toHaveLength(1);
	expect(JSON.parse(recorder.requests[0].body)).toEqual({ jsonrpc: '2.0', id: 1, method, params });
});

describe('no digit of a call changes', () => {
	const text =
		'{"a":18446744073709551615,"b":1e400,"c":[0.10,-0,1.00000000000000000001],"d":"1e400"}';

	test('of its params, which are sent as they are written', async () => {
		await call({ method: 'platform.getHeight', params: ` ${text}\n` });
		const [{ body }] = recorder.requests;
		expect(body).toBe(`{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":${text}}`);
	});

	test('of its answer: numbers that JavaScript would change are texts', async () => {
		recorder.answer = { status: 200, body: `\ufeff{"jsonrpc":"2.0","result":${text},"id":1}` };
		expect(jsonOf(await call({ method: 'platform.getHeight' }))).toEqual([
			{ a: '18446744073709551615', b: '1e400', c: [0.1, -0, '1.00000000000000000001'], d: '1e400' },
		]);
	});

	test.each([
		['a name twice', '{"a":1,"a":2}', /the name "a" occurs twice/],
		['no JSON', '{', /must be a JSON object or array; given: "\{"/],
		['a number', '7', /must be a JSON object or array; given: "7"/],
		['an object whose number lost digits', '={{ ({ a: 2 ** 64 }) }}', /may have lost digits/],
		['an object with a number that JSON has not', '={{ ({ a: NaN }) }}', /JSON has no NaN/],
		['a list with undefined', '={{ [$json.absent] }}', /the value at "0" is undefined/],
		['an object with undefined', '={{ ({ a: $json.absent }) }}', /the value at "a" is undefined/],
		['nothing', '={{ undefined }}', /must not come from an expression that gives undefined/],
	])('params with %s are an error', async (_, params, message) => {
		const error = errorOf(await call({ method: 'platform.getHeight', params }));
		expect(error.message).toMatch(/^"Params \(JSON\)" \(params\) must/);
		expect(error.message).toMatch(message);
		expect(recorder.requests).toEqual([]);
	});
});

test.each([
	['another id', { id: 2, result: 1 }, /answered another request: its response has the id 2/],
	['the id as a text', { id: '1', result: 1 }, /its response has the id "1"/],
	['no id but a result', { id: null, result: 1 }, /its response has the id null/],
	['an error of another id', { id: 2, error: { code: -1, message: 'x' } }, /has the id 2/],
	['an error without an id', { id: null, error: { code: -1, message: 'unread' } }, /unread/],
])('a response with %s', async (_, answer, message) => {
	recorder.answer = { status: 200, body: JSON.stringify({ jsonrpc: '2.0', ...answer }) };
	const error = errorOf(await call({ method: 'platform.getHeight' }));
	expect(error.message).toMatch(message);
});

test('an unknown chain is not asked again, and the error says what to check', async () => {
	recorder.answer = { status: 404, body: '404 page not found' };
	const error = errorOf(
		await call({ endpoint: '/ext/bc/nochain/rpc', method: 'eth_chainId', options: { retries: 4 } }),
	);
	expect(recorder.requests).toHaveLength(1);
	expect(error.description).toMatch(/no chain under this ID or alias/);
});
