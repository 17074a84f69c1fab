import { isFailure } from '../../core/failure';
import * as icmMessage from '../../core/subjects/icmMessage/index';
import { HandlerError } from '../shared/errors';

/** Errors of the function itself that only the caller can correct. */
const CALLERS: ReadonlySet<string> = new Set(['InvalidEvent', 'MethodNotAllowed']);

/**
 * True if an error is the caller's fault, which nobody but the caller can correct: a request that is
 * invalid, for the function or for the service, or the hash of an unknown transaction. Such an error
 * must raise no alarm. A 404 for a request with a message is not the caller's fault: the URL of the
 * service is wrong then.
 */
export function isCallersFault(error: unknown): boolean {
	if (error instanceof HandlerError) return CALLERS.has(error.name);
	if (!isFailure(error)) return false;
	const { kind, operation = icmMessage.aggregateSignatures.id } = error;
	if (kind === 'not-found') return operation === icmMessage.getSignaturesByTransaction.id;
	// The input of the other calls, which verify the result, comes from this function.
	const requested =
		operation === icmMessage.aggregateSignatures.id ||
		operation === icmMessage.getSignaturesByTransaction.id;
	return kind === 'invalid-input' && requested;
}
