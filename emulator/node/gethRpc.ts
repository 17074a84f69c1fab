import type { ServiceRequest, ServiceResponse } from '../service';
import { MethodError } from './failure';
import { type BatchLimits, NODE_BATCHES, batchAnswer, errorOf } from './gethBatch';
import { text } from './gorillaRpc';
import { isObject, parseRawJson } from './rawJson';
import type { Generated } from './generated';
import { parametersOf } from './transcription';

/** A method of the Ethereum API: what it answers to its arguments. */
export type EthMethod = (args: readonly unknown[]) => unknown;
/** Methods by their names. Undefined: this chain does not have the method, though others do. */
export type EthMethods = Readonly<Record<string, EthMethod | undefined>>;

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;
/** The limit of a body by default (`http-body-limit`). */
const MOST_BODY_BYTES = 5 * 1024 * 1024;

/** Maximum and minimum number of a method's arguments. */
interface Arity {
	most: number;
	least: number;
}

/** The arguments of methods that are not transcribed; those that are not named take none. */
const OTHERS: Readonly<Record<string, Arity>> = {
	eth_callDetailed: { most: 3, least: 2 },
	eth_getCode: { most: 2, least: 2 },
};

function arityOf(method: string): Arity {
	const parameters = parametersOf(method);
	if (!parameters) return OTHERS[method] ?? { most: 0, least: 0 };
	const least = parameters.findLastIndex(({ required }) => required) + 1;
	return { most: parameters.length, least };
}

/** An argument of the wrong type or form, in geth's words. */
export function invalidArgument(index: number, why: string): MethodError {
	return new MethodError(`invalid argument ${index}: ${why}`, INVALID_PARAMS);
}

function json(body: object): ServiceResponse {
	return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

/** Response to notifications and empty requests. */
function nothing(): ServiceResponse {
	return { status: 200, headers: { 'content-type': 'application/json' }, body: '' };
}

/** Answers as geth's HTTP server does: batches, its own error codes, positional arguments. */
export function geth(
	request: ServiceRequest,
	methods: EthMethods,
	generated: Generated,
	limits: BatchLimits = NODE_BATCHES,
): ServiceResponse {
	// Bare GETs are answered so that load balancers can probe the port.
	if (request.method === 'GET' && request.body === '') return { status: 200, body: '' };
	if (request.method !== 'POST') return text(405, 'method not allowed\n');
	const length = Buffer.byteLength(request.body);
	if (length > MOST_BODY_BYTES) {
		return text(413, `content length too large (${length}>${MOST_BODY_BYTES})\n`);
	}
	if (!isJson(request.headers['content-type'])) {
		return text(415, 'invalid content type, only application/json is supported\n');
	}
	// The type is set before the body is read, so that an answer of nothing has it too.
	if (request.body.trim() === '') return nothing();
	let parsed: unknown;
	try {
		parsed = parseRawJson(request.body);
	} catch {
		return json(errorOf(null, PARSE_ERROR, 'parse error'));
	}
	const one = (call: unknown) => answerOne(call, methods, generated);
	const answer = Array.isArray(parsed) ? batchAnswer(parsed, limits, one) : one(parsed);
	return answer ? json(answer) : nothing();
}

function isJson(contentType = ''): boolean {
	const type = contentType.split(';')[0].trim().toLowerCase();
	return ['application/json', 'application/json-rpc', 'application/jsonrequest'].includes(type);
}

/** The answer to one call; undefined for a notification. */
function answerOne(call: unknown, methods: EthMethods, generated: Generated): object | undefined {
	const id = isObject(call) ? call.id : undefined;
	if (!isObject(call) || call.jsonrpc !== '2.0' || typeof call.method !== 'string') {
		return errorOf(id ?? null, INVALID_REQUEST, 'invalid request');
	}
	if (id === undefined) return undefined;
	if (id !== null && typeof id === 'object') {
		return errorOf(null, INVALID_REQUEST, 'invalid request');
	}
	try {
		return { jsonrpc: '2.0', id, result: run(call.method, call.params, methods, generated) };
	} catch (error) {
		if (!(error instanceof MethodError)) throw error;
		return errorOf(id, error.code, error.message, error.data);
	}
}

/** The refusal of a call with too few arguments: those that are there are read first. */
function missing(args: readonly unknown[], method: EthMethod): MethodError {
	try {
		method(args);
	} catch (error) {
		const index =
			error instanceof MethodError && /^invalid argument (\d+)/.exec(error.message)?.[1];
		if (index && Number(index) < args.length) return error as MethodError;
	}
	return new MethodError(`missing value for required argument ${args.length}`, INVALID_PARAMS);
}

function run(name: string, params: unknown, methods: EthMethods, generated: Generated): unknown {
	if (!Object.hasOwn(methods, name)) {
		const made = generated(name, params);
		if (made) return made();
	}
	const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
	if (!method) {
		const message = `the method ${name} does not exist/is not available`;
		throw new MethodError(message, METHOD_NOT_FOUND);
	}
	const args = params ?? [];
	if (!Array.isArray(args)) throw new MethodError('non-array args', INVALID_PARAMS);
	const { most, least } = arityOf(name);
	if (args.length > most) {
		throw new MethodError(`too many arguments, want at most ${most}`, INVALID_PARAMS);
	}
	if (args.length < least) throw missing(args, method);
	return method(args);
}
