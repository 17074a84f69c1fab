import type { INodeParameters } from 'n8n-workflow';
import { createTokens, walletOf } from '../../emulator/world/tokens';
import type { Json } from '../../lab/kit/nodes/case';
import { clearedBench, errorOf, itemsOf, jsonOf } from './harness';

/** Features that the nodes add to the operations of the catalogue. */

const bench = clearedBench('live');

const run = (node: 'avalanche' | 'avalancheRpc', parameters: INodeParameters) =>
	bench.engine.execute({
		node,
		parameters: { ...parameters, options: { retries: 0, ...(parameters.options as object) } },
	});

describe('containers as files', () => {
	const range = (options: INodeParameters) =>
		run('avalancheRpc', {
			resource: 'index',
			operation: 'getManyContainers',
			index: 'P/block',
			startIndex: 3,
			limit: 2,
			options: { ...options },
		});

	test('hold the bytes without the checksum', async () => {
		const items = itemsOf(await range({ decode: true, binaryField: 'block' }));
		const chain = bench.world.node.chain('P');
		for (const [at, { json, binary }] of items.entries()) {
			// Index 0 is the first block after genesis.
			const found = chain.container(4 + at);
			expect(json).toMatchObject({ id: found?.id, index: 3 + at });
			expect(json).not.toHaveProperty('bytes');
			expect(binary?.block).toMatchObject({ fileName: `${found?.id}.bin` });
			expect(Buffer.from(binary?.block.data ?? '', 'base64')).toEqual(
				Buffer.from(found?.bytes ?? []),
			);
		}
		expect(items).toHaveLength(2);
	});

	test('stay hex where the option is off', async () => {
		const [{ json, binary }] = itemsOf(await range({}));
		expect(json.bytes).toMatch(/^0x[0-9a-f]+$/);
		expect(binary).toBeUndefined();
	});

	test('are an error where the checksum is wrong', async () => {
		const container = { id: 'x', index: '3', bytes: '0x000102030405', encoding: 'hex' };
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { containers: [container] } });
		bench.emulator.control.addFaults({ faults: [{ kind: 'wrongJson', body }] });
		const error = errorOf(await range({ decode: true }));
		expect(error.message).toMatch(/bytes of container x are damaged.*checksum/);
	});
});

describe('amounts in whole units', () => {
	test('replace those of the primary network, with the exact text beside them', async () => {
		const [{ balances }] = jsonOf(
			await run('avalanche', {
				resource: 'primaryNetwork',
				operation: 'getBalance',
				network: 'mainnet',
				blockchainId: 'p-chain',
				addresses: `P-${bench.world.node.address(0)}`,
				simplify: false,
				options: { amounts: 'wholeUnits' },
			}),
		);
		const entries = Object.values(balances as Record<string, Json[] | string>).flat();
		// Restaked rewards are one amount, without an asset.
		const amounts = entries.filter((entry) => typeof entry === 'object');
		expect(amounts.length).toBeGreaterThan(0);
		for (const { amount, amountExact, denomination } of amounts) {
			expect(amountExact).toMatch(/^\d+$/);
			expect(amount).toBe(Number(`${String(amountExact)}e-${String(denomination)}`));
		}
	});

	test('replace those of EVM chains, with every digit of the base units beside them', async () => {
		const chain = bench.world.evmChain('43114');
		if (!chain) throw new Error('The world has no C-Chain');
		const address = walletOf(bench.world.random, 2);
		const [item] = jsonOf(
			await run('avalanche', {
				resource: 'tokenBalance',
				operation: 'getNative',
				chainId: { __rl: true, mode: 'id', value: '43114' },
				address,
				options: { amounts: 'wholeUnits' },
			}),
		);
		const wei = createTokens(bench.world.random, chain).nativeBalance(address, chain.height);
		expect(item).toMatchObject({
			symbol: 'AVAX',
			balance: Number(`${wei}e-18`),
			balanceExact: String(wei),
		});
	});
});

