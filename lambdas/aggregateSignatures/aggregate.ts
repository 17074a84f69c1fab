import {
	cb58Encode,
	type Client,
	decodeSigned,
	Failure,
	hexToBytes,
	messageIdOf,
	type Operation,
	verificationFailure,
} from '../../core';
import type { AggregationRequest, VerificationMode } from './event';
import type { Checked } from './verify';

/** What the function answers. Weights are decimal strings. */
export interface Aggregation extends Partial<Omit<Checked, 'verified'>> {
	/** Hex without 0x. */
	signedMessage: string;
	/** cb58; absent where the message has no known layout and was not to be verified. */
	messageId?: string;
	/** True only where this function has checked signers, weight and signature itself. */
	verified: boolean;
	verification: VerificationMode;
}

/** Checks what the aggregator gave. Throws `Failure` where the node does not answer. */
export type Verifier = (
	signedMessage: string,
	request: AggregationRequest,
	client: Client,
) => Promise<Checked>;

export interface AggregateOptions {
	client: Client;
	/** Loaded when there is something to verify. */
	verifier: () => Promise<Verifier>;
	mode: VerificationMode;
	onVerified?: (milliseconds: number) => void;
}

/**
 * Has a message signed and checks what comes back. Throws `Failure`: of kind `verification`
 * with the reason where verification is required and fails, of another kind where a service fails.
 */
export async function aggregate(
	request: AggregationRequest,
	{ client, verifier, mode, onVerified }: AggregateOptions,
): Promise<Aggregation> {
	const answer = await client.call(request.operation as Operation, request.input);
	const signedMessage = (answer as { signedMessage: string }).signedMessage.replace(/^0x/i, '');
	if (mode === 'off') {
		return { signedMessage, messageId: idOf(signedMessage), verified: false, verification: mode };
	}
	const started = performance.now();
	const checked = await (await verifier())(signedMessage, request, client);
	onVerified?.(performance.now() - started);
	if (!checked.verified && mode === 'required') {
		throw verificationFailure(checked, request.operation.id);
	}
	return { signedMessage, ...checked, verification: mode };
}

function idOf(signedMessage: string): string | undefined {
	try {
		const { unsignedBytes } = decodeSigned(hexToBytes(signedMessage));
		return cb58Encode(messageIdOf(unsignedBytes));
	} catch {
		return undefined;
	}
}

/** What holds where neither the event nor the configuration chooses. */
export function modeFor(
	request: AggregationRequest,
	{ configured, hasNode }: { configured?: VerificationMode; hasNode: boolean },
): VerificationMode {
	const order: readonly VerificationMode[] = ['off', 'report', 'required'];
	const floor = configured ?? 'off';
	const mode = request.verification ?? configured ?? (hasNode ? 'required' : 'off');
	if (order.indexOf(mode) < order.indexOf(floor)) {
		throw new Failure({
			kind: 'invalid-input',
			field: 'verification',
			message: `verification cannot be ${mode}: this function is configured for ${floor}`,
		});
	}
	if (mode !== 'off' && !hasNode) {
		throw new Failure({
			kind: 'invalid-input',
			field: 'verification',
			message: `verification cannot be ${mode}: no node is configured (AVALANCHE_NODE_URL)`,
		});
	}
	return mode;
}
