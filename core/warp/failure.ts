import { Failure } from '../protocol/failure';
import type { Verification } from './verify';

/**
 * The failure of kind `verification` for a message that does not hold. Its text has reason and detail.
 * It is no fault of a service, and the same message with the same validators fails again.
 */
export function verificationFailure(
	{ reason, detail }: Pick<Verification, 'detail'> & { reason?: string },
	operation: string,
): Failure {
	return new Failure({
		kind: 'verification',
		message: `The message is not verified (${reason}): ${detail}`,
		operation,
	});
}
