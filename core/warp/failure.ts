import { Failure } from '../failure';
import type { Verification } from './verify';

/**
 * The failure of kind `verification` for a rejected message. Its text has reason and detail. It is
 * not caused by a service, and the same message with the same validators fails again.
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
