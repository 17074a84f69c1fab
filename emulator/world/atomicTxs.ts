import { byteReader } from '../../core';
import { idOf, sha256 } from '../../core/testing/network/bytes';
import { PARTS } from './codec/fx';
import { fixed, id, int, joined, list, long, object, readType, type Types } from './codec/shapes';
import type { NetworkWorld } from '../../core/testing/network';

/** Transactions of the C-Chain that move something from or to another chain. */

const head = object({ networkID: int, blockchainID: id });
const account = object({ address: fixed(20), amount: long, assetID: id });
const spender = joined(account, object({ nonce: long }));
const { inputs: importedInputs, outputs: exportedOutputs, credentials } = PARTS.C;

/** The kinds of atomic transactions, by the type IDs of the C-Chain's codec: import and export. */
const KINDS: Types = {
	0: joined(head, object({ sourceChain: id, importedInputs, outputs: list(account) })),
	1: joined(head, object({ destinationChain: id, inputs: list(spender), exportedOutputs })),
};

/**
 * The id of a signed import or export, and the chain that an import is from. Throws where the bytes are
 * neither, or of another chain.
 */
export function readAtomicTx(
	bytes: Uint8Array,
	{ networkId, chains, hrp }: NetworkWorld,
): { id: string; source?: string } {
	const from = byteReader(bytes);
	const chain = { alias: 'C', hrp } as const;
	if (from.u16('codec version') !== 0) throw new Error('unknown codec version');
	const tx = KINDS[readType(KINDS, from)].read(from, chain);
	if (tx.networkID !== networkId) throw new Error('tx has wrong network ID');
	if (tx.blockchainID !== chains.C) throw new Error('tx has wrong chain ID');
	credentials.read(from, chain);
	from.end('the transaction');
	const source = tx.sourceChain as string | undefined;
	return { id: idOf(sha256(bytes)), ...(source !== undefined && { source }) };
}
