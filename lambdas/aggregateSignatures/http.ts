import { Failure, type FailureKind, isFailure } from '../../core';
import { HandlerError, toHandlerError } from '../shared/errors';

/** The used parts of an event of a function URL or of API Gateway v2. */
export interface HttpEvent {
	body?: string | null;
	isBase64Encoded?: boolean;
	queryStringParameters?: Record<string, string | undefined> | null;
	requestContext: { http: { method: string } };
}

export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

/** True for the events of a function URL and of API Gateway's payload format 2.0. */
export function isHttpEvent(event: unknown): event is HttpEvent {
	const context = (event as { requestContext?: { http?: { method?: unknown } } } | null | undefined)
		?.requestContext;
	return typeof context?.http?.method === 'string';
}

/**
 * The fields of a request: POST with a JSON object, or GET with a query. Throws `Failure` of kind
 * `invalid-input`.
 */
export function fieldsOf(event: HttpEvent): unknown {
	const { method } = event.requestContext.http;
	if (method === 'GET') return event.queryStringParameters ?? {};
	if (method !== 'POST') {
		throw new HandlerError('MethodNotAllowed', `${method} is not supported: use POST or GET`);
	}
	const body = event.body ?? '';
	const text = event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		const message = text ? 'The body must be JSON' : 'The body is empty: send a JSON object';
		throw new Failure({ kind: 'invalid-input', field: 'body', message });
	}
}

/** The HTTP statuses of errors: of the caller, of the services, or of this function. */
const STATUSES: Record<FailureKind, number> = {
	'invalid-input': 400,
	unauthorized: 502,
	forbidden: 502,
	'not-found': 404,
	'rate-limited': 429,
	server: 502,
	'bad-gateway': 502,
	unavailable: 503,
	network: 504,
	'invalid-response': 502,
	rpc: 502,
	verification: 502,
};

export function jsonAnswer(
	statusCode: number,
	body: unknown,
	headers: Record<string, string> = {},
): HttpAnswer {
	return {
		statusCode,
		headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
		body: JSON.stringify(body),
	};
}

/** An error as a response: `{ error, message, field }`. Internal errors contain no details. */
export function errorAnswer(error: unknown): HttpAnswer {
	const told = toHandlerError(error);
	if (
		!(told instanceof HandlerError) ||
		told.name === 'ConfigurationError' ||
		told.name === 'SecretUnavailable'
	) {
		return jsonAnswer(500, {
			error: 'InternalError',
			message: 'The function failed; see its log',
		});
	}
	const failure = isFailure(error) ? error : undefined;
	const body = { error: told.name, message: told.message, field: failure?.field };
	const seconds = Math.ceil((failure?.retryAfterMs ?? 0) / 1000);
	return jsonAnswer(
		statusOf(told, failure),
		body,
		seconds > 0 ? { 'retry-after': String(seconds) } : {},
	);
}

function statusOf({ name }: HandlerError, failure: Failure | undefined): number {
	if (name === 'MethodNotAllowed') return 405;
	return failure ? STATUSES[failure.kind] : 502;
}
