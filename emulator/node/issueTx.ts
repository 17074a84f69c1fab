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

/**
 * avm.issueTx and platform.issueTx: a base transaction is accepted in a block of its own. Whether
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
	if (chain.tx(tx.id)) throw new MethodError("couldn't issue tx: tx already accepted");
	chain.accept([tx]);
	return { txID: tx.id };
}
