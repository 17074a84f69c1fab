import type { EmulatedRoom } from '../room';
import { readAtomicTx } from '../world/atomicTxs';
import { encodeBytes } from '../node/bytes';
import { type NodeContext, heliconIsActive } from '../node/context';
import { txIdOf } from '../node/encoded';
import { MethodError } from '../node/failure';
import type { Methods } from '../node/gorillaRpc';
import { givenTx } from '../node/issueTx';
import { getUtxos } from '../node/utxos';

/** The version that removed `avax.getAtomicTxStatus` (ava-labs/avalanchego#5944). */
const STATUS_REMOVED = '1.15.2';

const isBefore = (version: string, other: string) =>
	version.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * The `avax` API of the C-Chain: what waits to be imported, and imports and exports, which are
 * accepted in a block of their own. Whether an import's inputs exist and who signed is not checked.
 */
function cChainAtomic(context: NodeContext): Methods {
	const { network, world } = context;
	const known = () => network.atomicTxs;
	return {
		getUTXOs(args) {
			if (args.texts('addresses').length > 0 && !args.text('sourceChain')) {
				throw new MethodError('no source chain provided');
			}
			return getUtxos(context, 'C', args);
		},
		getAtomicTx(args) {
			const id = txIdOf(args);
			const tx = known().get(id);
			if (!tx) {
				const gone = heliconIsActive(context)
					? 'fetching tx: not found'
					: `could not find tx ${id}`;
				throw new MethodError(gone);
			}
			const encoding = args.encoding();
			return {
				tx: encodeBytes(tx.bytes, encoding),
				encoding,
				blockHeight: String(tx.blockHeight),
			};
		},
		getAtomicTxStatus(args) {
			if (!isBefore(world.conditions.version, STATUS_REMOVED)) {
				throw new MethodError('rpc: can\'t find method "avax.GetAtomicTxStatus"');
			}
			const tx = known().get(txIdOf(args));
			if (!tx) return { status: 'Unknown' };
			return { status: 'Accepted', blockHeight: String(tx.blockHeight) };
		},
		issueTx(args) {
			// vms/saevm/cchain/api.go and txpool.go have words of their own.
			const helicon = heliconIsActive(context);
			const bytes = givenTx(args, helicon ? 'decoding tx' : undefined);
			let tx: ReturnType<typeof readAtomicTx>;
			try {
				tx = readAtomicTx(bytes, network);
			} catch (error) {
				const why = error instanceof Error ? error.message : 'no atomic transaction';
				throw new MethodError(`${helicon ? 'parsing tx' : 'problem parsing transaction'}: ${why}`);
			}
			const { id: txID, source } = tx;
			if (known().has(txID)) {
				// The outputs that an import consumed do not exist any more.
				const gone = helicon
					? `issuing tx: credential verification: fetching UTXOs from ${source}: not found`
					: `failed to fetch import UTXOs from ${source} due to: not found`;
				throw new MethodError(source === undefined ? 'tx already known' : gone);
			}
			known().set(txID, { bytes, blockHeight: network.chain('C').accept().height });
			return { txID };
		},
	};
}

export const emulated = { methods: { avax: cChainAtomic } } satisfies EmulatedRoom;