describe('any method of the node', () => {
	const call = (given: INodeParameters) =>
		run('avalancheRpc', { resource: 'customCall', operation: 'call', ...given });

	test('is called with the params as they are', async () => {
		const [{ containers }] = jsonOf(
			await call({
				endpoint: '/ext/index/X/block',
				method: 'index.getContainerRange',
				params: '{ "startIndex": 0, "numToFetch": 2, "encoding": "hex" }',
			}),
		);
		expect(containers).toHaveLength(2);
		expect(bench.emulator.control.requests()[0]).toMatchObject({
			path: '/ext/index/X/block',
			rpcMethods: ['index.getContainerRange'],
		});
	});

	test('takes an array of params, and a result that is not an object', async () => {
		const { blockchainId, chainId } = bench.world.evmChains[1];
		const given = { endpoint: `/ext/bc/${blockchainId}/rpc`, method: 'eth_chainId', params: '[]' };
		expect(jsonOf(await call(given))).toEqual([{ value: `0x${Number(chainId).toString(16)}` }]);
	});

	test('says that the node does not have the method', async () => {
		const error = errorOf(await call({ endpoint: '/ext/bc/P', method: 'platform.getNothing' }));
		expect(error.message).toMatch(/does not have platform\.getNothing: it may be older or newer/);
		expect(error.description).toMatch(/Check the version of the node and its options/);
	});

	test.each([
		[{ endpoint: 'ext/bc/P' }, /"Endpoint Path" \(endpoint\) must be a path/],
		[{ method: 'two words' }, /"Method" \(method\) must be a method name/],
		[{ method: 'a\r\nb' }, /"Method" \(method\) must be a method name/],
		[{ params: '{ "open": ' }, /"Params \(JSON\)" \(params\) must be a JSON object or array/],
		[{ params: '7' }, /"Params \(JSON\)" \(params\) must be a JSON object or array/],
	])('sends nothing for %j', async (given, message) => {
		const error = errorOf(
			await call({ endpoint: '/ext/bc/P', method: 'platform.getHeight', params: '{}', ...given }),
		);
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(message);
		expect(bench.emulator.control.requestCount()).toBe(0);
	});
});

describe('the health of a node', () => {
	afterEach(() => bench.emulator.control.setHealth({ healthy: true }));

	const get = (operation: string, filters: INodeParameters = {}, options: INodeParameters = {}) =>
		run('avalancheRpc', { resource: 'health', operation, filters, options });

	test('is an answer when it is bad, with the checks that fail', async () => {
		bench.emulator.control.setHealth({ healthy: false, check: 'network', error: 'no peers' });
		const [item] = jsonOf(await get('getHealth'));
		expect(item).toMatchObject({
			healthy: false,
			statusCode: 503,
			checks: { network: { error: 'no peers', contiguousFailures: expect.any(Number) } },
		});
		const [overRpc] = jsonOf(await get('getHealth', {}, { transport: 'rpc' }));
		expect(overRpc).toMatchObject({ healthy: false });
	});

	test('is bad where the answer has no body', async () => {
		bench.emulator.control.setHealth({ healthy: false, withoutBody: true });
		expect(jsonOf(await get('getHealth'))).toEqual([
			{ healthy: false, checks: {}, statusCode: 503 },
		]);
	});

	test('can be asked for by tags', async () => {
		const { id } = bench.world.node.subnets[0];
		const tag = 'no-check-has-this-tag';
		bench.emulator.control.setHealth({ healthy: false, check: 'P', error: 'stuck', tags: [id] });
		const [tagged] = jsonOf(await get('getHealth', { tags: id }));
		expect(tagged).toMatchObject({ healthy: false });
		const [other] = jsonOf(await get('getHealth', { tags: tag }));
		expect(other).toMatchObject({ healthy: true });
		const queries = bench.emulator.control.requests().map(({ query }) => query);
		expect(queries).toEqual([`tag=${id}`, `tag=${tag}`]);
	});
});

test('Limit is 50 where nothing else is said', async () => {
	const parameters = { resource: 'primaryBlock', operation: 'getManyVertices', network: 'mainnet' };
	expect(jsonOf(await run('avalanche', parameters))).toHaveLength(50);
	expect(bench.emulator.control.requestCount()).toBe(1);
});
