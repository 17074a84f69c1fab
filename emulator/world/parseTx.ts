import {
	bech32Encode,
	type ByteReader as Reader,
	byteReader as reader,
	cb58Encode,
} from '../../core';
import {
	BASE_TX,
	CREDENTIAL,
	STAKEABLE_LOCK_OUTPUT,
	TRANSFER_INPUT,
	TRANSFER_OUTPUT,
} from './codecTypes';
import { sha256 } from './bytes';
import type { Output } from './transactions';
import type { Input, Tx } from './types';

/** Where a transaction is read: its chain, and the prefix of addresses there. */
export interface TxPlace {
	chain: 'P' | 'X';
	networkId: number;
	blockchainId: string;
	hrp: string;
}

/** A type id that is one of the allowed ones. */
export function typeOf(read: Reader, ...allowed: number[]): number {
	const type = read.u32('type id');
	if (!allowed.includes(type)) throw new Error(`couldn't unmarshal interface: type ${type}`);
	return type;
}

/** As many as their number before them says. */
export function listOf<T>(read: Reader, one: () => T): T[] {
	return Array.from({ length: read.u32('length') }, one);
}

/** A transferable output, with its asset. */
export function readOutput(read: Reader, hrp: string): Output {
	const assetId = cb58Encode(read.take(32, 'asset'));
	let type = typeOf(read, TRANSFER_OUTPUT, STAKEABLE_LOCK_OUTPUT);
	const lock = type === STAKEABLE_LOCK_OUTPUT ? Number(read.u64('lock')) : undefined;
	if (lock !== undefined) type = typeOf(read, TRANSFER_OUTPUT);
	return {
		assetId,
		amount: read.u64('amount'),
		locktime: Number(read.u64('locktime')),
		...(lock === undefined ? {} : { stakeableLocktime: lock }),
		threshold: read.u32('threshold'),
		addresses: listOf(read, () => bech32Encode(hrp, read.take(20, 'address'))),
	};
}

/** A transferable input, with the output that it spends. */
export function readInput(read: Reader): Input {
	const txId = cb58Encode(read.take(32, 'transaction'));
	const outputIndex = read.u32('output index');
	const assetId = cb58Encode(read.take(32, 'asset'));
	typeOf(read, TRANSFER_INPUT);
	const amount = read.u64('amount');
	return {
		txId,
		outputIndex,
		assetId,
		amount,
		signatureIndices: listOf(read, () => read.u32('signature index')),
	};
}

/** The beginning of every transaction: codec, type, network and chain. Gives the type. */
export function readHead(
	read: Reader,
	place: Pick<TxPlace, 'networkId' | 'blockchainId'>,
	...types: number[]
): number {
	if (read.u16('codec version') !== 0) throw new Error('unknown codec version');
	const type = typeOf(read, ...types);
	const networkId = read.u32('network id');
	const blockchainId = cb58Encode(read.take(32, 'chain'));
	if (networkId !== place.networkId) throw new Error('tx has wrong network ID');
	if (blockchainId !== place.blockchainId) throw new Error('tx has wrong chain ID');
	return type;
}

/** The end of every transaction: who signed it. */
export function readSignatures(read: Reader): Uint8Array[] {
	return listOf(read, () => {
		typeOf(read, CREDENTIAL);
		return listOf(read, () => read.take(65, 'signature'));
	}).flat();
}

/**
 * A signed base transaction from its bytes, for a block at a height and time (Unix seconds).
 * Throws on any other layout, type, network or chain.
 */
export function parseTx(
	bytes: Uint8Array,
	place: TxPlace,
	at: { blockHeight: number; timestamp: number },
): Tx {
	const read = reader(bytes);
	readHead(read, place, BASE_TX[place.chain]);
	const outputs = listOf(read, () => readOutput(read, place.hrp));
	const inputs = listOf(read, () => readInput(read));
	const memo = read.bytes('memo');
	const signatures = readSignatures(read);
	read.end('the transaction');
	const id = cb58Encode(sha256(bytes));
	const named = outputs.map((output, outputIndex) => ({ ...output, txId: id, outputIndex, ...at }));
	return { id, bytes, outputs: named, inputs, memo, signatures, ...at };
}
