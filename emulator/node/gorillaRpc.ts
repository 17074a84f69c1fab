import type { ServiceRequest, ServiceResponse } from '../service';
import { type Args, argsOf } from './args';
import { MethodError } from './failure';
import { isObject, parseRawJson } from './rawJson';
import type { Generated } from './generated';
import { parametersOf } from './transcription';

/** Answers the result of a call; bigints become plain JSON numbers. */
export type Method = (args: Args) => unknown;
/** The methods of one name space (`avm`), by name. */
export type Methods = Readonly<Record<string, Method>>;

interface Envelope {
	method: string;
	params: unknown;
	id: unknown;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** Fields of an error response to a request that could not be read. */
const NO_REQUEST = { jsonrpc: '', method: '', params: null, id: null };

/** A plain-text answer, as gorilla and the node's router write their errors. */
export function text(status: number, body: string): ServiceResponse {
	return {
		status,
		headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
		body,
	};
}

function json(body: object): ServiceResponse {
	return {
		status: 200,
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'x-content-type-options': 'nosniff',
		},
		body,
	};
}

function failure(code: number, message: string, data: unknown, id: unknown): ServiceResponse {
	return json({ jsonrpc: '2.0', error: { code, message, data }, id });
}

/**
 * Answers a POST as gorilla/rpc with its json2 codec does: every error of a call has status 200,
 * notifications have an empty body, a batch is not known.
 */
export function gorilla(
	request: ServiceRequest,
	services: Readonly<Record<string, Methods>>,
	generated: Generated,
): ServiceResponse {
	if (request.method !== 'POST') {
		return text(405, `rpc: POST method required, received ${request.method}`);
	}
	const type = (request.headers['content-type'] ?? '').split(';')[0].trim();
	if (type.toLowerCase() !== 'application/json') {
		return text(415, `rpc: unrecognized Content-Type: ${type}`);
	}
	const read = envelope(request.body);
	if ('status' in read) return read;
	const answer = answered(read, services, generated);
	// A request without an id is a notification: nothing is answered, not even an error.
	return read.id === null ? { status: 200, body: '' } : answer;
}

function envelope(body: string): Envelope | ServiceResponse {
	let parsed: unknown;
	try {
		parsed = parseRawJson(body);
	} catch {
		return failure(PARSE_ERROR, syntaxMessage(body), NO_REQUEST, null);
	}
	if (parsed !== null && !isObject(parsed)) {
		const got = Array.isArray(parsed) ? 'array' : typeof parsed;
		const kind = got === 'boolean' ? 'bool' : got;
		const message = `json: cannot unmarshal ${kind} into Go value of type json2.serverRequest`;
		return failure(PARSE_ERROR, message, NO_REQUEST, null);
	}
	const { jsonrpc = '', method = '', params = null, id = null } = parsed ?? {};
	if (jsonrpc !== '2.0') {
		if (id === null) return { status: 200, body: '' };
		const data = { jsonrpc, method, params, id };
		return failure(INVALID_REQUEST, 'jsonrpc must be 2.0', data, id);
	}
	return { method: String(method), params, id };
}

/** The words of Go's decoder for the common cases. */
function syntaxMessage(body: string): string {
	const start = body.trim();
	if (start === '') return 'EOF';
	if (/^[{["]/.test(start)) return 'unexpected EOF';
	return `invalid character '${start[0]}' looking for beginning of value`;
}

function answered(
	{ method, params, id }: Envelope,
	services: Readonly<Record<string, Methods>>,
	generated: Generated,
) {
	try {
		const own = find(method, services);
		const run = own ? () => own(argsOf(params, parametersOf(method))) : generated(method, params);
		if (!run)
			throw new MethodError(`rpc: can't find method ${JSON.stringify(exportedName(method))}`);
		return json({ jsonrpc: '2.0', result: run(), id });
	} catch (error) {
		if (!(error instanceof MethodError)) throw error;
		return failure(error.code, error.message, null, id);
	}
}

/** The name in Go: the codec upper-cases the first letter of the method. */
function exportedName(name: string): string {
	const dot = name.indexOf('.') + 1;
	return `${name.slice(0, dot)}${name.charAt(dot).toUpperCase()}${name.slice(dot + 1)}`;
}

/** The method of a name such as `avm.getTx`; undefined where its service has none of this name. */
function find(name: string, services: Readonly<Record<string, Methods>>): Method | undefined {
	const dot = name.indexOf('.');
	const service = name.slice(0, dot);
	const method = name.slice(dot + 1);
	if (dot < 0 || method === '') throw illFormed(name);
	if (/^\p{Lu}/u.test(method)) {
		throw new MethodError('method must start with a non-uppercase letter');
	}
	const exported = exportedName(name);
	if (method.includes('.')) throw illFormed(exported);
	if (!Object.hasOwn(services, service)) {
		throw new MethodError(`rpc: can't find service ${JSON.stringify(exported)}`);
	}
	return Object.hasOwn(services[service], method) ? services[service][method] : undefined;
}

function illFormed(name: string): MethodError {
	return new MethodError(`rpc: service/method request ill-formed: ${JSON.stringify(name)}`);
}
