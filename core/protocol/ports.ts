/** The ports of the core, which hosts implement: HTTP transport, time and randomness. */

/** One HTTP request, complete. */
export interface HttpRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	url: string;
	headers: Record<string, string>;
	body?: string;
	/** Timeout of the whole response in milliseconds. */
	timeoutMs: number;
	/** The largest body that is read, in bytes. */
	maxBytes: number;
	/** Aborts the request early. The client also stops waiting if a transport ignores it. */
	signal?: AbortSignal;
}

/** A response: any status, header names in lower case, the body as text. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/**
 * Sends one request and never follows a redirect. Rejects with a `Failure` of kind `network` if
 * there is no complete response, and of kind `invalid-response` if the body exceeds `maxBytes`.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Time and randomness, which tests can simulate. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after so many milliseconds. It may reject as soon as the signal aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** 0 or more, below 1. */
	random(): number;
}
