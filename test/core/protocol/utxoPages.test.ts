import { createHash } from 'node:crypto';
import fc from '../../../core/testing/properties';
import { clientWith } from '../../../core/client';
import { bech32Encode } from '../../../core/formats/bech32';
import { cb58Encode } from '../../../core/formats/cb58';
import { hexWithChecksum } from '../../../core/formats/hex';
import { isSharedUtxo, utxoIdentity } from '../../../core/formats/utxo';
import * as xChain from '../../../core/subjects/xChain/xChainBalances';
import type { PageLimits } from '../../../core/protocol/paging';
import { fakeClock, fakeTransport, rpcAnswer, TOLERANT } from './fakes';

/** Lists of outputs as nodes page them: by address, then by output, with repeats across pages. */

interface Utxo {
	/** The byte that the transaction id is made of, and the place of the output. */
	tx: number;
	index: number;
	/** Numbers of the addresses that own it. */
	owners: number[];
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: number) => {
	const out = Buffer.alloc(bytes);
	out.writeUInt32BE(value, bytes - 4);
	return out;
};
const addressBytes = (owner: number) => Buffer.alloc(20, owner + 1);
const addressOf = (owner: number) => `X-${bech32Encode('avax', addressBytes(owner))}`;
const txIdOf = ({ tx }: Utxo) => Buffer.alloc(32, tx);

/** A secp256k1 transfer output in avalanchego's layout. */
function encoded(utxo: Utxo): string {
	return hexWithChecksum(
		Buffer.concat([
			uint(0, 4).subarray(0, 2),
			txIdOf(utxo),
			uint(utxo.index, 4),
			Buffer.alloc(32, 0xaa),
			uint(7, 4),
			uint(1_000, 8),
			uint(0, 8),
			uint(1, 4),
			uint(utxo.owners.length, 4),
			...utxo.owners.map(addressBytes),
		]),
	);
}

/** avalanchego's id of an output, by which a list of one address is ordered. */
const inputId = (utxo: Utxo) => sha256(Buffer.concat([uint(utxo.index, 8), txIdOf(utxo)]));

interface Request {
	addresses: string[];
	limit: number;
	startIndex?: { address: string; utxo: string };
}

/** avax.GetPaginatedUTXOs: a page holds no output twice, but the next one knows nothing of it. */
function page(utxos: readonly Utxo[], { addresses, limit, startIndex }: Request) {
	const owners = utxos.flatMap((utxo) => utxo.owners);
	const sorted = [...new Set(owners)].sort((a, b) => a - b).map((owner) => ({ owner }));
	const asked = sorted.filter(({ owner }) => addresses.includes(addressOf(owner)));
	const start = asked.findIndex(({ owner }) => addressOf(owner) === startIndex?.address);
	const seen = new Set<Utxo>();
	const end = { ...startIndex };
	for (const { owner } of asked.slice(Math.max(0, start))) {
		const after = addressOf(owner) === startIndex?.address ? startIndex.utxo : undefined;
		const own = utxos
			.filter((utxo) => utxo.owners.includes(owner))
			.sort((a, b) => Buffer.compare(inputId(a), inputId(b)));
		const from = own.findIndex((utxo) => cb58Encode(inputId(utxo)) === after) + 1;
		end.address = addressOf(owner);
		for (const utxo of own.slice(from)) {
			end.utxo = cb58Encode(inputId(utxo));
			seen.add(utxo);
			if (seen.size === limit) return { found: [...seen], end };
		}
	}
	return { found: [...seen], end };
}

const FULL = {
	address: `C-${bech32Encode('avax', Buffer.alloc(20, 0xff))}`,
	utxo: cb58Encode(Buffer.alloc(32, 0xff)),
};

async function list(respond: (request: Request) => object, owners: number, limits: PageLimits) {
	const { transport, requests } = fakeTransport(({ body }) =>
		rpcAnswer(body, ({ params }) => ({ result: { ...respond(params), encoding: 'hex' } })),
	);
	const node = { url: 'https://node.test' };
	const client = clientWith({
		...TOLERANT,
		services: { node },
		transport,
		clock: fakeClock(),
	});
	const addresses = Array.from({ length: owners }, (_, owner) => addressOf(owner));
	const items: unknown[] = [];
	for await (const one of client.pages(xChain.getManyUtxos, { addresses } as never, limits)) {
		items.push(...one.items);
	}
	return { items, requests: requests.length };
}

const asAnswer = ({ found, end }: { found: Utxo[]; end: object }) => ({
	numFetched: String(found.length),
	utxos: found.map(encoded),
	endIndex: end,
});

describe('outputs that several of the asked addresses own', () => {
	const six = [0, 1, 2, 3, 4, 5].map((tx): Utxo => ({ tx, index: 0, owners: [0] }));
	for (const utxo of six.slice(0, 5)) utxo.owners.push(1);

	it.each([1, 2, 3, 4, 5, 6, 1024])('come once at %i a page', async (pageSize) => {
		const { items } = await list((request) => asAnswer(page(six, request)), 2, { pageSize });
		expect([...items].sort()).toEqual(six.map(encoded).sort());
	});

	it('come once whoever owns what, and a limit counts each once', async () => {
		const utxo = fc.record({
			tx: fc.nat(4),
			index: fc.nat(3),
			owners: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
		});
		const utxos = fc.uniqueArray(utxo, {
			maxLength: 25,
			selector: (one) => one.tx * 10 + one.index,
		});
		const limits = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
		await fc.assert(
			fc.asyncProperty(
				utxos,
				fc.integer({ min: 1, max: 8 }),
				limits,
				async (all, pageSize, limit) => {
					const node = (request: Request) => asAnswer(page(all, request));
					const { items } = await list(node, 4, { pageSize, limit });
					expect(new Set(items).size).toBe(items.length);
					expect(items).toHaveLength(Math.min(all.length, limit ?? Infinity));
					expect(all.map(encoded)).toEqual(expect.arrayContaining(items));
				},
			),
			{ numRuns: 100 },
		);
	});
});

