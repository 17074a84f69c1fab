import { fetched, NOON, start, STAKING, type TestEmulator } from './emulatorKit';

let emulator: TestEmulator;
beforeEach(async () => {
	emulator = await start({ apiKeys: ['top-secret'], secrets: { token: 'node-token' } });
});
afterEach(() => emulator.close());

async function control(name: string, given: unknown = {}) {
	const init = { method: 'POST', body: JSON.stringify(given) };
	return fetched(`${emulator.controlUrl}/${name}`, init);
}
const inject = (fault: object) => control('addFaults', { faults: [fault] });

describe('the control endpoint', () => {
	test('adds transactions with the fields that it is given', async () => {
		const address = emulator.world.node.address(5);
		const given = {
			timestamp: 1_700_000_000,
			address: `P-${address}`,
			amount: '12345678901234567890',
		};
		const { body } = await control('addTransactions', { transactions: [given] });
		const query = `addresses=${address}&endTimestamp=1700000001`;
		const [tx] = (await emulator.get(`${STAKING}?${query}`)).body.transactions;
		expect(tx).toMatchObject({ txHash: body.result[0], blockTimestamp: 1_700_000_000 });
		expect(tx.amountStaked[0].amount).toBe('12345678901234567890');
	});

	test('adds and removes validators, and changes balances of L1s', async () => {
		const { primary, subnets, l1 } = emulator.world.node;
		const added = (await control('addValidator')).body.result;
		expect(primary.current().map(({ nodeId }) => nodeId)).toContain(added.nodeId);
		await control('removeValidator', { nodeId: added.nodeId });
		expect(primary.current().map(({ nodeId }) => nodeId)).not.toContain(added.nodeId);
		const back = (await control('addValidator', { nodeId: added.nodeId })).body.result;
		expect(back).toMatchObject({ nodeId: added.nodeId });
		expect(back.txId).not.toBe(added.txId);

		const path = '/v1/networks/mainnet/l1Validators';
		const subnetId = subnets[1].id;
		const { validationId } = (await control('addValidator', { subnetId, weight: 7 })).body.result;
		const found = async () =>
			(await emulator.get(`${path}?l1ValidationId=${validationId}`)).body.validators;
		expect(await found()).toMatchObject([{ weight: 7, subnetId }]);
		await control('setL1Balance', { validationId, balance: 0 });
		expect(await found()).toEqual([]);
		expect(l1.find(validationId)?.balance).toBe(0n);
		await control('removeValidator', { subnetId, validationId });
		expect(l1.find(validationId)).toBeUndefined();
	});

	test('moves the clock, flips health and bootstrapping', async () => {
		expect((await control('moveClock', { ms: 500 })).body.result).toBe(NOON + 500);
		expect((await control('moveClock', { to: NOON })).body.result).toBe(NOON);
		await control('setHealth', { healthy: false, check: 'diskspace', error: 'disk is full' });
		await control('moveClock', { ms: 65_000 });
		const failing = () => emulator.world.nodeState.checks().filter(({ error }) => error);
		expect(failing()).toMatchObject([
			{ name: 'diskspace', error: 'disk is full', firstFailure: NOON, contiguousFailures: 3 },
		]);
		await control('setHealth', { healthy: true });
		expect(failing()).toEqual([]);
		await control('setBootstrapping', { bootstrapping: true });
		expect(failing().map(({ name }) => name)).toEqual(['bootstrapped']);
	});

	test('resets everything', async () => {
		const before = await emulator.get(STAKING);
		await control('addTransactions', { transactions: [{}, {}] });
		await control('moveClock', { ms: 86_400_000 });
		await control('setRateLimits', { withoutKey: 0 });
		await inject({ kind: 'status', service: 'metrics' });
		await control('reset');
		const after = await emulator.get(STAKING);
		expect(after.body.transactions).toEqual(before.body.transactions);
		expect(emulator.control.faults()).toEqual([]);
		expect(emulator.control.requestCount()).toBe(1);
	});

	test('refuses what it does not know', async () => {
		expect((await control('destroy')).status).toBe(404);
		expect((await fetched(`${emulator.controlUrl}/reset`)).status).toBe(404);
		expect((await inject({ kind: 'explosion' })).status).toBe(400);
		expect((await control('addTransactions', { transactions: [{ amount: -1 }] })).status).toBe(400);
	});
});

