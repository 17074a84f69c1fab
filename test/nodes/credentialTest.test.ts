import { forTests } from '../emulatorForTests';
import { logLines } from '../../lab/kit/engine';
import { freePort } from '../../lab/kit/system/freePort';
import { clearedBench } from './harness';
import { startRecorder } from './recorder';
import { expectNoSecrets } from './secrets';

/** The test button of the credential tries all three services and says which one is wrong. */

const bench = clearedBench('spec');
const other = forTests(startRecorder);
beforeEach(() => {
	bench.emulator.control.setEcho({ echo: true });
	other.requests.length = 0;
	logLines.length = 0;
});

const press = async (changes: object = {}) => {
	const result = await bench.engine.testCredential({ ...bench.engine.credential, ...changes });
	expectNoSecrets(result);
	return result;
};

/** Host of a service of the emulator, as texts name it. */
const at = (service: 'data' | 'metrics' | 'node') => new URL(bench.emulator[`${service}Url`]).host;

test('says that all three services answer', async () => {
	expect(await press()).toEqual({
		status: 'OK',
		message: `The data service at ${at('data')} answers. The metrics service at ${at('metrics')} answers. The node at ${at('node')} answers`,
	});
	const requests = [...bench.emulator.control.requests()].sort((a, b) =>
		a.service.localeCompare(b.service),
	);
	expect(requests).toMatchObject([
		{ service: 'data', path: '/v1/chains', secrets: { apiKey: true, nodeHeader: false } },
		{ service: 'metrics', secrets: { apiKey: false, nodeHeader: false } },
		{ service: 'node', path: '/ext/info', secrets: { apiKey: false, nodeHeader: true } },
	]);
});

test.each([
	['a wrong key', { apiKey: 'wrong-key-of-this-test' }, /does not accept the key \(status 401\)/],
	['no key where one is asked for', { apiKey: '' }, /requires a key, but API Key is empty/],
	['no key but white space', { apiKey: ' \n' }, /requires a key, but API Key is empty/],
	['the key in another header', { keyHeader: 'x-other' }, /not accept.*API Key and Key Header$/],
])('says that the data service refuses: %s', async (_, changes, text) => {
	const result = await press(changes);
	expect(result.status).toBe('Error');
	expect(result.message.split('. ')[0]).toMatch(text);
	expect(result.message).toMatch(new RegExp(`^The data service at ${at('data')} `));
	expect(result.message).toContain(`The node at ${at('node')} answers`);
	expect(result.message).not.toContain('wrong-key-of-this-test');
});

test('says that the node refuses', async () => {
	const without = await press({ nodeHeaderSecret: '' });
	expect(without.message).toMatch(
		/^The node at \S+ (requires a key, but Node Header Value is empty|refuses)/,
	);
	const wrong = await press({ nodeHeaderSecret: 'another-secret-of-this-test' });
	expect(wrong.message).toMatch(/^The node at \S+ does not accept the key .*Node Header Value/);
	expect([without.status, wrong.status]).toEqual(['Error', 'Error']);
});

test.each([
	['data', 'dataUrl', 'The data service', 'Data Service URL'],
	['metrics', 'metricsUrl', 'The metrics service', 'Metrics URL'],
	['node', 'nodeUrl', 'The node', 'Node URL'],
])('says which service cannot be reached: %s', async (_, field, name, label) => {
	const closed = `127.0.0.1:${await freePort()}`;
	const result = await press({ [field]: `http://${closed}/prefix-that-may-be-secret` });
	expect(result.status).toBe('Error');
	const said = `${name} at ${closed} refused the connection (ECONNREFUSED): check the ${label}`;
	expect(result.message.startsWith(said)).toBe(true);
	expect(result.message.match(/ answers/g)).toHaveLength(2);
	expect(result.message).not.toContain('prefix-that-may-be-secret');
});

test('the node at a default URL may be missing', async () => {
	// That of earlier versions: whether a node runs there does not matter, and tests ask no public one.
	const result = await press({ nodeUrl: 'http://127.0.0.1:9650' });
	expect(result.status).toBe('OK');
	expect(result.message).toContain('The node at 127.0.0.1:9650');
});

test('says that the connection was cut', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'cut', service: 'data' }] });
	expect((await press()).message).toMatch(/^The data service at \S+ closed the connection/);
});

test.each([
	[404, '{"message":"nothing"}'],
	[200, '<html>log in</html>'],
	[200, '{"jsonrpc":"2.0"}'],
	[500, ''],
])('tells another service apart: status %i, %s', async (status, body) => {
	other.answer = { status, body };
	for (const field of ['dataUrl', 'metricsUrl', 'nodeUrl']) {
		const result = await press({ [field]: other.url });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^The [a-z ]+ at \S+ answers with .* not a response of this service/,
		);
	}
});

test('follows no redirect', async () => {
	const url = `${other.url}/v1/chains`;
	bench.emulator.control.addFaults({ faults: [{ kind: 'redirect', url, service: 'data' }] });
	expect((await press()).status).toBe('Error');
	expect(other.requests).toEqual([]);
});

test('takes a rate limit for a service that is there', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'status', status: 429, service: 'data' }] });
	const result = await press();
	expect(result.status).toBe('OK');
	expect(result.message).toMatch(/is at its rate limit right now/);
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

test.each([
	['dataUrl', 'https://data.test/v1', 'Data Service URL', '/v1', 'https://data.test'],
	['metricsUrl', 'https://data.test/v1/', 'Metrics URL', '/v1', 'https://data.test'],
	['nodeUrl', 'http://node.test:9650/ext', 'Node URL', '/ext', 'http://node.test:9650'],
	['nodeUrl', 'https://n.test/ext/bc/C/rpc', 'Node URL', '/ext/bc/C/rpc', 'https://n.test'],
	['nodeUrl', 'https://n.test/t0ken/ext/info/', 'Node URL', '/ext/info', 'https://n.test/…'],
])(
	'refuses a URL that names a path of the service: %s %s',
	async (field, url, label, path, right) => {
		const result = await press({ [field]: url });
		expect(result).toEqual({
			status: 'Error',
			message: `${label} must be given without ${path} at its end: ${right}`,
		});
		expect(bench.emulator.control.requestCount()).toBe(0);
	},
);
