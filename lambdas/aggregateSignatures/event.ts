import { type FieldSet, fieldSet, parseFields } from '../../core/fields/fieldSet';
import { preview } from '../../core/fields/preview';
import { DEFAULT_QUORUM_PERCENTAGE } from '../../core/warp/quorum';
import * as icmMessage from '../../core/subjects/icmMessage/index';
import { wrongInput } from '../shared/errors';

/** Modes of verifying a result before it is returned. */
export const VERIFICATION_MODES = ['required', 'report', 'off'] as const;
export type VerificationMode = (typeof VERIFICATION_MODES)[number];

/** The request: signatures of a message, or of the message of a transaction. */
export interface AggregationRequest {
	network: string;
	/** One of the two operations, with the input that it sends. */
	operation: typeof icmMessage.aggregateSignatures | typeof icmMessage.getSignaturesByTransaction;
	input: Record<string, unknown>;
	/** The unsigned message in hex, if it was given. */
	message?: string;
	/** cb58 or hex. */
	signingSubnetId?: string;
	/** P-Chain height of the validators of the signing subnet; absent for the proposed height. */
	pChainHeight?: number;
	/** 1 to 100: the quorum of the verification. */
	quorumPercentage: number;
	/** Mode of the verification, if the event selects one. */
	verification?: VerificationMode;
}

const { network, signingSubnetId, pChainHeight } = icmMessage.aggregateSignatures.input.fields;

/** The service finds the message of a transaction; subnet and height are used for verification. */
const byTransaction = fieldSet({
	network,
	txHash: icmMessage.getSignaturesByTransaction.input.fields.txHash,
	signingSubnetId,
	pChainHeight,
});

/**
 * Reads the fields of an event. Throws `Failure` of kind `invalid-input`; `field` and message
 * identify the invalid field.
 */
export function aggregationRequestOf(fields: unknown): AggregationRequest {
	if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
		const rule = 'The event must be a JSON object with message, justification or txHash';
		throw wrongInput(undefined, `${rule}; given: ${preview(fields)}`);
	}
	const { verification, ...given } = fields as Record<string, unknown>;
	const mode = modeOf(verification);
	const isMessage = given.txHash === undefined;
	const operation = isMessage
		? icmMessage.aggregateSignatures
		: icmMessage.getSignaturesByTransaction;
	for (const field of isMessage ? [] : ['message', 'justification']) {
		if (given[field] === undefined) continue;
		const message = `${field} cannot be combined with txHash: the transaction contains the message`;
		throw wrongInput(field, message);
	}
	const set: FieldSet = isMessage ? icmMessage.aggregateSignatures.input : byTransaction;
	const input: Record<string, unknown> = parseFields(set, given, operation.id);
	const { message, signingSubnetId: subnet } = input;
	const height = Number(input.pChainHeight ?? 0);
	return {
		network: String(input.network),
		operation,
		input: isMessage ? input : { network: input.network, txHash: input.txHash },
		...(message !== undefined && { message: String(message) }),
		...(subnet !== undefined && { signingSubnetId: String(subnet) }),
		// 0 means the proposed height.
		...(height > 0 && { pChainHeight: height }),
		// The service uses its default for 0, and for a transaction.
		quorumPercentage: Number(input.quorumPercentage ?? 0) || DEFAULT_QUORUM_PERCENTAGE,
		verification: mode,
	};
}

function modeOf(value: unknown): VerificationMode | undefined {
	if (value === undefined) return undefined;
	const mode = VERIFICATION_MODES.find((one) => one === value);
	if (mode) return mode;
	const rule = `verification must be one of ${VERIFICATION_MODES.join(', ')}`;
	throw wrongInput('verification', `${rule}; given: ${preview(value)}`);
}
