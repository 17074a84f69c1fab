import { utxoId } from '../../core/testing/network/bytes';
import { readTx } from '../world/codec';
import type { Block, Tx, Utxo } from '../world';
import { type NodeContext, byDialect } from './context';

type Alias = 'P' | 'X';

/** A transaction as JSON: its bytes in the words of its kind, numbers of up to 64 bits as they are. */
export function txJson({ network }: NodeContext, alias: Alias, { bytes }: Tx) {
	return readTx(bytes, { alias, hrp: network.hrp });
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
