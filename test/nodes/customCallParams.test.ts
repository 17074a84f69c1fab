import type { INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf } from './harness';
import { createEngine, type Engine } from '../kit/engine';
import { type Recorder, startRecorder } from './recorder';
import { recordedCall } from '../kit/recordedCalls';

/** What a method is called with where the user gives no params. */

let recorder: Recorder;
let engine: Engine;
beforeAll(async () => {
	recorder = await startRecorder();
	engine = await createEngine({ nodeUrl: recorder.url });
});
afterAll(() => recorder.close());
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
