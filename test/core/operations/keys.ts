import { describeOperation } from '../../../core/operations/catalogue';
import type { Operation } from '../../../core/operations/declare';
import type { Endpoint } from '../../../spec/read';

/** One name for an endpoint, from its transcription and from its declaration. */

/** An endpoint with whatever stands for the caller's own chain. */
function plain(endpoint: string): string {
	return endpoint.replace(/\{\w+\}|<\w+>/g, '<chain>');
}

export function endpointKey(endpoint: Endpoint): string {
	return endpoint.type === 'http'
		? endpoint.id
		: `${plain(endpoint.endpoint)} ${endpoint.rpcMethod}`;
}

export function operationKey(operation: Operation): string {
	const about = describeOperation(operation);
	return about.path === undefined
		? `${plain(about.endpoint ?? '')} ${about.rpcMethod}`
		: `${about.method} ${about.path}`;
}
