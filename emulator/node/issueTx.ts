import { utxoId } from '../world/bytes';
import { parseTx } from '../world/parseTx';
import type { Tx } from '../world';
import type { Args, Encoding } from './args';
import { decodeBytes } from './bytes';
import type { NodeContext } from './context';
import { MethodError, wrapping } from './failure';

/** The bytes of a transaction to issue. Throws where they are not in the encoding. */
export function givenTx(args: Args): Uint8Array {
	const text = args.text('tx');
	const encoding: Encoding = args.encoding();
	return wrapping('problem decoding transaction', () => decodeBytes(text, encoding));
}

/** The refusal of a transaction that was accepted: what it spends is not there any more. */
function spent(alias: 'P' | 'X', { id, inputs: [input] }: Tx): MethodError {
	const place = { txId: input?.txId ?? id, outputIndex: input?.outputIndex ?? 0 };
	if (alias === 'X') {
		const utxo = utxoId(place.txId, place.outputIndex);
		return new MethodError(`failed to verify transfer: failed to get utxo ${utxo}: not found`);
	}
	const where = `${place.txId}:${place.outputIndex}`;
	return new MethodError(
		`couldn't issue tx: failed verification: failed execution: standard tx ${id} failed execution: ` +
			`failed to read consumed UTXO ${where} due to: not found`,
	);
}

/**
 * avm.issueTx and platform.issueTx: a transaction of any kind is accepted in a block of its own. Whether
 * its inputs exist and who signed it is not checked.
 */
export function issueTx({ network, world }: NodeContext, alias: 'P' | 'X', args: Args) {
	const bytes = givenTx(args);
	const chain = network.chain(alias);
	const place = {
		chain: alias,
		networkId: network.networkId,
		blockchainId: network.chains[alias],
		hrp: network.hrp,
	};
	let tx: Tx;
	try {
		const at = { blockHeight: chain.height() + 1, timestamp: world.clock.seconds() };
		tx = parseTx(bytes, place, at);
	} catch (error) {
		throw new MethodError(`couldn't parse tx: ${error instanceof Error ? error.message : 'no tx'}`);
	}
	if (chain.tx(tx.id)) throw spent(alias, tx);
	chain.accept([tx]);
	return { txID: tx.id };
}
