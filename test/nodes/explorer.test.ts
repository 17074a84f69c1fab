import type { INodeParameters } from 'n8n-workflow';
import fc from '../../core/testing/properties';
import { addedColumns } from '../../core/operations/derived';
import { linkTo } from '../../core/operations/explorer';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase } from '../../lab/kit/nodes/cases';
import { clearedBench, errorOf, jsonOf, runOperation } from './harness';

/** Columns that Simplify adds for the chains of items: names, and links to block explorers. */

const located = everyCase().filter(({ operation }) => operation.explorer);
const onEvm = located.filter(({ operation }) => operation.explorer?.on === 'evm');
const onPrimary = located.filter(({ operation }) => operation.explorer?.on === 'primary');

const bench = clearedBench('spec');

async function run(
	{ operation, parameters }: (typeof located)[number],
	more: INodeParameters = {},
) {
	const given = { limit: 3, ...parameters(bench), ...more };
	return jsonOf(await runOperation(bench.engine, operation, given));
}

const listsOfChains = () =>
	bench.emulator.control.requests().filter(({ path }) => path === '/v1/chains');

/** The page and what it is called by, from a link to the explorer of one of the given chains. */
function pageOf(link: unknown, explorers: readonly string[]): [string, string] {
	const explorer = explorers.find((one) => String(link).startsWith(`${one}/`));
	expect([link, explorer !== undefined]).toEqual([link, true]);
	const [page, of, ...rest] = String(link)
		.slice(String(explorer).length + 1)
		.split('/');
	expect(rest).toEqual([]);
	return [page, decodeURIComponent(of)];
}

test('items of every kind have links: transactions, blocks and contracts, and those of the primary network', () => {
	const ids = located.map(({ id }) => id);
	expect(ids).toEqual(
		expect.arrayContaining([
			'evmTransaction.get',
			'evmTransaction.getMany',
			'evmTransaction.getManyLatestAllChains',
			'evmTransaction.getManyErc20Transfers',
			'chain.getManyBlocks',
			'contract.get',
			'icmMessage.getMany',
			'primaryTransaction.getMany',
			'primaryBlock.get',
			'staking.getManyTransactions',
			'staking.getManyDelegators',
		]),
	);
});

test.each(onEvm)('$id: the name of the chain, and a page of what the item is', async (one) => {
	const items = await run(one);
	const added = addedColumns(one.operation);
	const { evmChains } = bench.world;
	for (const item of items) {
		for (const name of added.filter((each) => /chainName$/i.test(each))) {
			const chain = evmChains.find((each) => each.name === item[name]);
			expect([name, item[name], chain !== undefined]).toEqual([name, item[name], true]);
			const column = name.replace(/chainName$/i, (word) =>
				word[0] === 'C' ? 'ExplorerUrl' : 'explorerUrl',
			);
			// A point of a metric has a chain, and no page.
			if (!added.includes(column) || item[column] === null) continue;
			const [page, of] = pageOf(item[column], [String(chain?.explorerUrl)]);
			expect(['tx', 'block', 'address']).toContain(page);
			// The item has the id that its page is called by.
			// Addresses of EVM chains have their checksum in items.
			const values = Object.values(item).map((value) => String(value).toLowerCase());
			expect(values).toContain(of.toLowerCase());
		}
		expect(Object.keys(item)).toEqual(expect.arrayContaining(added));
		expect(added.some((name) => item[name] !== null)).toBe(true);
	}
	const links = added.filter((name) => /url$/i.test(name));
	if (links.length > 0) expect(items.some((item) => links.some((name) => item[name]))).toBe(true);
	expect(listsOfChains()).toHaveLength(1);
});

/** Operations whose items have an amount of the native token, without its symbol. */
const native = onEvm.filter(({ operation }) => addedColumns(operation).includes('symbol'));

test('every list of native transactions has the symbol of the native token', () => {
	expect(native.map(({ id }) => id).sort()).toEqual([
		'evmTransaction.getMany',
		'evmTransaction.getManyInBlock',
		'evmTransaction.getManyInternal',
		'evmTransaction.getManyLatest',
		'evmTransaction.getManyLatestAllChains',
		'evmTransaction.getManyNative',
		'evmTransaction.getManyV1',
	]);
});

describe.each(native)('$id', (one) => {
	const symbols = () =>
		new Map(bench.world.evmChains.map(({ name, token: { symbol } }) => [name, symbol]));

	test('the symbol is that of the native token of the chain of the item', async () => {
		const items = await run(one);
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.symbol).toBe(symbols().get(String(item.chainName)));
	});

	test('the symbol is null where the chains cannot be listed', async () => {
		bench.emulator.control.addFaults({
			faults: [{ kind: 'status', status: 500, service: 'data', path: '^/v1/chains$' }],
		});
		for (const item of await run(one)) expect(item.symbol).toBeNull();
	});
});

