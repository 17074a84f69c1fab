import { z } from 'zod/v4';
import type { Client } from '../../core/client';
import { cb58Encode } from '../../core/formats/cb58';
import { hexToBytes } from '../../core/formats/hex';
import { isId } from '../../core/formats/ids';
import { type Operation, declare, field } from '../../core/operations/declare';
import { id } from '../../core/operations/kinds';
import { pChainCall } from '../../core/operations/rpc/pChain';
import { P_CHAIN_ID } from '../../core/operations/shared';
import { isFailure } from '../../core/protocol/failure';
import { type SignedMessage, describePayload } from '../../core/warp';
import type { AggregationRequest } from './event';

/** The primary network's id has the same 32 zero bytes as the P-Chain's. */
export const PRIMARY_NETWORK_ID = P_CHAIN_ID;

/** A method of the P-Chain that takes one id: the node's answers that say whose set signs. */
function lookup(method: string, key: string, what: string): Operation {
	return declare({
		id: `pChain.${method}`,
		node: 'avalancheRpc',
		resource: 'P-Chain',
		operation: method,
		action: method,
		description: `platform.${method}`,
		service: 'node',
		call: pChainCall(`platform.${method}`),
		input: z.object({
			[key]: field(id(what), { in: 'params', label: what, description: what }),
		}),
		output: () => z.looseObject({ subnetID: z.string() }),
		spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
	}) as unknown as Operation;
}

const validatedBy = lookup('validatedBy', 'blockchainID', 'a blockchain id');
const getL1Validator = lookup('getL1Validator', 'validationID', 'a validation id');

/** A node that does not know an id says so by an RPC error; every other failure goes on. */
async function subnetBy(client: Client, operation: Operation, input: Record<string, string>) {
	try {
		return ((await client.call(operation, input)) as { subnetID: string }).subnetID;
	} catch (error) {
		if (isFailure(error) && error.kind === 'rpc') return undefined;
		throw error;
	}
}

/**
 * The subnets whose validators may have signed, likeliest first. The request says which; else it is
 * the subnet of the source blockchain. A message of the P-Chain about an L1 may be signed by that
 * L1's validators or by those of the primary network. Throws `Failure` where the node fails.
 */
export async function signingSubnets(
	request: AggregationRequest,
	{ unsigned }: SignedMessage,
	client: Client,
): Promise<string[]> {
	const { signingSubnetId: given } = request;
	if (given !== undefined) return [isId(given) ? given : cb58Encode(hexToBytes(given))];
	const source = cb58Encode(unsigned.sourceChainId);
	if (source !== P_CHAIN_ID) {
		const subnet = await subnetBy(client, validatedBy, { blockchainID: source });
		return subnet === undefined ? [] : [subnet];
	}
	const l1 = await l1Of(unsigned.payload, client);
	const both = l1 === undefined ? [] : [l1];
	// By transaction, the L1's own validators are asked; by message, the source's.
	return request.message === undefined
		? [...both, PRIMARY_NETWORK_ID]
		: [PRIMARY_NETWORK_ID, ...both];
}

async function l1Of(payload: Uint8Array, client: Client): Promise<string | undefined> {
	const message = describePayload(payload).l1Message as Record<string, unknown> | undefined;
	if (message?.subnetId) return String(message.subnetId);
	if (!message?.validationId) return undefined;
	return await subnetBy(client, getL1Validator, { validationID: String(message.validationId) });
}
