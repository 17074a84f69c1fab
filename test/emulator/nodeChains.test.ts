import { createHash } from 'node:crypto';
import { cb58Encode } from '../../core/formats/cb58';
import { isId } from '../../core/formats/ids';
import { type Json, useEmulator } from './emulatorKit';

const X = '/ext/bc/X';
const P = '/ext/bc/P';
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The bytes of the node's `hex` encoding, whose last four bytes are a checksum. */
function decoded(hex: string): Buffer {
	expect(hex).toMatch(/^0x([0-9a-f]{2})+$/);
	const all = Buffer.from(hex.slice(2), 'hex');
	const bytes = all.subarray(0, -4);
	expect(all.subarray(-4).toString('hex')).toBe(sha(bytes).subarray(-4).toString('hex'));
	return bytes;
}

const spec = useEmulator();
const live = useEmulator({ dialect: 'live' });

describe.each([
	{ alias: 'X', path: X, space: 'avm' },
	{ alias: 'P', path: P, space: 'platform' },
] as const)('blocks and transactions of the $alias-Chain', ({ alias, path, space }) => {
	test('a block is the same by id and height, its id the sha256 of its bytes', async () => {
		const { client, network } = spec;
		const { height } = await client.result(path, `${space}.getHeight`);
		expect(height).toBe(String(network.chain(alias).height()));
		for (const at of [0, 1, Number(height)]) {
			const byHeight = await client.result(path, `${space}.getBlockByHeight`, { height: at });
			expect(byHeight.encoding).toBe('hex');
			const blockID = cb58Encode(sha(decoded(byHeight.block)));
			expect(await client.result(path, `${space}.getBlock`, { blockID })).toEqual(byHeight);
		}
	});

	test('decoded blocks are linked and hold decoded transactions', async () => {
		const { client } = live;
		const json = { encoding: 'json' };
		const get = (height: number) =>
			client.result(path, `${space}.getBlockByHeight`, { height, ...json });
		const [first, second] = [(await get(4)).block, (await get(5)).block];
		expect(second).toMatchObject({ parentID: first.id, height: 5, time: expect.any(Number) });
		expect(isId(second.id)).toBe(true);
		if (alias === 'X') expect(isId(second.merkleRoot)).toBe(true);
		const [tx] = second.txs;
		const { tx: alone, encoding } = await client.result(path, `${space}.getTx`, {
			txID: tx.id,
			...json,
		});
		expect(encoding).toBe('json');
		expect(alone).toEqual(tx);
		const { tx: hex } = await client.result(path, `${space}.getTx`, { txID: tx.id });
		expect(cb58Encode(sha(decoded(hex)))).toBe(tx.id);
	});
});

describe('UTXOs', () => {
	async function walk(addresses: string[], limit: number) {
		const pages: Json[] = [];
		let startIndex: unknown;
		for (;;) {
			const params = { addresses, limit, ...(startIndex ? { startIndex } : {}) };
			const page = await live.client.result(X, 'avm.getUTXOs', params);
			pages.push(page);
			if (Number(page.numFetched) < limit) return pages;
			startIndex = page.endIndex;
		}
	}

	test('at most 1024 a call, all of them by paging, each once, with right checksums', async () => {
		const { client, network } = live;
		const address = `X-${network.address(0)}`;
		const owned = network.utxos('X', network.address(0));
		expect(owned.length).toBeGreaterThan(1024);
		for (const limit of [0, 1024, 5000]) {
			const page = await client.result(X, 'avm.getUTXOs', { addresses: [address], limit });
			expect(page.numFetched).toBe('1024');
			expect(page.utxos).toHaveLength(1024);
		}
		const pages = await walk([address], 500);
		const all = pages.flatMap(({ utxos }) => utxos);
		expect(new Set(all).size).toBe(owned.length);
		expect(all).toHaveLength(owned.length);
		// version 0, transaction, index, asset
		const made = owned.map(({ txId, outputIndex }) => `${txId} ${outputIndex}`).sort();
		const found = all.map((hex) => {
			const bytes = decoded(hex);
			expect(bytes.readUInt16BE(0)).toBe(0);
			return `${cb58Encode(bytes.subarray(2, 34))} ${bytes.readUInt32BE(34)}`;
		});
		expect(found.sort()).toEqual(made);
	});

	test('several addresses, in pages of any size, give the union', async () => {
		const { network } = live;
		const owners = [3, 4, 5].map((index) => network.address(index));
		const expected = owners.flatMap((owner) => network.utxos('X', owner)).length;
		for (const limit of [1, 7, 1024]) {
			const pages = await walk(
				owners.map((owner) => `X-${owner}`),
				limit,
			);
			const all = pages.flatMap(({ utxos }) => utxos);
			expect(new Set(all).size).toBe(expected);
			expect(all).toHaveLength(expected);
		}
	});

	test('atomic UTXOs of a source chain; it is named in the answer by the documents only', async () => {
		for (const { client, network, named } of [
			{ ...pick(spec), named: true },
			{ ...pick(live), named: false },
		]) {
			const addresses = [`X-${network.address(0)}`];
			const answer = await client.result(X, 'avm.getUTXOs', { addresses, sourceChain: 'P' });
			const expected = network.atomicUtxos('X', 'P', network.address(0)).length;
			expect(Number(answer.numFetched)).toBe(expected);
			expect(expected).toBeGreaterThan(0);
			expect('sourceChain' in answer).toBe(named);
			const byId = { addresses, sourceChain: network.chains.P };
			expect((await client.result(X, 'avm.getUTXOs', byId)).utxos).toEqual(answer.utxos);
		}
	});

	function pick(running: typeof spec) {
		return { client: running.client, network: running.network };
	}

	test.each([
		['no addresses', { addresses: [] }, 'no addresses provided'],
		[
			'too many',
			{ addresses: Array(1025).fill('x') },
			'number of addresses given, 1025, exceeds maximum, 1024',
		],
	])('%s', async (_, params, message) => {
		expect((await spec.client.failure(X, 'avm.getUTXOs', params)).message).toBe(message);
	});
});

describe('balances and assets of the X-Chain', () => {
	test('balances are the sums of the spendable UTXOs', async () => {
		const { client, network, world } = live;
		const owner = network.address(2);
		const now = world.clock.seconds();
		const spendable = network.utxos('X', owner).filter(({ locktime }) => locktime <= now);
		const address = `X-${owner}`;
		const { balances } = await client.result(X, 'avm.getAllBalances', { address });
		for (const { asset, balance } of balances) {
			const id = asset === 'AVAX' ? network.assets[0].assetId : asset;
			const own = spendable.filter(({ assetId }) => assetId === id);
			expect(balance).toBe(String(own.reduce((sum, { amount }) => sum + amount, 0n)));
			const one = await client.result(X, 'avm.getBalance', { address, assetID: asset });
			expect(one.balance).toBe(balance);
			expect(one.utxoIDs).toHaveLength(own.length);
			expect(one.utxoIDs[0]).toEqual({
				txID: expect.any(String),
				outputIndex: expect.any(Number),
			});
		}
		expect(balances.length).toBeGreaterThan(1);
	});
});
