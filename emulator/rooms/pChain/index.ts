import { type NodeContext } from '../../node/context';
import { blockMethods, encodedTx, txIdOf } from '../../node/encoded';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';
import { issueTx } from '../../node/issueTx';
import { goTime } from '../../node/time';
import { getUtxos } from '../../node/utxos';
import type { EmulatedRoom } from '../../room';
import { getBalance } from './balance';
import { getRewardUtxos } from './rewardUtxos';

/** Heights, blocks, transactions and UTXOs of the P-Chain: node document, P-Chain API. */
function pChain(context: NodeContext): Methods {
	const { network, world } = context;
	const chain = network.chain('P');
	return {
		getBalance: (args) => getBalance(context, args),
		...blockMethods(context, 'P', chain),
		issueTx: (args) => issueTx(context, 'P', args),
		getProposedHeight: () => ({ height: String(chain.height()) }),
		getTimestamp: () => ({ timestamp: goTime(world.clock.seconds() * 1000) }),
		getUTXOs: (args) => getUtxos(context, 'P', args),
		getRewardUTXOs: (args) => getRewardUtxos(context, args),
		getTx(args) {
			const tx = chain.tx(txIdOf(args));
			if (!tx) throw new MethodError("couldn't get tx: not found");
			return encodedTx(context, 'P', args, tx);
		},
		getTxStatus: (args) => ({ status: chain.tx(txIdOf(args)) ? 'Committed' : 'Unknown' }),
	};
}

export const emulated = { methods: { platform: pChain } } satisfies EmulatedRoom;
