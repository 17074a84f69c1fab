import { describeOperation } from '../../core/subjects/catalogue';
import type { AnyOperation } from '../../core/operations/declare';
import { type Endpoint, readSpec } from '../../emulator/spec/read';

/** One name for an endpoint, from its transcription and from its declaration. */

/** An endpoint, with one placeholder for each name of the caller's own chain. */
function plain(endpoint: string): string {
	return endpoint.replace(/\{\w+\}|<\w+>/g, '<chain>');
}

export function endpointKey(endpoint: Endpoint): string {
	return endpoint.type === 'http'
		? endpoint.id
		: `${plain(endpoint.endpoint)} ${endpoint.rpcMethod}`;
}

const documented = new Set(readSpec().map(endpointKey));

export function operationKey(operation: AnyOperation): string {
	const { call } = operation;
	const { method, path, endpoint, rpcMethod } = describeOperation(operation);
	if (call.type === 'http') return `${method} ${path}`;
	// A method that any chain serves is documented so; the others stand at their default chain.
	const ofAnyChain = `${plain(call.endpoint)} ${rpcMethod}`;
	return documented.has(ofAnyChain) ? ofAnyChain : `${plain(endpoint ?? '')} ${rpcMethod}`;
}
