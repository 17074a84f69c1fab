import { preview } from '../fields/preview';
import { isMap } from '../formats/map';
import { Failure } from '../failure';
import type { AnyOperation } from '../operations/declare';
import { RPC_ID } from './request';
import { clip, invalidResponse } from './responseFailure';

/** JSON-RPC code of an unknown method, and the message of gorilla's server (code -32000) instead. */
const METHOD_NOT_FOUND = -32601;
const UNKNOWN_METHOD = /can't find (method|service)/;

/**
 * The result of a JSON-RPC envelope. Throws its error as a `Failure`: `unavailable` if the
 * operation's declaration marks it as temporary, else `rpc`.
 *
 * @param id the id of the request
 */
export function rpcResult(operation: AnyOperation, body: unknown, id = RPC_ID): unknown {
	if (!isMap(body))
		throw invalidResponse(operation, 'The response of the node is not a JSON-RPC envelope');
	// An error with a null id is for a request that the node could not parse.
	const isUnread = isMap(body.error) && body.id === null;
	if ('id' in body && body.id !== id && !isUnread) {
		const message = `The node answered another request: its response has the id ${preview(body.id)}`;
		throw invalidResponse(operation, message);
	}
	if (isMap(body.error)) {
		const { code, data } = body.error;
		const message =
			typeof body.error.message === 'string'
				? body.error.message
				: 'The node gave an error without a message';
		const { call } = operation;
		const passes = call.type === 'rpc' && call.notReady?.test(message) === true;
		const unknown = code === METHOD_NOT_FOUND || UNKNOWN_METHOD.test(message);
		throw new Failure({
			kind: passes ? 'unavailable' : 'rpc',
			code: typeof code === 'number' ? code : undefined,
			message: clip(message),
			data: data ?? undefined,
			operation: operation.id,
			...(unknown && { missing: true }),
		});
	}
	if (!('result' in body)) {
		throw invalidResponse(operation, 'The response of the node has neither result nor error');
	}
	return body.result;
}
