import type { Output } from '../fields/outputs';
import { hasKind } from '../fields/present';
import { Mismatch, type Read, type Skip, followsInput, readerOf } from '../fields/reader';
import { readPrometheus, type Sample } from '../formats/prometheus';
import type { AnyOperation } from '../operations/declare';
import { Failure, type FailureKind, isFailure } from './failure';
import { preview } from '../fields/preview';
import { parseJson, withoutMark } from './json';
import { RPC_ID } from './request';
import type { HttpResponse } from './ports';

const MESSAGE_LIMIT = 500;

const KINDS: Record<number, FailureKind> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'not-found',
	408: 'unavailable',
	429: 'rate-limited',
	502: 'bad-gateway',
	503: 'unavailable',
	504: 'bad-gateway',
};

/**
 * A node returns 404 for every API and chain that it does not serve now: a chain that is not
 * bootstrapped, a disabled API, an unknown blockchain id. APIs that it has from its start or not at
 * all are declared as such.
 */
const NODE_KINDS: Record<number, FailureKind> = { ...KINDS, 404: 'unavailable' };

/** JSON-RPC code of an unknown method, and the message of gorilla's server instead. */
const METHOD_NOT_FOUND = -32601;
const UNKNOWN_METHOD = /can't find (method|service)/;

/** What a response is read for. */
export interface Reading {
	/**
	 * The values are what their kind says, so that a program can compute with them: counts are safe
	 * integers from 0 on, amounts digits of at most 256 bits, moments such that a Date can hold them.
	 * Otherwise a value that is only shown may be more than its kind.
	 */
	exact?: boolean;
	/**
	 * Called for each record of a list that cannot be read; the list then lacks it. Without it, such a
	 * record makes the response invalid.
	 */
	skip?: (record: SkippedRecord) => void;
}

/** A record of a list that could not be read. */
export interface SkippedRecord {
	operation: string;
	/** From the whole response to what does not match. */
	path: ReadonlyArray<string | number>;
	/** The place, the rule, and the value unless it may be secret. */
	message: string;
	/** The ids that the record holds; undefined where it does not say which record it is. */
	names?: readonly string[];
}

/** What a result depends on. */
interface Asked extends Reading {
	input: Readonly<Record<string, unknown>>;
}

/**
 * Returns the checked result of a response, or throws a `Failure`. Pure, except for the time that a
 * Retry-After date is relative to (`now`, ms).
 */
export function readResponse(
	operation: AnyOperation,
	response: HttpResponse,
	now: number,
	given: Readonly<Record<string, unknown>> = {},
	reading: Reading = {},
): unknown {
	const asked: Asked = { input: given, ...reading };
	const { status, text } = response;
	const { call } = operation;
	const answers = call.type === 'http' ? call.answers : undefined;
	if (answers?.statuses.includes(status)) {
		const answer = bodyAnswer(operation, response, asked);
		return answer ?? { ...answers.otherwise(status), statusCode: status };
	}
	if (status < 200 || status >= 300) throw statusFailure(operation, response, now, given);
	if (call.type === 'http' && call.format) {
		return checked(operation, metricsIn(operation, text), asked);
	}
	if (call.type === 'http' && call.bodiless) return checked(operation, {}, asked);
	const body = parsed(operation, text);
	if (answers && isObject(body)) return checked(operation, { ...body, statusCode: status }, asked);
	return checked(operation, call.type === 'rpc' ? rpcResult(operation, body) : body, asked);
}

