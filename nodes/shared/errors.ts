import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { URL_LABELS } from '../../core/access';
import { Failure, type FailureKind, isFailure, mayPass } from '../../core/failure';

/** Remedies for users by kind of failure; `{URL}` is the URL of the service that was called. */
const HINTS: Record<FailureKind, string> = {
	'invalid-input': 'Correct the parameter and run the node again.',
	unauthorized:
		'The service requires a key: set the API Key (or the node header) in the credential.',
	forbidden:
		'The service refuses this request: check the API Key and the Key Header in the credential, or the host names that the node allows.',
	'not-found': 'The service found nothing: check the IDs, the chain and {URL} in the credential.',
	'rate-limited':
		'The rate limit is used up: an API Key in the credential raises it; fewer items or a lower Concurrency also help.',
	server:
		'The service reported an internal error: try again later, or raise Retries in the options.',
	'bad-gateway': 'A server in front of the service got no valid response: try again later.',
	unavailable:
		'The service or the chain is not ready: try again later. A node may still be bootstrapping, or this API is switched off on the node.',
	network:
		'Check {URL} in the credential, and that n8n can reach it; from a container, 127.0.0.1 is the container itself.',
	'invalid-response':
		'The response is not one of this service: check {URL} in the credential, and whether a proxy or login page answers instead.',
	rpc: 'The node refused the call; its message says why.',
	verification:
		'The signed message is not valid: check the validators, P-Chain height, signing subnet and quorum that it is checked against, or have it signed again. With Fail When Not Verified off, the reason comes as an item.',
};

const TROUBLESHOOTING =
	'https://github.com/n8n-nodes-avalanche-network/n8n-nodes-avalanche-network/blob/main/docs/troubleshooting.md';
/** The section of that page for each kind of failure; by default the table of all kinds. */
const SECTIONS: Partial<Record<FailureKind, string>> = {
	'invalid-input': 'parameters',
	network: 'connection',
	'invalid-response': 'responses',
	rpc: 'node',
	verification: 'signatures',
};

/** The URL of the documentation's section on failures of this kind. */
export function troubleshootingUrl(kind: FailureKind): string {
	return `${TROUBLESHOOTING}#${SECTIONS[kind] ?? 'by-kind'}`;
}

/** A hint with a link to the documentation, in HTML, as n8n renders error descriptions. */
function linked(failure: Failure): string {
	return `${hintOf(failure)} <a href="${troubleshootingUrl(failure.kind)}" target="_blank">Troubleshooting</a>`;
}

/** The remedy for this failure, for users. */
export function hintOf(failure: Failure): string {
	if (failure.hint !== undefined) return failure.hint;
	const { kind, service } = failure;
	return HINTS[kind].replace('{URL}', service ? `the ${URL_LABELS[service]}` : 'the URLs');
}

/**
 * The cause for n8n's scheduler: after a permanent failure it waits half an hour before the next
 * poll.
 */
function causeOf(failure: Failure) {
	if (failure.kind === 'rate-limited') return 'rate-limited';
	if (mayPass(failure)) return 'temporarily-unavailable';
	const { kind } = failure;
	return kind === 'unauthorized' || kind === 'forbidden'
		? 'credential-invalid'
		: 'configuration-invalid';
}

/** n8n throws a RangeError for a parameter that is nested thousands of levels deep. */
function known(error: unknown): unknown {
	if (!(error instanceof RangeError)) return error;
	const message = 'A parameter is nested too deeply to be read';
	return new Failure({ kind: 'invalid-input', message, cause: error });
}

/**
 * The error that n8n shows: NodeOperationError for an invalid parameter, NodeApiError for failures
 * of a service, with its message, a hint, and for n8n's scheduler the cause and the wait.
 *
 * @param describe the description of a failure; by default the hint with a link, as HTML
 */
export function nodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	describe: (failure: Failure) => string = linked,
) {
	const error = known(thrown);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!isFailure(error)) {
		return new NodeOperationError(node, error instanceof Error ? error : String(error), {
			itemIndex,
		});
	}
	const description = describe(error);
	if (error.kind === 'invalid-input' && error.status === undefined) {
		const options = { description, itemIndex };
		return inOwnWords(new NodeOperationError(node, error.message, options), error.message);
	}
	const details: JsonObject = {
		kind: error.kind,
		message: error.message,
		...(error.status !== undefined && { statusCode: error.status }),
		...(error.code !== undefined && { code: error.code }),
		...(error.reason !== undefined && { reason: error.reason }),
		...(error.operation !== undefined && { operation: error.operation }),
	};
	const apiError = new NodeApiError(node, details, {
		message: error.message,
		description,
		itemIndex,
		...(error.status !== undefined && { httpCode: String(error.status) }),
		failure: {
			cause: causeOf(error),
			...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
		} as never,
	});
	return inOwnWords(apiError, error.message);
}

/**
 * n8n replaces any message that contains an error code such as ECONNRESET by a general sentence.
 */
function inOwnWords<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/** The output item for a failed input item, if the node is set to continue. */
export function errorJson(thrown: unknown) {
	const error = known(thrown);
	const failure = isFailure(error) ? error : undefined;
	const message = error instanceof Error ? error.message : String(error);
	if (!failure) return { error: message };
	return {
		error: message,
		details: {
			kind: failure.kind,
			...(failure.status !== undefined && { statusCode: failure.status }),
			...(failure.code !== undefined && { code: failure.code }),
			...(failure.field !== undefined && { field: failure.field }),
			hint: hintOf(failure),
		},
	};
}
