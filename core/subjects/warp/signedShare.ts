import { cb58Encode } from '../../formats/cb58';
import { hexToBytes } from '../../formats/hex';
import type { AnyClient } from '../../clientTypes';
import type { Bls } from '../../warp/bls';
import { decodeSigned } from '../../warp/codec';
import { verifySignedMessage } from '../../warp/verify';
import * as pChain from '../pChain/pChain';
import * as pChainStaking from '../pChainStaking/pChainStaking';
import * as pChainSubnet from '../pChainSubnet/pChainSubnet';

/**
 * The share of its subnet's weight that a signed message carries. A node returns what it has when all validators
 * have answered or failed to, without an error, also far below the quorum that was asked for; and it counts the
 * quorum among the validators with a key. Source: avalanchego network/p2p/acp118/aggregator.go.
 */
export interface SignedShare {
	/** Number of keys that signed. */
	signers: number;
	signedWeight: string;
	/** Includes the weight of validators without a key. */
	totalWeight: string;
	/** Percent of the total weight, two decimal places, rounded down. */
	signedPercentage: number;
	/** Height of the P-Chain whose validators were taken. */
	pChainHeight: number;
}

/** No signature is checked here: who signed is taken from the message. */
const UNCHECKED: Bls = { checkAggregate: () => ({ valid: true }) };

/**
 * The share that signed a message, by the validators of its subnet at the present height of the P-Chain: three
 * calls, or two with `subnetID`. Throws `Failure`, or a `WarpFormatError` if the text is not a signed message.
 */
export async function signedShare(
	client: AnyClient,
	{ signedMessage, subnetID }: { signedMessage: string; subnetID?: string },
): Promise<SignedShare> {
	const { unsigned } = decodeSigned(hexToBytes(signedMessage));
	const blockchainID = cb58Encode(unsigned.sourceChainId);
	const subnet =
		subnetID || (await client.call(pChainSubnet.getValidatingSubnet, { blockchainID })).subnetID;
	const { height } = await client.call(pChain.getHeight, {});
	const answer = await client.call(pChainStaking.getManyValidatorsAtHeight, {
		height,
		subnetID: subnet,
	});
	const validators = Object.entries(answer.validators ?? {}).map(
		([nodeId, { publicKey = null, weight }]) => ({ nodeId, publicKey, weight }),
	);
	const { networkId } = unsigned;
	const found = verifySignedMessage({ signedMessage, validators, networkId, bls: UNCHECKED });
	const { signers = [], signedWeight = '0', totalWeight = '0', percentage = '0.00' } = found;
	return {
		signers: signers.length,
		signedWeight,
		totalWeight,
		signedPercentage: Number(percentage),
		pChainHeight: Number(height),
	};
}
