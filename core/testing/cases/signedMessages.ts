import { fastAggregateVerify, PublicKey, Signature } from '@chainsafe/blst';
import {
	type Bls,
	bytesToHex,
	cb58Decode,
	cb58Encode,
	decodeSigned,
	decodeUnsigned,
	encodePayload,
	encodeUnsigned,
	hexToBytes,
	verifySignedMessage,
} from '../..';
import type { World } from '../network';
import { l1Named } from './networkWorld';

/** ICM messages of the smallest L1 of the emulator's world, which has three validators. */

const harbour = (world: World) => l1Named(world, 'Harbour');

/** An unsigned message from the chain of that L1, in hex. */
export function unsignedMessage(world: World): string {
	const sourceChainId = cb58Decode(harbour(world).blockchain.id);
	if (!sourceChainId) throw new Error('The blockchain id is not valid cb58');
	const payload = encodePayload({
		type: 'addressedCall',
		sourceAddress: new Uint8Array(20),
		payload: new Uint8Array([1, 2, 3]),
	});
	return bytesToHex(encodeUnsigned({ networkId: 1, sourceChainId, payload }));
}

const bls: Bls = {
	checkAggregate(keys, message, signature) {
		const parsed = keys.map((key) => PublicKey.fromBytes(key));
		const valid = fastAggregateVerify(message, parsed, Signature.fromBytes(signature));
		return valid ? { valid } : { valid, fault: 'mismatch' };
	},
};

/** The message of a signed one in hex, and whether the validators of that L1 signed it. */
export function verifiedIn(world: World, signedMessage: string) {
	const members = world.node.validatorsAt(harbour(world).id);
	const validators = members.map(({ nodeId, publicKey, weight }) => ({
		nodeId,
		publicKey: publicKey ? bytesToHex(publicKey) : null,
		weight: String(weight),
	}));
	const { verified } = verifySignedMessage({ signedMessage, validators, bls });
	const { unsignedBytes } = decodeSigned(hexToBytes(signedMessage));
	return { message: bytesToHex(unsignedBytes), verified };
}

/** The network and the source chain (cb58) of a signed message. */
export function sourceOf(signedMessage: string) {
	const { unsignedBytes } = decodeSigned(hexToBytes(signedMessage));
	const { networkId, sourceChainId } = decodeUnsigned(unsignedBytes);
	return { networkId, sourceChain: cb58Encode(sourceChainId) };
}
