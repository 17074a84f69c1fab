import type { Fault } from '../../emulator';

/** Fault of a request, and the error that n8n's users must get for it. */
export interface FaultCase {
	name: string;
	fault: Omit<Fault, 'service'>;
	/** The kind that the error names, and the cause that n8n's scheduler gets. */
	kind: string;
	cause: string;
	message: RegExp;
	httpCode?: string;
	/** Options of the node that make it happen fast. */
	options?: { timeoutSeconds?: number };
	/** Differences if the answer comes from a node. */
	ofNode?: { kind: string; cause: string };
	/** True where a health check over HTTP takes it for its answer. */
	healthAnswer?: true;
}

const INJECTED = /injected fault \d{3}/;

function status(
	code: number,
	kind: string,
	cause: string,
	more: Partial<FaultCase> = {},
): FaultCase {
	return {
		name: `status ${code}`,
		fault: { kind: 'status', status: code },
		kind,
		cause,
		message: INJECTED,
		httpCode: String(code),
		...more,
	};
}

const PASSING = 'temporarily-unavailable';

/** One of every kind of failure that a call can meet. */
export const faultCases: readonly FaultCase[] = [
	status(400, 'invalid-input', 'configuration-invalid'),
	status(401, 'unauthorized', 'credential-invalid'),
	status(403, 'forbidden', 'credential-invalid'),
	status(404, 'not-found', 'configuration-invalid', {
		// A node answers so for what it does not serve now.
		ofNode: { kind: 'unavailable', cause: 'temporarily-unavailable' },
	}),
	status(429, 'rate-limited', 'rate-limited', {
		fault: { kind: 'status', status: 429, retryAfter: 7 },
	}),
	status(500, 'server', PASSING),
	status(502, 'bad-gateway', PASSING),
	status(503, 'unavailable', PASSING, { healthAnswer: true }),
	status(504, 'bad-gateway', PASSING),
	{
		name: 'a connection that is cut before the answer',
		fault: { kind: 'cut' },
		kind: 'network',
		cause: PASSING,
		message: / at \S+ closed the connection/,
	},
	{
		name: 'a connection that is cut within the answer',
		fault: { kind: 'truncate' },
		kind: 'network',
		cause: PASSING,
		message: / at \S+ closed the connection/,
	},
	{
		name: 'a page of HTML in place of JSON',
		fault: { kind: 'wrongJson' },
		kind: 'invalid-response',
		cause: PASSING,
		message: /not valid JSON|not metrics/,
	},
	{
		name: 'an empty body',
		fault: { kind: 'emptyBody' },
		kind: 'invalid-response',
		cause: PASSING,
		// In echo mode the body holds the echo.
		message: /empty response|not valid JSON|not metrics/,
	},
	{
		name: 'an answer that comes too late',
		fault: { kind: 'delay', delayMs: 1_500 },
		kind: 'network',
		cause: PASSING,
		message: / at \S+ did not send a complete response in time/,
		options: { timeoutSeconds: 0.01 },
	},
];