describe('the request log', () => {
	test('lists the requests, without any secret', async () => {
		await emulator.get('/v1/chains?x=top-secret', { 'x-data-api-key': 'top-secret' });
		await fetched(`${emulator.metricsUrl}/v1/avg_tps/43114`);
		await fetched(`${emulator.nodeUrl}/ext/bc/P`, {
			method: 'POST',
			headers: { authorization: 'Bearer node-token', 'content-type': 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'platform.getHeight', params: {} }),
		});
		const { text, body } = await fetched(`${emulator.controlUrl}/requests`);
		expect(text).not.toContain('top-secret');
		expect(text).not.toContain('node-token');
		expect(body.result).toMatchObject([
			{
				service: 'data',
				method: 'GET',
				path: '/v1/chains',
				query: 'x=***',
				keyHeader: true,
				secrets: { apiKey: true, token: false },
				status: 200,
			},
			{ service: 'metrics', keyHeader: false, secrets: { apiKey: false, token: false } },
			{
				service: 'node',
				rpcMethods: ['platform.getHeight'],
				secrets: { apiKey: false, token: true },
			},
		]);
		expect(body.result[0].headerNames).toContain('x-data-api-key');
	});
});

test('echo mode gives the key back in header, body and error', async () => {
	await control('setEcho', { echo: true });
	const key = { 'x-data-api-key': 'top-secret' };
	const served = await emulator.get('/v1/chains', key);
	expect(served.headers.get('x-echo')).toBe('top-secret');
	expect(served.body.echo).toBe('top-secret');
	const refused = await emulator.get('/v1/nothing', key);
	expect(refused.body.message).toContain('top-secret');
	expect((await emulator.get('/v1/chains')).text).not.toContain('top-secret');
});

describe('faults', () => {
	test('statuses with and without Retry-After', async () => {
		await inject({ kind: 'status', status: 429, retryAfter: 7, times: 1 });
		const limited = await emulator.get('/v1/chains');
		expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
		expect(limited.body).toEqual({
			message: 'injected fault 429',
			error: 'Too Many Requests',
			statusCode: 429,
		});
		expect((await emulator.get('/v1/chains')).status).toBe(200);
		await inject({ kind: 'status', status: 502, body: '<html>', times: 1 });
		expect((await emulator.get('/v1/chains')).text).toBe('<html>');
	});

	test('match service, path, method, skip and times', async () => {
		await inject({ kind: 'status', service: 'data', path: '^/v1/chains$', skip: 1, times: 2 });
		const statuses = [];
		for (let i = 0; i < 4; i++) statuses.push((await emulator.get('/v1/chains')).status);
		expect(statuses).toEqual([200, 500, 500, 200]);
		await inject({ kind: 'status', method: 'POST' });
		expect((await emulator.get('/v1/chains')).status).toBe(200);
		await control('clearFaults');
		await inject({ kind: 'status', service: 'node', rpcMethod: 'avm.getHeight' });
		const call = (method: string) =>
			fetched(`${emulator.nodeUrl}/ext/bc/X`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
			});
		expect((await call('avm.getHeight')).status).toBe(500);
		expect((await call('avm.getTxFee')).status).not.toBe(500);
	});

	test('a probability hits its share, the same ones for the same seed', async () => {
		const run = async () => {
			await control('reset');
			await inject({ kind: 'status', probability: 0.3 });
			const hits = [];
			for (let i = 0; i < 100; i++) hits.push((await emulator.get('/v1/chains')).status === 500);
			return hits;
		};
		const first = await run();
		const share = first.filter(Boolean).length;
		expect(share).toBeGreaterThan(15);
		expect(share).toBeLessThan(45);
		expect(await run()).toEqual(first);
	});
});

test('a node behind a gateway requires its header', async () => {
	const gated = await start({ nodeHeader: { name: 'X-Gate', value: 'open-sesame' } });
	const status = async (headers: Record<string, string>) =>
		(await fetched(`${gated.nodeUrl}/ext/health`, { headers })).status;
	expect(await status({})).toBe(401);
	expect(await status({ 'x-gate': 'no' })).toBe(403);
	expect([401, 403]).not.toContain(await status({ 'x-gate': 'open-sesame' }));
	await gated.close();
});
