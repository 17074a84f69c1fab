import { isFailure } from '../../core/failure';
import { cb58Encode } from '../../core/formats/cb58';
import { bytesToHex, hexToBytes } from '../../core/formats/hex';
import type { Bls } from '../../core/warp/bls';
import { WarpFormatError } from '../../core/warp/bytes';
import type { ValidatorEntry } from '../../core/warp/canonicalSet';
import { decodeSigned, type SignedMessage } from '../../core/warp/codec';
import { type Refusal, type Verification, verifySignedMessage } from '../../core/warp/verify';
import * as pChainStaking from '../../core/subjects/pChainStaking/index';
import * as proposerVm from '../../core/subjects/proposerVm/index';
import type { AggregationRequest } from './event';
import type { Calls } from './patience';
import { signingSubnets } from './signingSubnet';

/** The reason why a signed message was rejected. */
export type RefusalReason = Refusal | 'differentMessage' | 'unknownSigningSubnet';

export interface Checked extends Omit<Verification, 'reason'> {
	reason?: RefusalReason;
	/** The subnet whose validator set was used. */
	signingSubnetId?: string;
	/** `proposed`, or a P-Chain height in decimal digits. */
	validatorsAt?: string;
}

/** Avalanche's network ids; `testnet` is the same as Fuji. */
const NETWORK_IDS: Readonly<Record<string, number>> = { mainnet: 1, fuji: 5, testnet: 5 };

/** These reasons can be caused by a set that has changed; all others apply to any set. */
const BY_SET: ReadonlySet<string> = new Set(['unknownSigner', 'belowQuorum', 'aggregateMismatch']);

/** Verifies the result of the aggregator. Throws `Failure` if the node does not respond. */
export type Verifier = ReturnType<typeof verifierWith>;

/**
 * A verifier over one implementation of BLS. It trusts the node only: the result is the requested message, and
 * validators with the quorum signed it. Without a requested height, it uses the set of the height
 * that the node would propose, then the set of the source chain's current epoch.
 */
export function verifierWith(bls: Bls) {
	return async (
		signedMessage: string,
		request: AggregationRequest,
		client: Calls,
	): Promise<Checked> => {
		const message = decoded(signedMessage);
		if (typeof message === 'string') {
			return { verified: false, reason: 'malformedMessage', detail: message };
		}
		if (request.message !== undefined && !isAskedFor(message, request.message)) {
			const detail = 'the signed message is not the requested message';
			return { verified: false, reason: 'differentMessage', detail };
		}
		const subnets = await signingSubnets(request, message, client);
		if (subnets.length === 0) {
			const source = cb58Encode(message.unsigned.sourceChainId);
			const detail = `the node has no subnet for the source blockchain ${source}: set signingSubnetId`;
			return { verified: false, reason: 'unknownSigningSubnet', detail };
		}
		let first: Checked | undefined;
		for await (const { signingSubnetId, validatorsAt } of sets(request, message, subnets, client)) {
			const verification = verifySignedMessage({
				signedMessage,
				validators: await readValidators(client, signingSubnetId, validatorsAt),
				quorumPercentage: request.quorumPercentage,
				networkId: NETWORK_IDS[request.network],
				bls,
			});
			const checked: Checked = { ...verification, signingSubnetId, validatorsAt };
			if (checked.verified || !BY_SET.has(String(checked.reason))) return checked;
			first ??= checked;
		}
		return first as Checked;
	};
}

function decoded(signedMessage: string): SignedMessage | string {
	try {
		return decodeSigned(hexToBytes(signedMessage));
	} catch (error) {
		if (error instanceof WarpFormatError || error instanceof RangeError) return error.message;
		throw error;
	}
}

const WORD = 32;

/** The message may be given directly, or as the log data of the event that sent it: one ABI value, `bytes`. */
function isAskedFor({ unsignedBytes: signed }: SignedMessage, message: string): boolean {
	const head = Buffer.alloc(2 * WORD);
	head.writeUInt32BE(WORD, WORD - 4);
	head.writeUInt32BE(signed.length, 2 * WORD - 4);
	const given = bytesToHex(hexToBytes(message));
	return given === bytesToHex(signed) || given.startsWith(bytesToHex(head) + bytesToHex(signed));
}

/** The possible validator sets, most likely first; the next one is read only if one fails. */
async function* sets(
	{ pChainHeight }: AggregationRequest,
	{ unsigned }: SignedMessage,
	subnets: readonly string[],
	client: Calls,
) {
	const asked = pChainHeight === undefined ? 'proposed' : String(pChainHeight);
	for (const signingSubnetId of subnets) yield { signingSubnetId, validatorsAt: asked };
	if (pChainHeight !== undefined) return;
	const epoch = await epochHeight(client, cb58Encode(unsigned.sourceChainId));
	if (epoch === undefined) return;
	for (const signingSubnetId of subnets) yield { signingSubnetId, validatorsAt: epoch };
}

/** Since ACP-181 a chain verifies messages against the set of its epoch; older nodes have none. */
async function epochHeight(client: Calls, chain: string): Promise<string | undefined> {
	try {
		const { pChainHeight } = await client.call(proposerVm.getCurrentEpoch, { chain });
		return pChainHeight === undefined || pChainHeight === null ? undefined : String(pChainHeight);
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

async function readValidators(
	client: Calls,
	subnetID: string,
	height: string,
): Promise<ValidatorEntry[]> {
	const { validators } = await client.call(pChainStaking.getManyValidatorsAtHeight, {
		height,
		subnetID,
	});
	return Object.entries(validators).map(([nodeId, { publicKey, weight }]) => ({
		nodeId,
		publicKey: publicKey ?? null,
		weight,
	}));
}
