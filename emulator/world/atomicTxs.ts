import { byteReader } from '../../core';
import { idOf, sha256 } from './bytes';
import { listOf, readHead, readInput, readOutput, readSignatures } from './parseTx';
import type { NetworkWorld } from './types';

/** Transactions of the C-Chain that move something from or to another chain. */

/** Type ids of the C-Chain's codec. */
const IMPORT = 0;
const EXPORT = 1;

/** One that was accepted. */
export interface AtomicTx {
	bytes: Uint8Array;
	blockHeight: number;
}

const accepted = new WeakMap<NetworkWorld, Map<string, AtomicTx>>();

/** Those that were accepted, by id. */
export function atomicTxs(network: NetworkWorld): Map<string, AtomicTx> {
	const known = accepted.get(network) ?? new Map<string, AtomicTx>();
	accepted.set(network, known);
	return known;
}

/**
 * The id of a signed import or export, and the chain that an import is from. Throws where the bytes are
 * neither, or of another chain.
 */
export function readAtomicTx(
	bytes: Uint8Array,
	{ networkId, chains, hrp }: NetworkWorld,
): { id: string; source?: string } {
	const read = byteReader(bytes);
	const type = readHead(read, { networkId, blockchainId: chains.C }, IMPORT, EXPORT);
	const other = idOf(read.take(32, 'the other chain'));
	/** An account of the C-Chain: address, amount, asset. */
	const account = () => {
		read.take(20, 'address');
		read.u64('amount');
		read.take(32, 'asset');
	};
	if (type === IMPORT) {
		listOf(read, () => readInput(read));
		listOf(read, account);
	} else {
		listOf(read, () => {
			account();
			read.u64('nonce');
		});
		listOf(read, () => readOutput(read, hrp));
	}
	readSignatures(read);
	read.end('the transaction');
	return { id: idOf(sha256(bytes)), ...(type === IMPORT && { source: other }) };
}
