import { Failure } from '../protocol/failure';

/** An answer that a service gives while it is not ready: it is no news of anybody. */
export function nothingYet(message: string): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `${message}: the service may not be ready`,
		retryable: true,
	});
}
