import { type Failure, type FailureKind, isFailure } from '../../core/failure';
import { readJson, RepeatedName } from '../../core/fields/jsonText';
import { HandlerError, toHandlerError, wrongInput } from '../shared/errors';
import {
	type HttpEvent,
	bodyBytes,
	queryOf,
	requestMethod,
	type HttpAnswer,
	jsonAnswer,
} from '../shared/http';

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
		throw wrongInput('body', mistakeIn(body, error));
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
	const handled = toHandlerError(error);
	if (
		!(handled instanceof HandlerError) ||
		handled.name === 'ConfigurationError' ||
		handled.name === 'SecretUnavailable'
	) {
		return { error: INTERNAL, message: 'The function failed; see its log' };
	}
	const field = isFailure(error) ? error.field : undefined;
	return { error: handled.name, message: handled.message, ...(field !== undefined && { field }) };
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
