import { wrongInput } from './errors';

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

/** The method of a request, in capitals. */
export function requestMethod(event: HttpEvent): string {
	return String(methodOf(event)).toUpperCase();
}

/**
 * The bytes of a request's body; undefined if there are more than `most`, which is checked before
 * anything is decoded.
 */
export function bodyBytes({ body, isBase64Encoded }: HttpEvent, most: number): Buffer | undefined {
	const text = typeof body === 'string' ? body : '';
	if (text.length > (isBase64Encoded ? Math.ceil(most / 3) * 4 : most)) return undefined;
	const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
	return bytes.length > most ? undefined : bytes;
}

/** The value of a request's header by its name in lower case; undefined if it has none or several. */
export function headerIn(event: HttpEvent, name: string): string | undefined {
	const found = [event.headers, event.multiValueHeaders].flatMap((headers) =>
		Object.entries(headers ?? {}).flatMap(([key, value]) =>
			key.toLowerCase() === name ? [value as unknown].flat() : [],
		),
	);
	const values = [...new Set(found)];
	return values.length === 1 && typeof values[0] === 'string' ? values[0] : undefined;
}

/**
 * The query of a request by name; the values of a repeated parameter are joined by commas. Throws `Failure` of kind
 * `invalid-input`.
 */
export function queryOf(event: HttpEvent): Record<string, string | undefined> {
	const { queryStringParameters, multiValueQueryStringParameters } = event;
	const several = Object.entries(multiValueQueryStringParameters ?? {}).map(
		([name, values]) => [name, [values ?? []].flat().map(textOf).join(',')] as const,
	);
	const given = several.length > 0 ? several : Object.entries(queryStringParameters ?? {});
	// Only a load balancer leaves parameters encoded as in the URL.
	const isEncoded = event.requestContext?.elb !== undefined;
	return Object.fromEntries(isEncoded ? given.map(decoded) : given);
}

/**
 * A value as text: a direct invocation may contain any type, and the check of the field reports it.
 */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function decoded([name, value]: readonly [string, string | undefined]) {
	const plain = (text: string) => decodeURIComponent(text.replace(/\+/g, ' '));
	try {
		return [plain(name), value === undefined ? value : plain(textOf(value))] as const;
	} catch {
		const message = `The query parameter ${JSON.stringify(name)} is not percent-encoded correctly`;
		throw wrongInput('query', message);
	}
}

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
