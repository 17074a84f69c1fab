import type { HttpEvent } from './httpEvent';

/** The response of a function to an HTTP request. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, string>;
	/** The same headers, for a load balancer that reads only these. */
	multiValueHeaders?: Record<string, string[]>;
	body: string;
	isBase64Encoded: false;
}

/** A response in the form that the source of an event expects. */
export function answerTo(event: HttpEvent, answer: HttpAnswer): HttpAnswer {
	// A setting of load balancers.
	if (event.headers || !event.multiValueHeaders) return answer;
	const lists = Object.entries(answer.headers).map(([name, value]) => [name, [value]]);
	return { ...answer, multiValueHeaders: Object.fromEntries(lists) as Record<string, string[]> };
}

export function jsonAnswer(
	statusCode: number,
	body: unknown,
	headers: Record<string, string> = {},
): HttpAnswer {
	return {
		statusCode,
		headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
		body: JSON.stringify(body),
		isBase64Encoded: false,
	};
}
