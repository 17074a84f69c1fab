import { Failure } from '../../core';

/** A request over HTTP, whatever has passed it on. */
export interface HttpRequest {
	method: string;
	/** By name; a parameter that is given several times is a list with commas. */
	query: Record<string, string | undefined>;
	/** Empty if there is none. */
	body: string;
}

type Values<T> = Record<string, T | undefined> | null;

/** The used parts of the events of a function URL, of API Gateway and of a load balancer. */
export interface HttpEvent {
	/** API Gateway's payload format 1.0, and load balancers. */
	httpMethod?: unknown;
	requestContext?: { http?: { method?: unknown }; elb?: unknown } | null;
	headers?: object | null;
	multiValueHeaders?: object | null;
	queryStringParameters?: Values<string>;
	multiValueQueryStringParameters?: Values<string[]>;
	body?: string | null;
	isBase64Encoded?: boolean;
}

/**
 * True for the events of a function URL, of API Gateway (payload formats 1.0 and 2.0) and of an
 * Application Load Balancer.
 */
export function isHttpEvent(event: unknown): event is HttpEvent {
	return methodOf(event) !== undefined;
}

function methodOf(event: unknown): string | undefined {
	if (typeof event !== 'object' || event === null) return undefined;
	const { requestContext, httpMethod } = event as HttpEvent;
	if (typeof requestContext !== 'object' || requestContext === null) return undefined;
	const method = requestContext.http?.method ?? httpMethod;
	return typeof method === 'string' ? method : undefined;
}

/** The request of an event. Throws `Failure` of kind `invalid-input`. */
export function requestIn(event: HttpEvent): HttpRequest {
	const { body, isBase64Encoded } = event;
	const text = typeof body === 'string' ? body : '';
	return {
		method: String(methodOf(event)).toUpperCase(),
		query: queryOf(event),
		body: isBase64Encoded ? Buffer.from(text, 'base64').toString('utf8') : text,
	};
}

function queryOf(event: HttpEvent): HttpRequest['query'] {
	const { queryStringParameters, multiValueQueryStringParameters } = event;
	const several = Object.entries(multiValueQueryStringParameters ?? {}).map(
		([name, values]) => [name, [values ?? []].flat().map(textOf).join(',')] as const,
	);
	const given = several.length > 0 ? several : Object.entries(queryStringParameters ?? {});
	// Of all three, a load balancer alone leaves them as they were in the URL.
	const isEncoded = event.requestContext?.elb !== undefined;
	return Object.fromEntries(isEncoded ? given.map(decoded) : given);
}

/** A value of an invocation that no service made can be anything: the field's check names it. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function decoded([name, value]: readonly [string, string | undefined]) {
	const plain = (text: string) => decodeURIComponent(text.replace(/\+/g, ' '));
	try {
		return [plain(name), value === undefined ? value : plain(textOf(value))] as const;
	} catch {
		const message = `The query parameter ${JSON.stringify(name)} is not percent-encoded correctly`;
		throw new Failure({ kind: 'invalid-input', field: 'query', message });
	}
}

/** True if the answer's headers are read from `multiValueHeaders`: a setting of load balancers. */
export function wantsHeaderLists({ headers, multiValueHeaders }: HttpEvent): boolean {
	return !headers && Boolean(multiValueHeaders);
}
