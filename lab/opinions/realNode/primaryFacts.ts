import { createHash } from 'node:crypto';
import { cb58Encode } from '../../../core';
import type { Drawing } from './drawing';
import { type Json, tryAsk } from './raw';

/** Blocks, transactions, addresses and outputs of the X- and the P-Chain, and containers of indexes. */

/** The latest blocks that are read. */
const BLOCKS = 40;

const METHODS = { P: 'platform', X: 'avm' } as const;
type Alias = keyof typeof METHODS;

/** The addresses in an answer, without their chain. */
function addressesIn(value: unknown): string[] {
	const found = JSON.stringify(value).matchAll(/[PXC]-([a-z]+1[a-z0-9]{38})/g);
	return [...new Set([...found].map(([, address]) => address))];
}

async function chainFacts({ ask, choose, facts }: Drawing, alias: Alias): Promise<void> {
	const path = `/ext/bc/${alias}`;
	const call = (method: string, params?: unknown) =>
		tryAsk(ask, path, `${METHODS[alias]}.${method}`, params);
	const head = await call('getHeight');
	if (!head) return;
	const last = BigInt(String(head.height));
	facts[`${alias}.height`] = String(last);
	const blocks: Json[] = [];
	for (let at = last; at > 0n && at > last - BigInt(BLOCKS); at--) {
		const answer = await call('getBlockByHeight', { height: String(at), encoding: 'json' });
		if (answer?.block) blocks.push(answer.block as Json);
	}
	const txsOf = ({ txs, tx }: Json) => (txs as Json[] | undefined) ?? (tx ? [tx as Json] : []);
	const full = blocks.filter((block) => txsOf(block).length > 0);
	const block = choose(full);
	if (block) {
		facts[`${alias}.block`] = String(block.id);
		facts[`${alias}.blockHeight`] = String(block.height);
	}
	const txs = full.flatMap(txsOf).filter(({ id }) => id !== undefined);
	const tx = choose(txs);
	if (tx) {
		facts[`${alias}.tx`] = String(tx.id);
		const bytes = await call('getTx', { txID: tx.id, encoding: 'hex' });
		if (bytes) facts[`${alias}.rawTx`] = String(bytes.tx);
	}
	const address = choose(addressesIn(txs));
	if (address) facts[`${alias}.address`] = address;
}

/** An address with outputs, and the starts of its first and second page. */
async function outputFacts({ ask, facts }: Drawing, alias: Alias | 'C'): Promise<void> {
	const [path, method] =
		alias === 'C' ? ['/ext/bc/C/avax', 'avax'] : [`/ext/bc/${alias}`, METHODS[alias]];
	const source = { P: 'X', X: 'P', C: 'X' }[alias];
	facts[`${alias}.source`] = source;
	const owner = facts[`${alias}.address`] ?? facts['X.address'] ?? facts['P.address'];
	if (!owner) return;
	facts[`${alias}.owner`] = owner;
	const more = alias === 'C' ? { sourceChain: source } : {};
	const params = { addresses: [`${alias}-${owner}`], limit: 1, ...more };
	const answer = await tryAsk(ask, path, `${method}.getUTXOs`, params);
	const end = answer?.endIndex as { address?: string; utxo?: string } | undefined;
	if (end?.address && end.utxo && answer?.numFetched === '1') {
		facts[`${alias}.startAddress`] = end.address;
		facts[`${alias}.startUtxo`] = end.utxo;
	}
}

const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'];

async function indexFacts({ ask, choose, facts }: Drawing): Promise<void> {
	for (const index of INDEXES) {
		const path = `/ext/index/${index}`;
		const params = { startIndex: '0', numToFetch: '16', encoding: 'hex' };
		const answer = await tryAsk(ask, path, 'index.getContainerRange', params);
		const container = choose((answer?.containers ?? []) as Json[]);
		if (!container) continue;
		facts[`index.${index}.id`] = String(container.id);
		facts[`index.${index}.position`] = String(container.index);
	}
}

/**
 * The id of an atomic transaction of the C-Chain. Blocks carry theirs as bytes: a codec version, how
 * many there are, and each without a version of its own. Of blocks with one the id can be told.
 */
async function atomicFacts({ ask, choose, facts }: Drawing): Promise<void> {
	const rpc = async (method: string, params: unknown[]) => ask('/ext/bc/C/rpc', method, params);
	let head: number;
	try {
		head = Number(await rpc('eth_blockNumber', []));
	} catch {
		return;
	}
	const ids: string[] = [];
	for (let at = head; at > 0 && at > head - BLOCKS; at--) {
		const block = (await rpc('eth_getBlockByNumber', [`0x${at.toString(16)}`, false])) as Json;
		const data = Buffer.from(String(block?.blockExtraData ?? '0x').slice(2), 'hex');
		if (data.length < 10 || data.readUInt32BE(2) !== 1) continue;
		const tx = Buffer.concat([data.subarray(0, 2), data.subarray(6)]);
		ids.push(cb58Encode(createHash('sha256').update(tx).digest()));
	}
	for (const id of ids) {
		const params = { txID: id, encoding: 'hex' };
		const answer = await tryAsk(ask, '/ext/bc/C/avax', 'avax.getAtomicTx', params);
		if (!answer) continue;
		facts['C.atomicTx'] = choose([id]) ?? id;
		facts['C.rawAtomicTx'] = String(answer.tx);
		return;
	}
}

export async function primaryFacts(drawing: Drawing): Promise<void> {
	await chainFacts(drawing, 'P');
	await chainFacts(drawing, 'X');
	for (const alias of ['P', 'X', 'C'] as const) await outputFacts(drawing, alias);
	await indexFacts(drawing);
	await atomicFacts(drawing);
}
