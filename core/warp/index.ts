/** Warp signed messages: layout, canonical validator set, quorum, verification. */
export { type AggregateCheck, type Bls, SIGNATURE_DST } from './bls';
export { WarpFormatError } from './bytes';
export {
	type CanonicalSet,
	type CanonicalValidator,
	type ValidatorEntry,
	ValidatorSetError,
	canonicalSet,
} from './canonicalSet';
export {
	type SignedMessage,
	type UnsignedMessage,
	decodeSigned,
	decodeUnsigned,
	encodeSigned,
	encodeUnsigned,
	messageIdOf,
} from './codec';
export { type PayloadSummary, describeL1Message, describePayload } from './describe';
export { verificationFailure } from './failure';
export { type KeyCache, createKeyCache } from './keyCache';
export {
	type L1Message,
	type PChainOwner,
	type RegisterL1Validator,
	decodeL1Message,
	encodeL1Message,
} from './l1Messages';
export { type Payload, decodePayload, encodePayload } from './payload';
export { DEFAULT_QUORUM_PERCENTAGE, hasQuorum, percentageOf, requiredWeight } from './quorum';
export { decodeSigners, encodeSigners } from './signerSet';
export {
	DEFAULT_NETWORK_ID,
	type Refusal,
	type Verification,
	type VerifyInput,
	verifySignedMessage,
} from './verify';
