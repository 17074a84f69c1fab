import { cb58Encode } from '../formats/cb58';
import { hexToBytes } from '../formats/hex';
import type { AggregateCheck, Bls } from './bls';
import { WarpFormatError } from './bytes';
import {
	type CanonicalSet,
	type CanonicalValidator,
	type ValidatorEntry,
	ValidatorSetError,
	canonicalSet,
} from './canonicalSet';
import { type SignedMessage, decodeSigned, messageIdOf } from './codec';
import { type PayloadSummary, describePayload } from './describe';
import { DEFAULT_QUORUM_PERCENTAGE, checkQuorum, hasQuorum, percentageOf } from './quorum';
import { decodeSigners } from './signerSet';

/** The reason why a signed message is rejected. */
export type Refusal =
	| 'malformedMessage'
	| 'wrongNetwork'
	| 'invalidValidatorSet'
	| 'unknownSigner'
	| 'belowQuorum'
	| 'invalidKey'
	| 'invalidSignature'
	| 'aggregateMismatch';

/** Result of a verification. Fields that could not be determined are absent. */
export interface Verification {
	verified: boolean;
	/** Present where `verified` is false. */
	reason?: Refusal;
	/** One sentence on the reason, with the values concerned. */
	detail?: string;
	/** cb58 of the sha256 of the unsigned message. */
	messageId?: string;
	networkId?: number;
	/** cb58 */
	sourceChainId?: string;
	payload?: PayloadSummary;
	/** In canonical order; several node ids share a key. Weights are decimal strings. */
	signers?: Array<{ nodeIds: string[]; weight: string }>;
	signedWeight?: string;
	totalWeight?: string;
	/** Percentage of the total weight, two decimal places, rounded down. */
	percentage?: string;
}

/** Input of verifySignedMessage. */
export interface VerifyInput {
	/** Hex, 0x optional. */
	signedMessage: string;
	/** The signing subnet's validators at the height of the signature. */
	validators: readonly ValidatorEntry[];
	/** Whole percent of the total weight, 1 to 100. Default 67. */
	quorumPercentage?: number;
	/** Messages of any other network are refused. Default 1, mainnet; 5 is Fuji. */
	networkId?: number;
	bls: Bls;
}

/** Mainnet. */
export const DEFAULT_NETWORK_ID = 1;
const MAX_NETWORK_ID = 2 ** 32 - 1;

/** Transports a refusal from the step that found it to the result. */
class Refused extends Error {
	constructor(
		readonly reason: Refusal,
		readonly detail: string,
	) {
		super(detail);
	}
}

/**
 * Checks that validators with the quorum signed a message, in the same order as avalanchego:
 * layout, network, signers within the canonical set, weight, keys, aggregate signature.
 *
 * Returns a Verification for any message and validators. Throws a RangeError only if
 * `quorumPercentage` is not a whole number from 1 to 100, or `networkId` is not a 32-bit number.
 */
export function verifySignedMessage(input: VerifyInput): Verification {
	const quorum = input.quorumPercentage ?? DEFAULT_QUORUM_PERCENTAGE;
	checkQuorum(quorum);
	const networkId = input.networkId ?? DEFAULT_NETWORK_ID;
	checkNetworkId(networkId);
	const found: Omit<Verification, 'verified'> = {};
	try {
		const message = read(input.signedMessage);
		Object.assign(found, describeMessage(message));
		checkNetwork(message, networkId);
		const set = refusing(ValidatorSetError, 'invalidValidatorSet', () =>
			canonicalSet(input.validators),
		);
		found.totalWeight = String(set.totalWeight);
		const signers = signersOf(message, set);
		Object.assign(found, describeSigners(signers, set.totalWeight));
		checkWeight(signers, set.totalWeight, quorum);
		checkSignature(signers, message, input.bls);
		return { verified: true, ...found };
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		return { verified: false, reason: error.reason, detail: error.detail, ...found };
	}
}

