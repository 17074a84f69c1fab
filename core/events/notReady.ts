import { Failure } from '../protocol/failure';

/**
 * A failure for a response of a service that is not ready: it is not an event. A trigger that is
 * being published waits for the next poll.
 */
export function nothingYet(message: string): Failure {
	return new Failure({
		kind: 'unavailable',
		message: `${message}: the service may not be ready`,
	});
}

/** Failures that were expected, such as shortly after the start of a node. */
const expected = new WeakSet<Failure>();

/** A failure that ends by itself in a known time: it counts as a failed check only if it lasts. */
export function settling(message: string): Failure {
	const failure = nothingYet(message);
	expected.add(failure);
	return failure;
}

/** True for a failure of `settling`. */
export function isSettling(failure: Failure): boolean {
	return expected.has(failure);
}
