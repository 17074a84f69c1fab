import type { Args } from '../../node/args';
import { encodeBytes } from '../../node/bytes';
import type { NodeContext } from '../../node/context';
import type { Utxo } from '../../world';
import { utxoBytes } from '../../../core/testing/network/transactions';

/**
 * Output of a staking transaction's reward after its end, numbered after its other outputs. Those of an
 * auto-renewed stake hang on the transactions that end its periods.
 */
function rewards({ network, world }: NodeContext, txId: string): Utxo[] {
	const tx = network.staking.byHash(txId);
	if (tx?.stakingTxHash) return network.chain('P').tx(txId)?.outputs ?? [];
	const ended = tx?.endTimestamp !== undefined && tx.endTimestamp <= world.clock.seconds();
	if (!tx || !ended || !tx.estimatedReward) return [];
	const { blockNumber: blockHeight, endTimestamp: timestamp = 0 } = tx;
	return [
		{
			assetId: network.assets[0].assetId,
			amount: tx.estimatedReward,
			locktime: 0,
			threshold: 1,
			addresses: tx.addresses,
			txId,
			outputIndex: network.chain('P').tx(txId)?.outputs.length ?? 1,
			timestamp,
			blockHeight,
		},
	];
}

/** platform.getRewardUTXOs */
export function getRewardUtxos(context: NodeContext, args: Args) {
	const found = rewards(context, args.id('txID'));
	const encoding = args.encoding();
	return {
		numFetched: String(found.length),
		utxos: found.map((utxo) => encodeBytes(utxoBytes(utxo), encoding)),
		encoding,
	};
}