/** Converts one kind of error to a refusal; all others are thrown. */
function refusing<T>(kind: new (message: string) => Error, reason: Refusal, step: () => T): T {
	try {
		return step();
	} catch (error) {
		if (error instanceof kind) throw new Refused(reason, error.message);
		throw error;
	}
}

function read(signedMessage: string): SignedMessage {
	return refusing(WarpFormatError, 'malformedMessage', () =>
		decodeSigned(refusing(RangeError, 'malformedMessage', () => hexToBytes(signedMessage))),
	);
}

function describeMessage({ unsigned, unsignedBytes }: SignedMessage) {
	return {
		messageId: cb58Encode(messageIdOf(unsignedBytes)),
		networkId: unsigned.networkId,
		sourceChainId: cb58Encode(unsigned.sourceChainId),
		payload: describePayload(unsigned.payload),
	};
}

/** Checks that a network id is a 32-bit number. Throws a RangeError otherwise. */
function checkNetworkId(id: number): void {
	if (Number.isInteger(id) && id >= 0 && id <= MAX_NETWORK_ID) return;
	throw new RangeError(`networkId must be a whole number from 0 to ${MAX_NETWORK_ID}, not ${id}`);
}

function checkNetwork({ unsigned }: SignedMessage, expected: number): void {
	if (unsigned.networkId !== expected) {
		const detail = `the message is of network ${unsigned.networkId}, expected ${expected}`;
		throw new Refused('wrongNetwork', detail);
	}
}

function signersOf(message: SignedMessage, { validators }: CanonicalSet): CanonicalValidator[] {
	const indices = refusing(WarpFormatError, 'malformedMessage', () =>
		decodeSigners(message.signers),
	);
	const highest = indices.at(-1) ?? -1;
	if (highest >= validators.length) {
		const detail = `signer ${highest} is beyond the set of ${validators.length} keys`;
		throw new Refused('unknownSigner', detail);
	}
	return indices.map((index) => validators[index]);
}

const weigh = (signers: readonly CanonicalValidator[]) =>
	signers.reduce((sum, { weight }) => sum + weight, 0n);

function describeSigners(signers: readonly CanonicalValidator[], totalWeight: bigint) {
	const signedWeight = weigh(signers);
	return {
		signers: signers.map(({ nodeIds, weight }) => ({ nodeIds, weight: String(weight) })),
		signedWeight: String(signedWeight),
		percentage: percentageOf(signedWeight, totalWeight),
	};
}

function checkWeight(signers: readonly CanonicalValidator[], total: bigint, quorum: number): void {
	const signed = weigh(signers);
	if (signers.length > 0 && hasQuorum(signed, total, quorum)) return;
	const share = `${percentageOf(signed, total)} %`;
	const detail = `${signed} of ${total} signed (${share}), the quorum is ${quorum} %`;
	throw new Refused('belowQuorum', detail);
}

function checkSignature(
	signers: readonly CanonicalValidator[],
	{ unsignedBytes, signature }: SignedMessage,
	bls: Bls,
): void {
	const keys = signers.map(({ publicKey }) => publicKey);
	const check = bls.checkAggregate(keys, unsignedBytes, signature);
	if (!check.valid) throw refusalOf(check, signers);
}

function refusalOf(
	check: Exclude<AggregateCheck, { valid: true }>,
	signers: readonly CanonicalValidator[],
): Refused {
	switch (check.fault) {
		case 'publicKey': {
			const name = signers[check.index].nodeIds.join(', ') || `number ${check.index}`;
			return new Refused('invalidKey', `the public key of signer ${name} is not valid`);
		}
		case 'signature':
			return new Refused('invalidSignature', 'the signature is not a valid G2 point');
		case 'mismatch':
			return new Refused(
				'aggregateMismatch',
				'the signature was not made by these signers over this message',
			);
	}
}
