import { isFailure } from '../../core/failure';
import { cb58Encode } from '../../core/formats/cb58';
import { hexToBytes } from '../../core/formats/hex';
import { isId } from '../../core/formats/ids';
import { P_CHAIN_ID } from '../../core/operations/shared';
import type { SignedMessage } from '../../core/warp/codec';
import { describePayload } from '../../core/warp/describe';
import * as pChainSubnet from '../../core/subjects/pChainSubnet/index';
import type { AggregationRequest } from './event';
import type { Calls } from './patience';

/** The primary network's id has the same 32 zero bytes as the P-Chain's. */
const PRIMARY_NETWORK_ID = P_CHAIN_ID;

/** A node returns an RPC error for an unknown id; all other failures are thrown. */
async function knownSubnet(answer: Promise<{ subnetID: string }>): Promise<string | undefined> {
	try {
		return (await answer).subnetID;
	} catch (error) {
		if (isFailure(error) && error.kind === 'rpc') return undefined;
		throw error;
	}
}

/**
 * The subnets whose validators may have signed, most likely first. By default the subnet of the
 * source blockchain. A message of the P-Chain about an L1 may be signed by that L1's validators or
 * by those of the primary network. Throws `Failure` if the node fails.
 */
export async function signingSubnets(
	request: AggregationRequest,
	{ unsigned }: SignedMessage,
	client: Calls,
): Promise<string[]> {
	const { signingSubnetId: given } = request;
	if (given !== undefined) return [isId(given) ? given : cb58Encode(hexToBytes(given))];
	const source = cb58Encode(unsigned.sourceChainId);
	if (source !== P_CHAIN_ID) {
		const subnet = await knownSubnet(
			client.call(pChainSubnet.getValidatingSubnet, { blockchainID: source }),
		);
		return subnet === undefined ? [] : [subnet];
	}
	const l1 = await l1Of(unsigned.payload, client);
	const both = l1 === undefined ? [] : [l1];
	// For a transaction the L1's own validators sign; for a message those of the source.
	return request.message === undefined
		? [...both, PRIMARY_NETWORK_ID]
		: [PRIMARY_NETWORK_ID, ...both];
}

async function l1Of(payload: Uint8Array, client: Calls): Promise<string | undefined> {
	const message = describePayload(payload).l1Message as Record<string, unknown> | undefined;
	if (message?.subnetId) return String(message.subnetId);
	if (!message?.validationId) return undefined;
	const validationID = String(message.validationId);
	return await knownSubnet(client.call(pChainSubnet.getL1Validator, { validationID }));
}
