import { bech32Decode, bech32Encode } from '../../../core';
import type { Block, NetworkWorld } from '../../../emulator/world';
import { type Json, type TxJson, writeTx } from '../../../emulator/world/codec';
import { parseTx } from '../../../emulator/world/parseTx';
import { isObject, parseRawJson } from '../../../emulator/node/rawJson';

/** Object of a chain that a recorded answer shows as JSON: a transaction, or a block with some. */
export interface RecordedTxs {
	txs: TxJson[];
	/** Present if it is a block. */
	id?: string;
	height?: string;
}

/** Undefined where an answer shows no transaction as JSON. */
export function recordedTxsIn(text: string): RecordedTxs | undefined {
	if (!text.includes('"unsignedTx"')) return undefined;
	const { result } = parseRawJson(text) as { result: { tx?: TxJson; block?: Json } };
	if (result.tx) return { txs: [result.tx] };
	const { txs, id, height } = result.block as { txs: TxJson[]; id: string; height: number };
	return { txs, id, height: String(height) };
}

/** The same transaction on the emulated chain: its network, chain and addresses. */
function moved(value: unknown, network: NetworkWorld, alias: 'P' | 'X'): unknown {
	const { networkId, chains, hrp } = network;
	const inner = (member: unknown) => moved(member, network, alias);
	const bytes = typeof value === 'string' && bech32Decode(value.replace(`${alias}-`, ''))?.bytes;
	if (bytes) return `${alias}-${bech32Encode(hrp, bytes)}`;
	if (Array.isArray(value)) return value.map(inner);
	if (!isObject(value)) return value;
	const members = Object.entries(value).map(([name, member]) => [name, inner(member)]);
	const own = 'networkID' in value && { networkID: networkId, blockchainID: chains[alias] };
	return { ...Object.fromEntries(members), ...own };
}

/** Accepts the same transactions in a block of the emulated chain. */
export function acceptSame(network: NetworkWorld, alias: 'P' | 'X', { txs }: RecordedTxs): Block {
	const chain = network.chain(alias);
	const { networkId, chains, hrp } = network;
	const chainIds = { chain: alias, networkId, blockchainId: chains[alias], hrp };
	const at = { blockHeight: chain.height() + 1, timestamp: network.epoch };
	const own = txs.map((tx) => {
		const { unsignedTx, credentials } = moved(tx, network, alias) as TxJson;
		return parseTx(writeTx(alias, { unsignedTx, credentials }), chainIds, at);
	});
	return chain.accept(own);
}
