import type { AnyOperation } from './operation';

/** The effect of a call on its service, derived from its declaration. */

/** True if a call changes nothing, so that its response may serve several callers. */
export function isRead({ call, creates }: AnyOperation): boolean {
	if (creates) return false;
	if (call.type === 'rpc') return typeof call.params !== 'object';
	return call.own === undefined && (call.method === 'GET' || call.reads === true);
}

/** True if the response to a call may serve equal calls of the same time. */
export function isShared(operation: AnyOperation): boolean {
	return isRead(operation) && operation.changing !== true;
}

/** True if several calls may be sent as one JSON-RPC batch. */
export function takesBatches(operation: AnyOperation): boolean {
	const { call } = operation;
	return call.type === 'rpc' && call.batches === true && isRead(operation);
}
