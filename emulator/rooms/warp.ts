import type { EmulatedRoom } from '../room';
import { bytesToHex, encodePayload, encodeUnsigned, isId } from '../../core';
import { idBytes } from '../../core/testing/network/bytes';
import { heightOfHash } from '../../core/testing/network/evmBlocks';
import { warpMessageOf } from '../world/evmTransactions';
import { signedBy } from '../world/warpAggregate';
import { plainHex } from '../node/bytes';
import { MethodError } from '../node/failure';
import { type EthMethods, invalidArgument } from '../node/gethRpc';
import type { EvmContext } from '../node/evm/context';

const METHODS = [
	'warp_getMessage',
	'warp_getMessageSignature',
	'warp_getBlockSignature',
	'warp_getMessageAggregateSignature',
	'warp_getBlockAggregateSignature',
];

/** geth's code for requests that took too long. */
const TIMED_OUT = -32002;

function idArg(value: unknown): string {
	if (typeof value === 'string' && isId(value)) return value;
	throw invalidArgument(0, 'input string is smaller than the checksum size');
}

/** warp_*: messages that transactions sent, and what this node or its subnet signs of them. */
function warpMethods(context: EvmContext): EthMethods {
	const { network, chain, tokens, world, streaming } = context;

	function messageOf(id: string): Uint8Array {
		for (const transfer of tokens.transfers()) {
			const message = warpMessageOf(network, chain, transfer);
			if (message?.id === id) return message.unsignedBytes;
		}
		throw new MethodError(`failed to get message ${id} with error not found`);
	}

	/** A block's hash as a message: what contracts on other chains verify of this one. */
	function blockMessage(id: string): Uint8Array {
		const hash = idBytes(id);
		if (heightOfHash(chain, `0x${bytesToHex(hash)}`) === undefined) {
			throw new MethodError(`failed to get block ${id} with error not found`);
		}
		const sourceChainId = idBytes(chain.blockchainId);
		const payload = encodePayload({ type: 'hash', hash });
		return encodeUnsigned({ networkId: network.networkId, sourceChainId, payload });
	}

	function own(message: Uint8Array): string {
		const { bls } = world.nodeState;
		if (!bls) throw new MethodError('failed to get signature: the node has no BLS key');
		return plainHex(bls.sign(message));
	}

	function aggregated(message: Uint8Array, quorum: unknown, given: unknown): string {
		const percentage = typeof quorum === 'number' ? quorum : 0;
		if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) {
			throw new MethodError(`invalid quorum numerator ${String(quorum)}`);
		}
		const subnetId = given === undefined || given === '' ? chain.subnetId : String(given);
		if (!isId(subnetId)) throw new MethodError(`failed to parse subnetID: "${subnetId}"`);
		const height = network.chain('P').height();
		const members = network.validatorsAt(subnetId);
		if (members.length === 0) {
			throw new MethodError(`no validators (SubnetID: ${subnetId}, Height: ${height})`);
		}
		const signed = signedBy(members, message, percentage);
		// A node waits for the signatures that are missing until the request times out.
		if (!signed) throw new MethodError('request timed out', TIMED_OUT);
		return plainHex(signed);
	}

	// The C-Chain has had none of them since Helicon, whatever its configuration says.
	if (streaming) return Object.fromEntries(METHODS.map((name) => [name, undefined]));

	return {
		warp_getMessage: ([id]) => plainHex(messageOf(idArg(id))),
		warp_getMessageSignature: ([id]) => own(messageOf(idArg(id))),
		warp_getBlockSignature: ([id]) => own(blockMessage(idArg(id))),
		warp_getMessageAggregateSignature: ([id, quorum, subnet]) =>
			aggregated(messageOf(idArg(id)), quorum, subnet),
		warp_getBlockAggregateSignature: ([id, quorum, subnet]) =>
			aggregated(blockMessage(idArg(id)), quorum, subnet),
	};
}

export const emulated = { evm: warpMethods } satisfies EmulatedRoom;