/** A body whose status already is the result may be missing, or be the page of a gateway. */
function bodyAnswer(
	operation: AnyOperation,
	{ status, text }: HttpResponse,
	asked: Asked,
): unknown {
	try {
		const body = parsed(operation, text);
		return isObject(body) ? checked(operation, { ...body, statusCode: status }, asked) : undefined;
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

function parsed(operation: AnyOperation, text: string): unknown {
	try {
		return parseJson(text, { exact: isOwnCall(operation) });
	} catch {
		const got =
			text.trim() === ''
				? 'an empty response'
				: `${text.length} characters that are not valid JSON`;
		throw invalidResponse(operation, `The service returned ${got}`);
	}
}

/** True for a call that the user wrote: nothing declares which of its numbers are long. */
function isOwnCall({ call }: AnyOperation): boolean {
	return call.type === 'rpc' && typeof call.params === 'object';
}

/** The samples of Prometheus' text format, as a result. Every node has some. */
function metricsIn(operation: AnyOperation, text: string): { metrics: Sample[] } {
	const metrics = readPrometheus(withoutMark(text));
	if (metrics && metrics.length > 0) return { metrics };
	const got =
		text.trim() === '' ? 'an empty response' : `${text.length} characters that are not metrics`;
	throw invalidResponse(operation, `The service returned ${got}`);
}

/** Compiled readers of responses that do not depend on the input: for showing, and exact ones. */
const readers = {
	shown: new WeakMap<AnyOperation, Read>(),
	exact: new WeakMap<AnyOperation, Read>(),
};

function reader(operation: AnyOperation, { input, exact = false }: Asked): Read {
	const { output, items: records } = operation;
	if (followsInput(output)) return readerOf(output, { input, exact, records });
	const known = readers[exact ? 'exact' : 'shown'];
	let read = known.get(operation);
	if (!read) known.set(operation, (read = readerOf(output, { exact, records })));
	return read;
}

function checked(operation: AnyOperation, body: unknown, asked: Asked): unknown {
	const { input, skip } = asked;
	// The value at the position of a secret may be a secret.
	const said = (mismatch: Mismatch) =>
		hasKind(operation.output as Output, ({ secret }) => secret === true)
			? mismatch.withoutValue
			: mismatch.message;
	const skipIt: Skip | undefined =
		skip &&
		(({ mismatch, names }) =>
			skip({
				operation: operation.id,
				path: mismatch.path,
				message: said(mismatch).trim(),
				names,
			}));
	try {
		const adapted = operation.adapt ? operation.adapt(body, input) : body;
		return reader(operation, asked)(withEmptyList(operation, adapted), skipIt);
	} catch (error) {
		if (!(error instanceof Mismatch)) throw error;
		throw invalidResponse(operation, `The response has an unexpected form${said(error)}`);
	}
}

/** Nodes are written in Go, whose JSON has null for a list or a map that holds nothing. */
function withEmptyList({ service, items, itemKey }: AnyOperation, body: unknown): unknown {
	const isNull =
		service === 'node' && items !== undefined && isObject(body) && body[items] === null;
	return isNull ? { ...body, [items]: itemKey === undefined ? [] : {} } : body;
}

function invalidResponse(operation: AnyOperation, message: string): Failure {
	return new Failure({ kind: 'invalid-response', message, operation: operation.id });
}

/**
 * The result of a JSON-RPC envelope. Throws its error as a `Failure`: `unavailable` if the
 * operation's declaration marks it as temporary, else `rpc`.
 */
function rpcResult(operation: AnyOperation, body: unknown): unknown {
	if (!isObject(body))
		throw invalidResponse(operation, 'The response of the node is not a JSON-RPC envelope');
	// An error without an id is of a request that the node could not read.
	const isUnread = isObject(body.error) && body.id === null;
	if ('id' in body && body.id !== RPC_ID && !isUnread) {
		const message = `The node answered another request: its response has the id ${preview(body.id)}`;
		throw invalidResponse(operation, message);
	}
	if (isObject(body.error)) {
		const { code, data } = body.error;
		const message =
			typeof body.error.message === 'string'
				? body.error.message
				: 'The node gave an error without a message';
		const { call } = operation;
		const passes = call.type === 'rpc' && call.notReady?.test(message) === true;
		const unknown = code === METHOD_NOT_FOUND || UNKNOWN_METHOD.test(message);
		throw new Failure({
			kind: passes ? 'unavailable' : 'rpc',
			code: typeof code === 'number' ? code : undefined,
			message: clip(message),
			data: data ?? undefined,
			operation: operation.id,
			...(unknown && { hint: operation.availability }),
		});
	}
	if (!('result' in body)) {
		throw invalidResponse(operation, 'The response of the node has neither result nor error');
	}
	return body.result;
}

function statusFailure(
	operation: AnyOperation,
	response: HttpResponse,
	now: number,
	given: Readonly<Record<string, unknown>>,
): Failure {
	const { status, headers } = response;
	const { call, service } = operation;
	const details = { status, operation: operation.id };
	if (status >= 300 && status < 400) {
		const message = `The service answered with a redirect (${status}), which is not followed: set the URL that it leads to`;
		return new Failure({ ...details, kind: 'invalid-response', message, retryable: false });
	}
	const passes = service === 'node' && !(call.type === 'http' && call.fixed);
	const kinds = passes ? NODE_KINDS : KINDS;
	const message = serviceMessage(response.text) ?? `The service answered with status ${status}`;
	const isTemporary = call.type === 'http' && call.temporary?.test(message) === true;
	const refused = isTemporary ? 'unavailable' : 'invalid-input';
	const kind = kinds[status] ?? (status >= 500 ? 'server' : refused);
	// Every response may contain the end of the rate limit window; only a 429 means to wait for it.
	const { 'ratelimit-reset': _, ...others } = headers;
	const asked = retryAfter(status === 429 ? headers : others, now);
	const isUnknownChain = status === 404 && namesOwnChain(operation, given);
	const hint =
		status === 404
			? (operation.availability ?? (isUnknownChain ? UNKNOWN_CHAIN : undefined))
			: undefined;
	return new Failure({
		...details,
		kind,
		message,
		retryAfterMs: asked,
		hint,
		...(isUnknownChain && { retryable: false }),
	});
}

const UNKNOWN_CHAIN =
	'The node has no chain under this ID or alias: check both for this node and its network. A chain that the node has just begun to run is served later.';

/** Chains of every node: one that does not answer is bootstrapping. */
const CHAINS_OF_ALL: ReadonlySet<unknown> = new Set(['C', 'P', 'X', undefined]);

/**
 * True for a call of a node whose path names a chain that not every node has: a wrong alias does not pass
 * by itself.
 */
function namesOwnChain(
	{ call, service }: AnyOperation,
	given: Readonly<Record<string, unknown>>,
): boolean {
	if (service !== 'node' || call.type !== 'rpc') return false;
	const named = /^\/ext\/bc\/(?:\{(?<field>\w+)\}|(?<chain>[^/]+))/.exec(call.endpoint)?.groups;
	if (!named) return false;
	return !CHAINS_OF_ALL.has(named.field ? given[named.field] : named.chain);
}

/**
 * The service's own message: `message` as string or array, `error`, or a short plain text. Pages of
 * HTML are ignored.
 */
function serviceMessage(text: string): string | undefined {
	try {
		const body = parseJson(text);
		if (!isObject(body)) return undefined;
		const { message, error } = body;
		const parts = Array.isArray(message) ? message : [message];
		const said = parts.filter((part): part is string => typeof part === 'string' && part !== '');
		if (said.length > 0) return clip(said.join('; '));
		return typeof error === 'string' && error !== '' ? clip(error) : undefined;
	} catch {
		const plain = text.trim();
		return plain !== '' && !plain.startsWith('<') && !plain.startsWith('{')
			? clip(plain)
			: undefined;
	}
}

function clip(text: string): string {
	return text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT)}…` : text;
}

/** Milliseconds that `Retry-After` (seconds or date) or `RateLimit-Reset` (seconds) ask to wait. */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
	const asked = headers['retry-after'] ?? headers['ratelimit-reset'];
	if (asked === undefined) return undefined;
	if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(asked)) return Math.ceil(Number(asked) * 1000);
	const date = Date.parse(asked);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
