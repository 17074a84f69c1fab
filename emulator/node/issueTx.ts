import { nodeIdOf } from '../../core';
import { utxoId } from '../../core/testing/network/bytes';
import { type Json, readTx } from '../world/codec';
import { parseTx } from '../world/parseTx';
import type { NetworkWorld, Tx } from '../world';
import type { Args, Encoding } from './args';
import { decodeBytes } from './bytes';
import type { NodeContext } from './context';
import { MethodError, wrapping } from './failure';

/** The bytes of a transaction to issue. Throws where they are not in the encoding. */
export function givenTx(args: Args, mistake = 'problem decoding transaction'): Uint8Array {
	const text = args.text('tx');
	const encoding: Encoding = args.encoding();
	return wrapping(mistake, () => decodeBytes(text, encoding));
}

/** Ids of transactions that were refused before, of which a node only repeats the reason. */
const refused = new WeakMap<NetworkWorld, Set<string>>();

/** The refusal of a transaction that was accepted: what it spends or adds is not to be had any more. */
function spent({ network }: NodeContext, alias: 'P' | 'X', tx: Tx): MethodError {
	const { id } = tx;
	const [{ txId, outputIndex }] = [...tx.inputs, { txId: id, outputIndex: 0 }];
	if (alias === 'X') {
		const utxo = utxoId(txId, outputIndex);
		return new MethodError(`failed to verify transfer: failed to get utxo ${utxo}: not found`);
	}
	const known = refused.get(network) ?? new Set();
	refused.set(network, known);
	const first = known.has(id) ? '' : 'failed verification: ';
	known.add(id);
	const gone = `failed to read consumed UTXO ${txId}:${outputIndex} due to: not found`;
	const { unsignedTx } = readTx(tx.bytes, { alias, hrp: network.hrp });
	const why = secondTime(unsignedTx, gone);
	const failed = `failed execution: standard tx ${id} failed execution: ${why}`;
	return new MethodError(`couldn't issue tx: ${first}${failed}`);
}

/**
 * First error that the checks of a kind of P-Chain transaction give for a repetition: avalanchego
 * 1.14.2, vms/platformvm/txs/executor. `gone`: their error for an output that was spent.
 */
function secondTime(tx: Json, gone: string): string {
	const period = tx.validator as Json | undefined;
	const duplicate = 'duplicate validator';
	// Automatically renewed validators have their node id as bytes.
	if ('validatorAuthority' in tx) {
		return `${duplicate}: ${nodeIdOf(Buffer.from(String(tx.nodeID).slice(2), 'hex'))}`;
	}
	if (period && 'signer' in tx) return `${duplicate}: ${period.nodeID} on ${tx.subnetID}`;
	if (period && 'subnetID' in period) {
		return `attempted to issue ${duplicate} for ${period.nodeID} on subnet ${period.subnetID}`;
	}
	if (period && 'shares' in tx) {
		return `${period.nodeID} is already a validator of the primary network`;
	}
	if ('exportedOutputs' in tx) return `failed verifySpend: ${gone}`;
	const staking = period ?? tx.newOwner ?? tx.auth;
	return staking === undefined ? gone : `flow check failed: ${gone}`;
}

/**
 * avm.issueTx and platform.issueTx: a transaction of any kind is accepted in a block of its own. Whether
 * its inputs exist and who signed it is not checked.
 */
export function issueTx(context: NodeContext, alias: 'P' | 'X', args: Args) {
	const { network, world } = context;
	const bytes = givenTx(args);
	const chain = network.chain(alias);
	const chainIds = {
		chain: alias,
		networkId: network.networkId,
		blockchainId: network.chains[alias],
		hrp: network.hrp,
	};
	let tx: Tx;
	try {
		const at = { blockHeight: chain.height() + 1, timestamp: world.clock.seconds() };
		tx = parseTx(bytes, chainIds, at);
	} catch (error) {
		throw new MethodError(`couldn't parse tx: ${error instanceof Error ? error.message : 'no tx'}`);
	}
	if (chain.tx(tx.id)) throw spent(context, alias, tx);
	chain.accept([tx]);
	return { txID: tx.id };
}
