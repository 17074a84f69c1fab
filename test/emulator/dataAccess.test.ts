import { LOCAL_KEY } from '../../emulator';
import { fetched, NOON, start, STAKING, type TestEmulator } from './emulatorKit';
import { DAY_MS } from '../../core/formats/timeUnits';

let emulator: TestEmulator;
afterEach(() => emulator.close());

/** The error body of the documents. */
const error = (statusCode: number, name: string) => ({
	message: expect.any(String),
	error: name,
	statusCode,
});

describe('input', () => {
	beforeEach(async () => {
		emulator = await start();
	});

	test.each([
		['a page size of 0', `${STAKING}?pageSize=0`, 'pageSize'],
		['a page size beyond 100', `${STAKING}?pageSize=101`, 'pageSize'],
		['an address with a wrong checksum', `${STAKING}?addresses=avax1qqqqqqqq`, 'addresses'],
		['an unknown network', STAKING.replace('mainnet', 'local'), 'network'],
		['another chain', STAKING.replace('p-chain', 'x-chain'), 'blockchainId'],
		['neither addresses nor nodes', '/v1/networks/mainnet/rewards:listPending', 'addresses'],
		['no height', '/v1/networks/mainnet/blockchains/x-chain/vertices:listByHeight', 'vertexHeight'],
		['types in one text', `${STAKING}?txTypes=AddValidatorTx,AddDelegatorTx`, 'txTypes'],
		['lists of addresses in two texts', `${STAKING}?addresses=a&addresses=b`, 'addresses'],
	])('%s is a bad request that says what is wrong', async (_what, path, field) => {
		const { status, body } = await emulator.get(path);
		expect([status, body]).toEqual([400, error(400, 'Bad Request')]);
		expect(body.message).toContain(field);
	});

	test('every fault is named, as the framework of the service words it', async () => {
		const { body } = await emulator.get(
			`${STAKING}?txTypes=AddValidatorTX&pageSize=0&startTimestamp=now&sortOrder=up`,
		);
		for (const fault of [
			/each value in txTypes must be one of the following values: AddValidatorTx, /,
			/pageSize must not be less than 1/,
			/startTimestamp must be an integer number/,
			/sortOrder must be one of the following values: asc, desc/,
		]) {
			expect(body.message).toMatch(fault);
		}
	});

	test('addresses of the other network are refused', async () => {
		const fuji = emulator.world.network('fuji').address(0);
		const { status, body } = await emulator.get(`${STAKING}?addresses=P-${fuji}`);
		expect(status).toBe(400);
		expect(body.message).toContain('addresses');
	});

	test('pages of NFTs go up to 500', async () => {
		const path = `/v1/chains/43114/addresses/${emulator.wallet(0)}/balances:listErc1155?pageSize=`;
		expect((await emulator.get(`${path}500`)).status).toBe(200);
		expect((await emulator.get(`${path}501`)).status).toBe(400);
	});

	test.each([
		['an unknown path', '/v1/nothing'],
		['another version', '/v2/chains'],
		['a method that no endpoint has', '/v1/signatureAggregator/mainnet/aggregateSignatures'],
		['an unsupported chain', `/v1/chains/9/addresses/0x${'1'.repeat(40)}/balances:getNative`],
		['an unknown EVM transaction', `/v1/chains/43114/transactions/0x${'1'.repeat(64)}`],
		['an unknown operation', '/v1/operations/7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47'],
	])('%s is not found', async (_what, path) => {
		const { status, body } = await emulator.get(path);
		expect([status, body]).toEqual([404, error(404, 'Not Found')]);
	});

	test('a chain whose node has a problem is unavailable', async () => {
		const chains = (await emulator.get('/v1/chains')).body.chains as Record<string, string>[];
		const chain = chains.find(({ status }) => status !== 'OK')!;
		const path = `/v1/chains/${chain.chainId}/addresses/${emulator.wallet(0)}/balances:getNative`;
		const { status, body } = await emulator.get(path);
		expect([status, body]).toEqual([503, error(503, 'Service Unavailable')]);
	});
});

