import { logLines } from '../kit/engine';
import { type Bench, startBench } from './harness';
import { type Recorder, startRecorder } from './recorder';
import { expectNoSecrets } from './secrets';

/** The test button of the credential tells its three cases apart. */

let bench: Bench;
let other: Recorder;
beforeAll(async () => {
	[bench, other] = await Promise.all([startBench('spec'), startRecorder()]);
});
afterAll(() => Promise.all([bench.close(), other.close()]));
beforeEach(() => {
	const { control } = bench.emulator;
	control.clearFaults();
	control.clearRequests();
	control.setEcho({ echo: true });
	other.requests.length = 0;
	logLines.length = 0;
});

const press = async (changes: object = {}) => {
	const result = await bench.engine.testCredential({ ...bench.engine.credential, ...changes });
	expectNoSecrets(result);
	return result;
};

test('says that the service is reachable and the key accepted', async () => {
	expect(await press()).toEqual({ status: 'OK', message: 'Reachable and accepted' });
	expect(bench.emulator.control.requests()).toMatchObject([
		{ service: 'data', path: '/v1/chains', secrets: { apiKey: true, nodeHeader: false } },
	]);
});

test.each([
	['a wrong key', { apiKey: 'wrong-key-of-this-test' }, 401],
	['no key where one is asked for', { apiKey: '' }, 401],
	['the key in another header', { keyHeader: 'x-other' }, 401],
])('says that the service refuses: %s', async (_, changes, status) => {
	const result = await press(changes);
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(/^Refused: /);
	expect(result.message).toContain(`status ${status}`);
	expect(result.message).not.toContain('wrong-key-of-this-test');
});

test('says that the service cannot be reached', async () => {
	const closed = await startRecorder();
	await closed.close();
	const result = await press({ dataUrl: closed.url });
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(/^Unreachable: .*connection was refused/);
	expect(result.message).toContain(closed.url);
});

test('says that the connection was cut', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'cut' }] });
	expect((await press()).message).toMatch(/^Unreachable: .*connection was cut/);
});

test.each([
	[404, '{"message":"nothing"}'],
	[200, '<html>log in</html>'],
	[200, '{"jsonrpc":"2.0"}'],
	[500, ''],
])('tells another service apart: status %i, %s', async (status, body) => {
	other.answer = { status, body };
	const result = await press({ dataUrl: other.url });
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(/^Reachable, but no data service/);
});

test('follows no redirect', async () => {
	const url = `${other.url}/v1/chains`;
	bench.emulator.control.addFaults({ faults: [{ kind: 'redirect', url }] });
	expect((await press()).status).toBe('Error');
	expect(other.requests).toEqual([]);
});

test('takes a rate limit for a service that is there', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'status', status: 429 }] });
	expect((await press()).status).toBe('OK');
});

test.each([
	['dataUrl', 'Data Service URL'],
	['metricsUrl', 'Metrics URL'],
	['nodeUrl', 'Node URL'],
])('names a URL that is none: %s', async (field, label) => {
	const result = await press({ [field]: 'data-api.avax.network' });
	expect(result.status).toBe('Error');
	expect(result.message).toContain(label);
	expect(result.message).toMatch(/must be an http:\/\/ or https:\/\/ URL/);
	expect(bench.emulator.control.requestCount()).toBe(0);
});
