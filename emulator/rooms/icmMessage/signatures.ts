import {
	bytesToHex,
	cb58Encode,
	decodeUnsigned,
	encodeL1Message,
	encodePayload,
	encodeUnsigned,
	hexToBytes,
	isId,
} from '../../../core';
import { idBytes, sha256 } from '../../../core/testing/network/bytes';
import { signedBy } from '../../world/warpAggregate';
import type { NetworkWorld, SetMember, StakingTx } from '../../world';
import { ServiceFailure } from '../../rest/failure';
import { type Call, type Endpoint, networkOf } from '../../rest/endpoint';

const DEFAULT_QUORUM = 67;
const ID_BYTES = 32;
const NOT_COLLECTED = 'failed to collect a threshold of signatures';

/**
 * Message with the aggregate signature of a set, in hex: over quorum and buffer if possible. Throws
 * 500 if the quorum is not reached.
 */
function sign(members: readonly SetMember[], unsigned: Uint8Array, quorum: number, buffer: number) {
	const more = buffer > 0 ? signedBy(members, unsigned, quorum + buffer) : undefined;
	const signed = more ?? signedBy(members, unsigned, quorum);
	if (!signed) throw new ServiceFailure(500, NOT_COLLECTED);
	return bytesToHex(signed);
}

/** The P-Chain's own message around an L1 message or a justification. */
function fromPChain(network: NetworkWorld, payload: Uint8Array): Uint8Array {
	const call = encodePayload({
		type: 'addressedCall',
		sourceAddress: new Uint8Array(),
		payload,
	});
	const sourceChainId = idBytes(network.chains.P);
	return encodeUnsigned({ networkId: network.networkId, sourceChainId, payload: call });
}

/** The P-Chain's message around a justification. Throws 400 where that is longer than a payload may be. */
function justified(network: NetworkWorld, justification: string): Uint8Array {
	try {
		return fromPChain(network, hexToBytes(justification));
	} catch (error) {
		throw new ServiceFailure(400, `justification: ${(error as Error).message}`);
	}
}

function unsignedOf(call: Call, network: NetworkWorld) {
	const { message, justification } = call.input;
	if (typeof message !== 'string') {
		// The deployed service unpacks the message before it looks for a justification.
		if (call.dialect === 'live') throw new ServiceFailure(400, 'Error unpacking warp message');
		return { bytes: justified(network, String(justification)), source: network.chains.P };
	}
	const bytes = hexToBytes(message);
	try {
		const { networkId, sourceChainId } = decodeUnsigned(bytes);
		if (networkId === network.networkId) return { bytes, source: cb58Encode(sourceChainId) };
	} catch {
		throw new ServiceFailure(400, 'Error unpacking warp message');
	}
	throw new ServiceFailure(400, `message is not of network ${network.networkId}`);
}

/** An id in cb58 of one in cb58 or hex. Throws 400 where its hex is not that of 32 bytes. */
function idFrom(text: string): string {
	if (isId(text)) return text;
	const bytes = hexToBytes(text);
	if (bytes.length === ID_BYTES) return cb58Encode(bytes);
	throw new ServiceFailure(400, `signingSubnetId has ${bytes.length} bytes instead of ${ID_BYTES}`);
}

function signingSubnet(call: Call, network: NetworkWorld, source: string): string {
	const given = call.input.signingSubnetId as string | undefined;
	const byChain = source === network.chains.P ? source : network.blockchain(source)?.subnetId;
	const id = given === undefined ? byChain : idFrom(given);
	if (id === undefined) throw new ServiceFailure(400, 'message is of an unknown source blockchain');
	if (!network.subnet(id)) throw new ServiceFailure(400, `signingSubnetId ${id} is unknown`);
	return id;
}

/** Signature aggregation: the validators of a subnet sign a message. */
export const aggregateSignatures: Endpoint = {
	method: 'POST',
	path: '/v1/signatureAggregator/{network}/aggregateSignatures',
	answer(call) {
		const network = networkOf(call);
		const given = call.input.quorumPercentage as number | undefined;
		const buffer = (call.input.quorumPercentageBuffer as number | undefined) ?? 0;
		// The deployed aggregator takes 0 for its default.
		const quorum =
			call.dialect === 'live' && given === 0 ? DEFAULT_QUORUM : (given ?? DEFAULT_QUORUM);
		if (quorum + buffer > 100) {
			throw new ServiceFailure(400, 'quorumPercentage and quorumPercentageBuffer exceed 100');
		}
		const { bytes, source } = unsignedOf(call, network);
		const subnetId = signingSubnet(call, network, source);
		const height = (call.input.pChainHeight as number | undefined) ?? 0;
		const tip = network.chain('P').height();
		if (height > tip) {
			throw new ServiceFailure(400, `pChainHeight ${height} is above the last height ${tip}`);
		}
		const members = network.validatorsAt(subnetId, height === 0 ? undefined : height);
		return { signedMessage: sign(members, bytes, quorum, buffer) };
	},
};

/** The L1 message that the P-Chain has for a transaction, or undefined. */
function l1MessageOf(network: NetworkWorld, tx: StakingTx): Uint8Array | undefined {
	const id = tx.l1?.[0]?.validationId;
	if (tx.txType === 'ConvertSubnetToL1Tx') {
		const conversionId = sha256(Buffer.concat([idBytes(tx.subnetId), idBytes(tx.txHash)]));
		return encodeL1Message({ type: 'subnetToL1Conversion', conversionId });
	}
	const validator = id === undefined ? undefined : network.l1.find(id);
	if (!validator) return undefined;
	const validationId = idBytes(validator.validationId);
	if (tx.txType === 'RegisterL1ValidatorTx') {
		return encodeL1Message({ type: 'l1ValidatorRegistration', validationId, registered: true });
	}
	const { weight, minNonce } = validator;
	return tx.txType === 'SetL1ValidatorWeightTx'
		? encodeL1Message({ type: 'l1ValidatorWeight', validationId, nonce: BigInt(minNonce), weight })
		: undefined;
}

/** Signature aggregation: the signed L1 message of a P-Chain transaction. */
export const signaturesByTransaction: Endpoint = {
	method: 'GET',
	path: '/v1/signatureAggregator/{network}/aggregateSignatures/{txHash}',
	answer(call) {
		const network = networkOf(call);
		const txHash = String(call.input.txHash);
		const tx = network.staking.byHash(txHash);
		if (!tx) {
			const known = network.chain('P').tx(txHash) ?? network.chain('X').tx(txHash);
			if (!known) throw new ServiceFailure(404, `Transaction ${txHash} not found`);
		}
		const message = tx && l1MessageOf(network, tx);
		if (!tx || !message) {
			throw new ServiceFailure(400, `Transaction ${txHash} has no L1 related message`);
		}
		const members = network.validatorsAt(tx.subnetId);
		return { signedMessage: sign(members, fromPChain(network, message), DEFAULT_QUORUM, 0) };
	},
};
