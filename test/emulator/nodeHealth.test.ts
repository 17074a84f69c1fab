import { type Json, useEmulator } from './emulatorKit';

const running = useEmulator();
const get = async (path: string) => {
	const { status, text, headers } = await running.client.send(path);
	return {
		status,
		type: headers.get('content-type'),
		body: text ? (JSON.parse(text) as Json) : text,
	};
};

afterEach(() => {
	running.control.setHealth({ healthy: true });
	running.control.setBootstrapping({ bootstrapping: false });
});

test('unhealthy: 503 by GET, always 200 by JSON-RPC', async () => {
	const { control } = running;
	control.setHealth({ healthy: false, check: 'network', error: 'not connected' });
	control.moveClock({ ms: 95_000 });
	const { status, body } = await get('/ext/health');
	expect(status).toBe(503);
	expect(body).toMatchObject({
		healthy: false,
		checks: {
			network: {
				error: 'not connected',
				contiguousFailures: expect.any(Number),
				timeOfFirstFailure: expect.stringMatching(/Z$/),
			},
		},
	});
	expect((body as Json).checks.network.contiguousFailures).toBeGreaterThan(1);
	expect(await running.client.result('/ext/health', 'health.health')).toEqual(body);
	expect((await get('/ext/health/liveness')).status).toBe(200);
	expect((await get('/ext/health/readiness')).status).toBe(200);
	control.setHealth({ healthy: true });
	expect((await get('/ext/health')).status).toBe(200);
});

test('tags: the checks of a subnet and the global ones; an unknown tag leaves the global ones', async () => {
	const { control } = running;
	const [primary, l1] = running.network.subnets;
	control.setHealth({ healthy: false, check: 'L1 chain', error: 'stuck', tags: [l1.id] });
	const names = async (query: string) => {
		const { status, body } = await get(`/ext/health?${query}`);
		return { status, names: Object.keys((body as Json).checks) };
	};
	const global = ['bls', 'bootstrapped', 'database', 'diskspace', 'futureupgrade'];
	global.push('network', 'router');
	expect(await names('')).toMatchObject({ status: 503 });
	expect(await names(`tag=${primary.id}`)).toEqual({
		status: 200,
		names: ['C', 'P', 'X', ...global],
	});
	expect(await names(`tag=${l1.id}`)).toEqual({
		status: 503,
		names: [l1.blockchains[0].id, 'L1 chain', ...global],
	});
	expect(await names(`tag=${primary.id}&tag=${l1.id}`)).toMatchObject({ status: 503 });
	expect(await names('tag=nothing')).toEqual({ status: 200, names: global });
	expect(await names('tag=all')).toMatchObject({ status: 503 });
	const tagged = await running.client.result('/ext/health', 'health.health', {
		tags: [primary.id],
	});
	expect(Object.keys(tagged.checks)).toEqual(['C', 'P', 'X', ...global]);
	expect(tagged.healthy).toBe(true);
});

test('a 503 without a body; POST below the root gives the GET body; unknown paths', async () => {
	const { client, control } = running;
	const posted = await client.post('/ext/health/health', { jsonrpc: '2.0', id: 1, method: 'x.y' });
	expect(JSON.parse(posted.text)).toMatchObject({ healthy: true, checks: expect.any(Object) });
	control.setHealth({ healthy: false, withoutBody: true });
	expect(await get('/ext/health')).toMatchObject({ status: 503, body: '' });
	expect((await client.send('/ext/health/other')).status).toBe(404);
});
