import { cb58Encode } from '../../core/formats/cb58';
import { hexToBytes } from '../../core/formats/hex';
import type { Operation } from '../../core/operations/operation';
import { decodeSigned, messageIdOf } from '../../core/warp/codec';
import { verificationFailure } from '../../core/warp/failure';
import { wrongInput } from '../shared/errors';
import type { Aggregation } from '../types';
import type { AggregationRequest, VerificationMode } from './event';
import type { Calls } from './patience';
import type { Verifier } from './verify';

export interface AggregateOptions {
	client: Calls;
	/** Loaded when a verification is due. */
	verifier: () => Promise<Verifier>;
	mode: VerificationMode;
	onVerified?: (milliseconds: number) => void;
}

/**
 * Collects signatures of a message and verifies the result. Throws `Failure`: of kind
 * `verification` with the reason if verification is required and fails, of another kind if a
 * service fails.
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

/**
 * The mode from the event, the configuration or the default. Throws `Failure` if the event requests
 * a weaker mode than the function's own.
 */
export function modeFor(
	request: AggregationRequest,
	{ configured, hasNode }: { configured?: VerificationMode; hasNode: boolean },
): VerificationMode {
	const order: readonly VerificationMode[] = ['off', 'report', 'required'];
	const own = configured ?? (hasNode ? 'required' : 'off');
	const mode = request.verification ?? own;
	if (order.indexOf(mode) < order.indexOf(own)) {
		const how = configured ? 'is configured for' : 'has a node, so that its default is';
		throw wrongMode(
			mode,
			`this function ${how} ${own} (VERIFICATION); an event can only ask for more`,
		);
	}
	if (mode !== 'off' && !hasNode)
		throw wrongMode(mode, 'no node is configured (AVALANCHE_NODE_URL)');
	return mode;
}

const wrongMode = (mode: VerificationMode, why: string) =>
	wrongInput('verification', `verification cannot be ${mode}: ${why}`);
