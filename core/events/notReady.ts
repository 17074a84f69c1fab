import { Failure } from '../failure';

/**
 * A failure for a service that is not ready to respond with useful data: it is not an event. A
 * trigger that is being published waits for the next poll.
 */
export function nothingYet(message: string): Failure {
	return new Failure({
		kind: 'unavailable',
		message: `${message}: the service may not be ready`,
	});
}

/** Failures that were expected, such as shortly after the start of a node. */
const expected = new WeakSet<Failure>();

/**
 * A failure that ends by itself in a known time: it only counts as a failed check if it lasts
 * longer.
 */
export function settling(message: string): Failure {
	const failure = nothingYet(message);
	expected.add(failure);
	return failure;
}

/** True for a failure of `settling`. */
export function isSettling(failure: Failure): boolean {
	return expected.has(failure);
}
