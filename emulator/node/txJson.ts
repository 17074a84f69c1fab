import { utxoId } from '../world/bytes';
import type { Block, Input, Tx, Utxo } from '../world';
import { plainHex } from './bytes';
import { type NodeContext, byDialect } from './context';

/** The feature extension of secp256k1 keys, as blocks of the deployed chains name it. */
const SECP256K1_FX = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ';

type Alias = 'P' | 'X';

function outputJson(alias: Alias, utxo: Utxo) {
	const output = {
		addresses: utxo.addresses.map((address) => `${alias}-${address}`),
		amount: utxo.amount,
		locktime: utxo.locktime,
		threshold: utxo.threshold,
	};
	const locked = utxo.stakeableLocktime;
	return {
		assetID: utxo.assetId,
		fxID: SECP256K1_FX,
		output: locked ? { locktime: locked, output } : output,
	};
}

function inputJson(input: Input) {
	return {
		txID: input.txId,
		outputIndex: input.outputIndex,
		assetID: input.assetId,
		fxID: SECP256K1_FX,
		input: { amount: input.amount, signatureIndices: input.signatureIndices },
	};
}

/** A transaction as JSON: amounts are plain numbers of up to 64 bits. */
export function txJson({ network }: NodeContext, alias: Alias, tx: Tx) {
	const signed = tx.signatures.map((signature) => ({ signatures: [plainHex(signature)] }));
	return {
		unsignedTx: {
			networkID: network.networkId,
			blockchainID: network.chains[alias],
			outputs: tx.outputs.map((output) => outputJson(alias, output)),
			inputs: tx.inputs.map(inputJson),
			memo: plainHex(tx.memo),
		},
		// Only the X-Chain wraps its credentials with their feature extension.
		credentials:
			alias === 'X' ? signed.map((credential) => ({ fxID: SECP256K1_FX, credential })) : signed,
		id: tx.id,
	};
}

/** A block as JSON. The documents show fewer fields of P-Chain blocks than the node sends. */
export function blockJson(context: NodeContext, alias: Alias, block: Block) {
	const txs = block.txs.map((tx) => txJson(context, alias, tx));
	const base = { parentID: block.parentId, height: block.height };
	if (alias === 'X') {
		return { ...base, time: block.timestamp, merkleRoot: block.merkleRoot, txs, id: block.id };
	}
	const { id, timestamp } = block;
	// Genesis is of an old kind, which has neither a time nor transactions.
	const live = block.height === 0 ? { ...base, id } : { ...base, id, time: timestamp, txs };
	return byDialect(context, { spec: { ...base, txs }, live });
}

/** The id that orders the UTXOs of an address. */
export function idOf({ txId, outputIndex }: Utxo): string {
	return utxoId(txId, outputIndex);
}