describe('page tokens', () => {
	beforeEach(async () => {
		emulator = await start();
	});

	test('live for 24 hours, by the clock of the world', async () => {
		const { body } = await emulator.get(`${STAKING}?pageSize=1`);
		const next = `${STAKING}?pageSize=1&pageToken=${body.nextPageToken}`;
		emulator.control.moveClock({ ms: DAY_MS - 1 });
		expect((await emulator.get(next)).status).toBe(200);
		emulator.control.moveClock({ ms: 1 });
		const late = await emulator.get(next);
		expect([late.status, late.body.message]).toEqual([400, expect.stringContaining('expired')]);
	});

	test('belong to their query', async () => {
		const { body } = await emulator.get(`${STAKING}?pageSize=1&sortOrder=asc`);
		const token = `pageToken=${body.nextPageToken}`;
		expect((await emulator.get(`${STAKING}?pageSize=5&sortOrder=asc&${token}`)).status).toBe(200);
		expect((await emulator.get(`${STAKING}?pageSize=1&sortOrder=desc&${token}`)).status).toBe(400);
		const path = '/v1/networks/mainnet/delegators';
		expect((await emulator.get(`${path}?${token}`)).status).toBe(400);
	});

	test('malformed and unknown ones are refused', async () => {
		for (const token of ['abc', '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47']) {
			expect((await emulator.get(`${STAKING}?pageToken=${token}`)).status).toBe(400);
		}
	});

	test('of the metrics service are UUIDs, and absent on the last page', async () => {
		const url = `${emulator.metricsUrl}/v1/avg_tps/43114`;
		const values: number[] = [];
		let token: string | undefined;
		do {
			const page = await fetched(token ? `${url}?pageToken=${token}` : url);
			expect(page.body.status).toBe(200);
			expect(page.body.lastRun).toBeLessThanOrEqual(NOON / 1000);
			values.push(...page.body.results.map(({ timestamp }: { timestamp: number }) => timestamp));
			token = page.body.nextPageToken;
			if (token) expect(token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		} while (token);
		expect(new Set(values).size).toBe(400);
		expect(values).toEqual([...values].sort((a, b) => b - a));
		const missing = await fetched(`${emulator.metricsUrl}/v1/avg_tps/99`);
		const body = { message: [expect.any(String)], error: 'Not Found', statusCode: 404 };
		expect([missing.status, missing.body]).toEqual([404, body]);
	});
});

describe('keys', () => {
	const key = (value: string) => ({ 'x-data-api-key': value });

	test('are optional, and only the configured one is accepted', async () => {
		emulator = await start({ apiKeys: ['secret-key'] });
		expect((await emulator.get('/v1/chains')).status).toBe(200);
		expect((await emulator.get('/v1/chains', key('secret-key'))).status).toBe(200);
		const wrong = await emulator.get('/v1/chains', key('other'));
		expect([wrong.status, wrong.body]).toEqual([401, error(401, 'Unauthorized')]);
	});

	test('are the local one alone if none is configured', async () => {
		emulator = await start();
		expect((await emulator.get('/v1/chains', key(LOCAL_KEY))).status).toBe(200);
		const wrong = await emulator.get('/v1/chains', key('any'));
		expect([wrong.status, wrong.body]).toEqual([401, error(401, 'Unauthorized')]);
		emulator.control.setKeys({ apiKeys: ['any'] });
		expect((await emulator.get('/v1/chains', key('any'))).status).toBe(200);
		expect((await emulator.get('/v1/chains', key(LOCAL_KEY))).status).toBe(401);
	});

	test('can be for some paths only, and can be changed while the service runs', async () => {
		const keyRights = [{ key: 'narrow', path: '^/v1/chains$' }];
		emulator = await start({ apiKeys: ['narrow', 'wide'], keyRights });
		const status = async (path: string, name: string) =>
			(await emulator.get(path, key(name))).status;
		expect(await status('/v1/chains', 'narrow')).toBe(200);
		const refused = await emulator.get(STAKING, key('narrow'));
		expect([refused.status, refused.body]).toEqual([403, error(403, 'Forbidden')]);
		expect(await status(STAKING, 'wide')).toBe(200);
		emulator.control.setKeys({ apiKeys: ['narrow'], keyRights: [] });
		expect([await status(STAKING, 'narrow'), await status(STAKING, 'wide')]).toEqual([200, 401]);
		emulator.control.setKeys({ apiKeys: ['wide'] });
		expect([await status(STAKING, 'narrow'), await status(STAKING, 'wide')]).toEqual([401, 200]);
		emulator.control.reset();
		expect(await status(STAKING, 'narrow')).toBe(403);
	});

	test('can be required', async () => {
		emulator = await start({ apiKeys: ['secret-key'], keyRequired: true });
		const without = await emulator.get('/v1/chains');
		expect([without.status, without.body]).toEqual([401, error(401, 'Unauthorized')]);
		expect((await emulator.get('/v1/chains', { 'x-glacier-api-key': 'secret-key' })).status).toBe(
			401,
		);
		expect((await emulator.get('/v1/chains', key('secret-key'))).status).toBe(200);
	});

	test('come in a header of another name where one is configured', async () => {
		emulator = await start({ apiKeys: ['k'], keyRequired: true, keyHeaders: ['X-My-Key'] });
		expect((await emulator.get('/v1/chains', { 'x-my-key': 'k' })).status).toBe(200);
	});
});

describe('rate limits', () => {
	test('count compute units a minute, say so in headers, and a key raises them', async () => {
		emulator = await start({ rateLimits: { withoutKey: 210, withKey: 1000 } });
		const first = await emulator.get(STAKING);
		expect(Object.fromEntries(first.headers)).toMatchObject({
			'ratelimit-policy': '210;w=60',
			'ratelimit-limit': '210',
			'ratelimit-remaining': '110',
		});
		expect(first.headers.get('retry-after')).toBeNull();
		expect((await emulator.get(STAKING)).status).toBe(200);
		emulator.control.moveClock({ ms: 15_500 });
		const limited = await emulator.get(STAKING);
		expect([limited.status, limited.body]).toEqual([429, error(429, 'Too Many Requests')]);
		expect(limited.headers.get('retry-after')).toBe('45');
		expect(limited.headers.get('ratelimit-reset')).toBe('45');
		expect(limited.headers.get('ratelimit-remaining')).toBe('0');
		// The chains list costs one unit, of which ten are left.
		expect((await emulator.get('/v1/chains')).status).toBe(200);
		expect((await emulator.get(STAKING, { 'x-data-api-key': LOCAL_KEY })).status).toBe(200);
		emulator.control.moveClock({ ms: 44_500 });
		expect((await emulator.get(STAKING)).status).toBe(200);
	});

	test('hold for the metrics service too, and are off unless set', async () => {
		emulator = await start();
		const url = `${emulator.metricsUrl}/v1/avg_tps/43114`;
		const free = await fetched(url);
		expect(free.headers.get('ratelimit-limit')).toBeNull();
		emulator.control.setRateLimits({ metrics: 100 });
		expect((await fetched(url)).status).toBe(200);
		const limited = await fetched(url);
		expect([limited.status, limited.body.message]).toEqual([429, [expect.any(String)]]);
	});
});
