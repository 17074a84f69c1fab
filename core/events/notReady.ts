import { Failure } from '../protocol/failure';

/** A failure for a response of a service that is not ready: it is not an event. */
export function nothingYet(message: string): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `${message}: the service may not be ready`,
		retryable: true,
	});
}
