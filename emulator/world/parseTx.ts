import { type Json, readTx } from './codec';
import type { Output } from '../../core/testing/network/transactions';
import type { Input, Tx } from '../../core/testing/network';

/** Chain of a transaction that is read, and the prefix of addresses there. */
export interface ParsedOn {
	chain: 'P' | 'X';
	networkId: number;
	blockchainId: string;
	hrp: string;
}

const bare = (address: unknown) => String(address).replace(/^.*-/, '');

/** Outputs that hold an amount; what other outputs of the X-Chain hold is not a UTXO of a balance. */
function outputsOf(listed: unknown): (Output & { outputIndex: number })[] {
	return (listed as Json[]).flatMap(({ assetID, output }, outputIndex) => {
		const outer = output as Json;
		const locked = outer.output as Json | undefined;
		const { amount, locktime, threshold, addresses } = locked ?? outer;
		if (typeof amount !== 'bigint') return [];
		return {
			outputIndex,
			assetId: String(assetID),
			amount,
			locktime: Number(locktime),
			...(locked && { stakeableLocktime: Number(outer.locktime) }),
			threshold: Number(threshold),
			addresses: (addresses as unknown[]).map(bare),
		};
	});
}

function inputsOf(listed: unknown): Input[] {
	return (listed as Json[]).map(({ txID, outputIndex, assetID, input }) => {
		const inner = ((input as Json).input ?? input) as Json;
		return {
			txId: String(txID),
			outputIndex: Number(outputIndex),
			assetId: String(assetID),
			amount: inner.amount as bigint,
			signatureIndices: inner.signatureIndices as number[],
		};
	});
}

/**
 * A signed transaction of any kind that a user issues, from its bytes, for a block at a height and time
 * (Unix seconds). Throws on any other layout, network or chain.
 */
export function parseTx(
	bytes: Uint8Array,
	{ chain, networkId, blockchainId, hrp }: ParsedOn,
	at: { blockHeight: number; timestamp: number },
): Tx {
	const { id, unsignedTx } = readTx(bytes, { alias: chain, hrp });
	// Blocks reward validators and move the time; nobody issues that.
	if (!('inputs' in unsignedTx)) throw new Error('wrong transaction type');
	if (unsignedTx.networkID !== networkId) throw new Error('tx has wrong network ID');
	if (unsignedTx.blockchainID !== blockchainId) throw new Error('tx has wrong chain ID');
	const imported = unsignedTx.importedInputs ?? [];
	return {
		id,
		bytes,
		outputs: outputsOf(unsignedTx.outputs).map((output) => ({ ...output, txId: id, ...at })),
		inputs: [...inputsOf(unsignedTx.inputs), ...inputsOf(imported)],
		memo: Buffer.from(String(unsignedTx.memo).slice(2), 'hex'),
		...at,
	};
}
