import type { ServiceRequest, ServiceResponse } from '../service';

/** Header names whose values a service repeats in echo mode: all that may carry a secret. */
const SECRET_HEADER = /^(x-|authorization$|api-?key$|cookie$)/;

/**
 * Repeats credentials of the request in a header, in the body and in the error message, as a
 * careless service does. A client must not show them.
 */
export function echoed(request: ServiceRequest, response: ServiceResponse): ServiceResponse {
	const values = Object.entries(request.headers)
		.filter(([name]) => SECRET_HEADER.test(name))
		.map(([, value]) => value);
	if (values.length === 0) return response;
	const echo = values.join(' ');
	const headers = { ...response.headers, 'x-echo': echo };
	const { body } = response;
	if (typeof body === 'string') {
		const isMetrics = /version=0\.0\.4/.test(response.headers?.['content-type'] ?? '');
		// Metrics stay metrics: JSON escapes quotes and backslashes as their labels do.
		const added = isMetrics ? `echo{request=${JSON.stringify(echo)}} 1\n` : ` ${echo}`;
		return { ...response, headers, body: body + added };
	}
	if (typeof body !== 'object' || 'pipe' in body) return { ...response, headers };
	// A batch of JSON-RPC is a list of answers.
	const repeated = Array.isArray(body)
		? body.map((each: object) => withEcho(each, echo))
		: withEcho(body, echo);
	return { ...response, headers, body: repeated };
}

function withEcho(body: object, echo: string): object {
	const copy: Record<string, unknown> = { ...body, echo };
	const { message } = copy;
	if (typeof message === 'string') copy.message = `${message} (key ${echo})`;
	if (Array.isArray(message)) copy.message = message.map((text) => `${text} (key ${echo})`);
	const error = copy.error as { message?: string } | undefined;
	if (typeof error?.message === 'string') {
		copy.error = { ...error, message: `${error.message} (key ${echo})` };
	}
	return copy;
}
