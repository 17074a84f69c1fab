import { operationById } from '../../core/subjects/catalogue';
import { type Engine, logLines } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import { API_KEY, engineForTests, errorOf, NODE_HEADER, NODE_SECRET } from './harness';
import { type Recorder, startRecorder } from './recorder';
import { expectNoSecrets } from './secrets';

/** The URLs of the credential, and where its secrets go. */

/** One operation of each service. */
const CALLS = {
	data: { node: 'avalanche', resource: 'chain', operation: 'getMany', path: '/v1/chains' },
	metrics: {
		node: 'avalanche',
		resource: 'metric',
		operation: 'getAverageTps',
		chainId: '43114',
		path: '/v1/avg_tps/43114',
	},
	node: { node: 'avalancheRpc', resource: 'health', operation: 'getHealth', path: '/ext/health' },
} as const;
type Service = keyof typeof CALLS;
const SERVICES = Object.keys(CALLS) as Service[];

const call = (engine: Engine, service: Service) => {
	const { node, path: _, ...parameters } = CALLS[service];
	return engine.execute({ node, parameters: { ...parameters, options: { retries: 0 } } });
};

test('the calls above are operations of these services', () => {
	expect(operationById('chain.getMany')?.service).toBe('data');
	expect(operationById('metric.getAverageTps')?.service).toBe('metrics');
	expect(operationById('health.getHealth')?.service).toBe('node');
});

const engine = engineForTests();
const [data, metrics, node] = SERVICES.map(() => forTests(startRecorder));
const recorders: Record<Service, Recorder> = { data, metrics, node };
beforeEach(() => {
	for (const { requests } of Object.values(recorders)) requests.length = 0;
	logLines.length = 0;
	engine.credential = {
		apiKey: API_KEY,
		dataUrl: recorders.data.url,
		metricsUrl: recorders.metrics.url,
		nodeUrl: recorders.node.url,
		nodeHeaderName: NODE_HEADER,
		nodeHeaderSecret: NODE_SECRET,
	};
});

test.each([
	['', ''],
	['/', ''],
	['///', ''],
	['/a', '/a'],
	['/a/b/', '/a/b'],
	['/a%20b//', '/a%20b'],
])('end in %j and lead to %j', async (ending, prefix) => {
	for (const service of SERVICES) {
		engine.credential[`${service}Url`] = `  ${recorders[service].url}${ending} `;
		await call(engine, service);
		const [{ url }] = recorders[service].requests;
		expect(url).toBe(prefix + CALLS[service].path);
	}
	const result = await engine.testCredential(engine.credential);
	expect(result.message).toMatch(/^The data service at \S+ answers with status 404/);
	expect(recorders.data.requests[1].url).toBe(`${prefix}/v1/chains`);
});

test('of three origins: each gets its own secret and no other', async () => {
	for (const service of SERVICES) await call(engine, service);
	const { data, metrics, node } = recorders;
	expect(data.requests[0].headers['x-data-api-key']).toBe(API_KEY);
	expect(node.requests[0].headers[NODE_HEADER]).toBe(NODE_SECRET);
	expect(data.requests[0].headers).not.toHaveProperty(NODE_HEADER);
	expectNoSecrets(metrics.requests);
	expect(JSON.stringify(data.requests)).not.toContain(JSON.stringify(NODE_SECRET).slice(1, -1));
	expect(JSON.stringify(node.requests)).not.toContain(API_KEY);
});

test('the key travels in the header that the user names, without the white space around it', async () => {
	Object.assign(engine.credential, { keyHeader: ' X-Own-Header ', apiKey: ` ${API_KEY}\n` });
	await call(engine, 'data');
	const [{ headers }] = recorders.data.requests;
	expect(headers['x-own-header']).toBe(API_KEY);
	expect(headers).not.toHaveProperty('x-data-api-key');
});

test('without secrets no header is sent', async () => {
	Object.assign(engine.credential, { apiKey: '', nodeHeaderSecret: '' });
	for (const service of SERVICES) await call(engine, service);
	for (const { requests } of Object.values(recorders)) {
		expect(Object.keys(requests[0].headers).sort()).toEqual([
			'accept',
			'accept-encoding',
			'connection',
			'host',
			'user-agent',
		]);
	}
});

test.each([
	['API key', 'data', { apiKey: `${API_KEY}\r\nX-Injected: 1` }],
	['API key', 'data', { keyHeader: 'two words' }],
	['API key', 'data', { keyHeader: 'x\r\ny' }],
	['Node', 'node', { nodeHeaderSecret: `${NODE_SECRET}\u0000` }],
	['Node', 'node', { nodeHeaderName: 'bad:name' }],
	['Node', 'node', { nodeHeaderName: '' }],
] as const)('a %s header that is none is an error that keeps the secret', async (...one) => {
	const [label, service, changes] = one;
	Object.assign(engine.credential, changes);
	const outcome = await call(engine, service);
	expect(errorOf(outcome).name).toBe('NodeOperationError');
	expect(errorOf(outcome).message).toContain(label);
	expectNoSecrets(outcome);
	const { message } = await engine.testCredential(engine.credential);
	expectNoSecrets(message);
	expect(message).toContain(label);
	expect(Object.values(recorders).flatMap(({ requests }) => requests)).toEqual([]);
});