describe('the end of a list of outputs', () => {
	const utxos = [0, 1, 2, 3].map((tx): Utxo => ({ tx, index: 0, owners: [0] }));

	it.each([
		['as nodes after Helicon give it', FULL],
		[
			'of a chain by its ID',
			{
				...FULL,
				address: FULL.address.replace('C', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'),
			},
		],
	])('is a place of which every bit is set, %s', async (_, last) => {
		const node = (request: Request) => {
			const { found, end } = page(utxos, request);
			const isLast = found.includes([...utxos].sort(byId)[3]);
			return asAnswer({ found, end: isLast ? last : end });
		};
		const byId = (a: Utxo, b: Utxo) => Buffer.compare(inputId(a), inputId(b));
		const { items, requests } = await list(node, 1, { pageSize: 2 });
		expect(items).toHaveLength(4);
		expect(requests).toBe(2);
	});

	it('is not a place of which only one part is so', async () => {
		const node = (request: Request) =>
			request.startIndex
				? asAnswer({ found: [utxos[1]], end: FULL })
				: asAnswer({ found: [utxos[0]], end: { ...FULL, address: addressOf(0) } });
		const { items } = await list(node, 1, { pageSize: 1 });
		expect(items).toEqual([utxos[0], utxos[1]].map(encoded));
	});

	it('is not a place of which only some bits are set', async () => {
		const [address, utxo] = [Buffer.alloc(20, 1), Buffer.alloc(32, 1)].map((bytes) => {
			bytes[0] = 0xff;
			return bytes;
		});
		const end = { address: `C-${bech32Encode('avax', address)}`, utxo: cb58Encode(utxo) };
		const node = (request: Request) =>
			asAnswer({
				found: [utxos[request.startIndex ? 1 : 0]],
				end: request.startIndex ? FULL : end,
			});
		const { items } = await list(node, 1, { pageSize: 1 });
		expect(items).toEqual([utxos[0], utxos[1]].map(encoded));
	});

	it('is not a place that cannot be read', async () => {
		const end = { address: 'next', utxo: 'next' };
		const node = ({ startIndex }: Request) =>
			asAnswer({ found: [utxos[startIndex ? 1 : 0]], end: startIndex ? FULL : end });
		const { items } = await list(node, 1, { pageSize: 1 });
		expect(items).toEqual([utxos[0], utxos[1]].map(encoded));
	});

	it('is a place that stays', async () => {
		const end = { address: addressOf(0), utxo: cb58Encode(inputId(utxos[0])) };
		const { items, requests } = await list(() => asAnswer({ found: [utxos[0]], end }), 1, {
			pageSize: 1,
		});
		expect(items).toEqual([encoded(utxos[0])]);
		expect(requests).toBe(2);
	});

	it('is a page with fewer than were asked for', async () => {
		const node = (request: Request) => asAnswer(page(utxos, request));
		expect(await list(node, 1, { pageSize: 3 })).toMatchObject({ requests: 2 });
	});
});

describe('an output', () => {
	// The last output of recorded answers of avalanchego 1.14.2, and the end that came with it: the
	// hash of output index and transaction id.
	it.each([
		[
			'0x00005d97ff6793198d883c341270487ba8f018018a277dba99f3d2153a2bb4ed221b00000001946a52ed3abf89c57fce7988a8ea34fa500ac86b60ae8104e6423776868343ce0000000700000000b2d05e00000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c17a36bc8',
			'2fgj51Lpq4AWj24ybM4R2BGgvPW8VqNsxWitQ1CSVuevRAKvqk',
		],
		[
			'0x00007ffcfdf31559cd28b4b808d114f969ff8002659770075012480af45988f63bbb00000002946a52ed3abf89c57fce7988a8ea34fa500ac86b60ae8104e6423776868343ce0000000700000000b2d05e00000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c9b23e344',
			'5eCzqkEpECDWtDn1xpeKhb4yNyzjCEYBUa96AaiV8kJhygwwL',
		],
	])('is known by its transaction and its place in it', (hex, end) => {
		const identity = Buffer.from(utxoIdentity(hex), 'latin1');
		const [txId, index] = [identity.subarray(0, 32), identity.subarray(32)];
		expect(cb58Encode(sha256(Buffer.concat([Buffer.alloc(4), index, txId])))).toBe(end);
		expect(isSharedUtxo(hex)).toBe(false);
	});

	it('of several owners, or of a kind that is not read, may be repeated', () => {
		const mine = encoded({ tx: 1, index: 0, owners: [0] });
		expect(isSharedUtxo(mine)).toBe(false);
		expect(isSharedUtxo(encoded({ tx: 1, index: 0, owners: [0, 1] }))).toBe(true);
		// Type 11 is a transferable NFT, whose owners stand elsewhere.
		expect(isSharedUtxo(mine.replace(/00000007(?=00000000000003e8)/, '0000000b'))).toBe(true);
		expect(isSharedUtxo('0x00')).toBe(true);
		expect(utxoIdentity('0x00')).toBe('0x00');
	});
});