test('transactions of an L1 have the symbol of the token of the L1', async () => {
	const [lists] = native.filter(({ id }) => id === 'evmTransaction.getManyNative');
	const chain = bench.world.evmChains.find(
		({ token, status }) => token.symbol !== 'AVAX' && status === 'OK',
	)!;
	const [{ from }] = bench.world.tokens(chain).transfers();
	const items = await run(lists, { chainId: chain.chainId, address: from });
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) expect(item.symbol).toBe(chain.token.symbol);
});

const PUBLIC = ['p-chain', 'x-chain'].map((chain) => `https://subnets.avax.network/${chain}`);

test.each(onPrimary)('$id: a page of the public explorer, without a request', async (one) => {
	const items = await run(one);
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		const [page, of] = pageOf(item.explorerUrl, PUBLIC);
		expect(['tx', 'block']).toContain(page);
		expect(Object.values(item).map(String)).toContain(of);
	}
	expect(listsOfChains()).toEqual([]);
});

describe('the explorer of a network', () => {
	const blocks = located.filter(({ id }) => id === 'primaryBlock.getMany');
	const WHERE: Array<[INodeParameters, string | undefined]> = [
		[
			{ network: 'mainnet', blockchainId: 'p-chain' },
			'https://subnets.avax.network/p-chain/block/',
		],
		[
			{ network: 'fuji', blockchainId: 'x-chain' },
			'https://subnets-test.avax.network/x-chain/block/',
		],
		[
			{ network: 'testnet', blockchainId: '11111111111111111111111111111111LpoYY' },
			'https://subnets-test.avax.network/p-chain/block/',
		],
		[{ network: 'mainnet', blockchainId: 'c-chain' }, undefined],
	];
	test.each(WHERE)('%o: %s', async (parameters, start) => {
		const [item] = await run(blocks[0], parameters);
		if (start === undefined) expect(item.explorerUrl).toBeNull();
		else expect(String(item.explorerUrl).startsWith(start)).toBe(true);
	});
});

const latest = () => located.filter(({ id }) => id === 'chain.getManyBlocks')[0];

test('a chain without an explorer has a name and no link', async () => {
	const chain = bench.world.evmChains.find((one) => !one.explorerUrl && one.status === 'OK');
	const items = await run(latest(), { chainId: chain?.chainId });
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		expect(item.chainName).toBe(chain?.name);
		expect(item.explorerUrl).toBeNull();
	}
});

test('one list of chains serves all items of a run, and none is asked for with Simplify off', async () => {
	const items = Array.from({ length: 8 }, () => ({ json: {} as Json }));
	const { operation, parameters } = latest();
	const given = { ...parameters(bench), limit: 1 };
	const outcome = await runOperation(bench.engine, operation, given, { items: items as never });
	expect(jsonOf(outcome)).toHaveLength(8);
	expect(listsOfChains()).toHaveLength(1);
	bench.emulator.control.clearRequests();
	await run(latest(), { simplify: false });
	await run(latest(), { output: 'response' });
	expect(listsOfChains()).toEqual([]);
});

test('items come without names and links where the chains cannot be listed', async () => {
	bench.emulator.control.addFaults({
		faults: [{ kind: 'status', status: 500, service: 'data', path: '^/v1/chains$' }],
	});
	const items = await run(latest());
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) expect(item.chainName).toBeNull();
	expect(listsOfChains()).toHaveLength(1);
});

test('the failure of the call itself is the error, and no list of chains is asked for', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'status', status: 500 }] });
	const { operation, parameters } = latest();
	const outcome = await runOperation(bench.engine, operation, parameters(bench));
	expect(errorOf(outcome).message).toMatch(/injected fault 500/);
	expect(listsOfChains()).toEqual([]);
});

test('a link is made of a URL only, and what it names cannot leave its place', () => {
	expect(linkTo('https://explorer.example/c/', 'tx', '0x1')).toBe(
		'https://explorer.example/c/tx/0x1',
	);
	for (const strange of ['javascript:alert(1)', 'explorer.example', '', undefined]) {
		expect(linkTo(strange, 'tx', '0x1')).toBeUndefined();
	}
	for (const nothing of [undefined, null, '', {}]) {
		expect(linkTo('https://explorer.example', 'tx', nothing)).toBeUndefined();
	}
	fc.assert(
		fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (of) => {
			const link = new URL(linkTo('https://explorer.example', 'tx', of) as string);
			fc.pre(!/^\.{1,2}$/.test(of));
			expect(link.pathname.split('/')).toHaveLength(3);
			expect(decodeURIComponent(link.pathname.split('/')[2])).toBe(of);
		}),
	);
});

test('a name is waited for 2 seconds: a metric comes without the one of its chain', async () => {
	// Deadlines of 2 seconds have passed before the response, later ones have not.
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		return ms <= 2_000 ? AbortSignal.abort() : new AbortController().signal;
	});
	const metric = onEvm.find(({ id }) => id.startsWith('metric.'))!;
	try {
		const [item] = await run(metric);
		expect([item.value !== undefined, item.chainName]).toEqual([true, null]);
	} finally {
		timeout.mockRestore();
	}
});
