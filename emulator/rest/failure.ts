import type { Dialect, ServiceResponse } from '../service';

/** The reason phrases of the error table, as the `error` field carries them. */
const ERRORS: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
};

/** A request that ends in one of the statuses of the error table. */
export class ServiceFailure extends Error {
	constructor(
		readonly status: number,
		readonly reasons: string | readonly string[],
		readonly headers: Record<string, string> = {},
	) {
		super(typeof reasons === 'string' ? reasons : reasons.join('; '));
	}
}

/**
 * The error body of both services. The documents give the data service a string and the metrics
 * service an array; the deployed services send either.
 */
export function failureBody(
	status: number,
	reasons: string | readonly string[],
	form: 'string' | 'array',
) {
	const list = typeof reasons === 'string' ? [reasons] : [...reasons];
	return {
		message: form === 'array' ? list : list.join('; '),
		error: ERRORS[status] ?? 'Error',
		statusCode: status,
	};
}

/** Form of a service's error messages. */
export function messageForm(service: 'data' | 'metrics', dialect: Dialect): 'string' | 'array' {
	return service === 'metrics' || dialect === 'live' ? 'array' : 'string';
}

/** A failure as a response. */
export function answerFailure(
	failure: ServiceFailure,
	service: 'data' | 'metrics',
	dialect: Dialect,
): ServiceResponse {
	const body = failureBody(failure.status, failure.reasons, messageForm(service, dialect));
	return { status: failure.status, headers: failure.headers, body };
}
