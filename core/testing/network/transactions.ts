import { addressBytes, idBytes, idOf, sha256, u16, u32, u64 } from './bytes';
import {
	BASE_TX,
	CREDENTIAL,
	STAKEABLE_LOCK_OUTPUT,
	TRANSFER_INPUT,
	TRANSFER_OUTPUT,
} from './codecTypes';
import type { Input, Tx, Utxo } from './ledgerTypes';

/** An output before its transaction has an id. */
export type Output = Omit<Utxo, 'txId' | 'outputIndex' | 'timestamp' | 'blockHeight'>;

/** Parts of a base transaction. */
export interface TxParts {
	chain: 'P' | 'X';
	networkId: number;
	blockchainId: string;
	outputs: Output[];
	inputs: Input[];
	memo: Uint8Array;
	/** 65 bytes an input. */
	signatures: Uint8Array[];
	blockHeight: number;
	timestamp: number;
}

/** An output as the codec writes it, without its asset: type id first. */
export function outputBytes(output: Output): Uint8Array {
	const transfer = [
		u32(TRANSFER_OUTPUT),
		u64(output.amount),
		u64(output.locktime),
		u32(output.threshold),
		u32(output.addresses.length),
		...output.addresses.map(addressBytes),
	];
	if (!output.stakeableLocktime) return Buffer.concat(transfer);
	return Buffer.concat([u32(STAKEABLE_LOCK_OUTPUT), u64(output.stakeableLocktime), ...transfer]);
}

/** A UTXO as getUTXOs gives it: codec version, transaction, index, asset, output. */
export function utxoBytes(utxo: Utxo): Uint8Array {
	return Buffer.concat([
		u16(0),
		idBytes(utxo.txId),
		u32(utxo.outputIndex),
		idBytes(utxo.assetId),
		outputBytes(utxo),
	]);
}

/** Serialises and signs (with the given bytes) a base transaction. */
export function buildTx(parts: TxParts): Tx {
	const { inputs, memo, signatures, blockHeight, timestamp } = parts;
	const bytes = Uint8Array.from(
		Buffer.concat([
			u16(0),
			u32(BASE_TX[parts.chain]),
			u32(parts.networkId),
			idBytes(parts.blockchainId),
			u32(parts.outputs.length),
			...parts.outputs.flatMap((output) => [idBytes(output.assetId), outputBytes(output)]),
			u32(inputs.length),
			...inputs.flatMap((input) => [
				idBytes(input.txId),
				u32(input.outputIndex),
				idBytes(input.assetId),
				u32(TRANSFER_INPUT),
				u64(input.amount),
				u32(input.signatureIndices.length),
				...input.signatureIndices.map(u32),
			]),
			u32(memo.length),
			memo,
			u32(signatures.length),
			...signatures.flatMap((signature) => [u32(CREDENTIAL), u32(1), signature]),
		]),
	);
	const id = idOf(sha256(bytes));
	const outputs = parts.outputs.map((output, outputIndex) => ({
		...output,
		txId: id,
		outputIndex,
		timestamp,
		blockHeight,
	}));
	return { id, bytes, outputs, inputs, memo, blockHeight, timestamp };
}
