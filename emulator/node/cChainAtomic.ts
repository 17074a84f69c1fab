import type { NodeContext } from './context';
import { txIdOf } from './encoded';
import { MethodError } from './failure';
import type { Methods } from './gorillaRpc';
import { givenTx } from './issueTx';
import { getUtxos } from './utxos';

/**
 * The `avax` API of the C-Chain: what waits to be imported. The emulated C-Chain has accepted no
 * atomic transaction, so that none is known and none can be issued.
 */
export function cChainAtomic(context: NodeContext): Methods {
	return {
		getUTXOs(args) {
			if (args.texts('addresses').length > 0 && !args.text('sourceChain')) {
				throw new MethodError('no source chain provided');
			}
			return getUtxos(context, 'C', args);
		},
		getAtomicTx(args) {
			throw new MethodError(`could not find tx ${txIdOf(args)}`);
		},
		getAtomicTxStatus(args) {
			txIdOf(args);
			return { status: 'Unknown' };
		},
		issueTx(args) {
			givenTx(args);
			throw new MethodError('problem parsing transaction: no atomic transaction');
		},
	};
}
