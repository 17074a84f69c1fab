import * as icmMessage from '../../core/subjects/icmMessage/index';
import { isFailure, Failure, type FailureKind } from '../../core/failure';
import { HandlerError, toHandlerError } from '../shared/errors';
import { readJson, RepeatedName } from '../../core/fields/jsonText';
import {
	type HttpEvent,
	bodyBytes,
	queryOf,
	requestMethod,
	type HttpAnswer,
	jsonAnswer,
} from '../shared/http';

/** Errors of the function itself that only the caller can correct. */
const CALLERS: ReadonlySet<string> = new Set(['InvalidEvent', 'MethodNotAllowed']);

/**
 * True if an error is the caller's fault, which nobody but the caller can correct: a request that is
 * invalid, for the function or for the service, or the hash of an unknown transaction. Such an error
 * must raise no alarm. A 404 for a request with a message is not the caller's fault: the URL of the
 * service is wrong then.
 */
export function isCallersFault(error: unknown): boolean {
	if (error instanceof HandlerError) return CALLERS.has(error.name);
	if (!isFailure(error)) return false;
	const { kind, operation = icmMessage.aggregateSignatures.id } = error;
	if (kind === 'not-found') return operation === icmMessage.getSignaturesByTransaction.id;
	// The input of the other calls, which verify the result, comes from this function.
	const requested =
		operation === icmMessage.aggregateSignatures.id ||
		operation === icmMessage.getSignaturesByTransaction.id;
	return kind === 'invalid-input' && requested;
}

/**
 * The fields of a request: POST with a JSON object, or GET with a query. Numbers that JavaScript
 * would change are kept as text, so that the check of a field sees all digits. Throws `Failure` of
 * kind `invalid-input`, also if a name is repeated in the object.
 */
export function fieldsOf(event: HttpEvent): unknown {
	const method = requestMethod(event);
	const query = queryOf(event);
	if (method === 'GET') return query;
	if (method !== 'POST') {
		throw new HandlerError('MethodNotAllowed', `${method} is not supported: use POST or GET`);
	}
	const body = String(bodyBytes(event, Infinity));
	try {
		return readJson(body);
	} catch (error) {
		throw new Failure({ kind: 'invalid-input', field: 'body', message: mistakeIn(body, error) });
	}
}

function mistakeIn(body: string, error: unknown): string {
	if (error instanceof RepeatedName) return `The body must be JSON; ${error.message}`;
	return body ? 'The body must be JSON' : 'The body is empty: send a JSON object';
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

const INTERNAL = 'InternalError';

/** An error in a response. */
export interface ErrorBody {
	error: string;
	message: string;
	field?: string;
}

/** An error as a body: `{ error, message, field }`. Internal errors contain no details. */
export function errorBody(error: unknown): ErrorBody {
	const told = toHandlerError(error);
	if (
		!(told instanceof HandlerError) ||
		told.name === 'ConfigurationError' ||
		told.name === 'SecretUnavailable'
	) {
		return { error: INTERNAL, message: 'The function failed; see its log' };
	}
	const field = isFailure(error) ? error.field : undefined;
	return { error: told.name, message: told.message, ...(field !== undefined && { field }) };
}

/** An error as a response with its status. */
export function errorAnswer(error: unknown): HttpAnswer {
	const body = errorBody(error);
	if (body.error === INTERNAL) return jsonAnswer(500, body);
	const failure = isFailure(error) ? error : undefined;
	const seconds = Math.ceil((failure?.retryAfterMs ?? 0) / 1000);
	return jsonAnswer(
		statusOf(body.error, failure),
		body,
		seconds > 0 ? { 'retry-after': String(seconds) } : {},
	);
}

function statusOf(name: string, failure: Failure | undefined): number {
	if (name === 'MethodNotAllowed') return 405;
	return failure ? STATUSES[failure.kind] : 502;
}
