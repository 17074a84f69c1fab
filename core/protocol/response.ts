import type { Output } from '../fields/outputs';
import { hasKind } from '../fields/present';
import {
	Mismatch,
	type Read,
	type Skip,
	followsInput,
	readerOf,
	type MissingPart,
	missingByField,
} from '../fields/reader';
import { readPrometheus, type Sample } from '../formats/prometheus';
import type { AnyOperation } from '../operations/declare';
import { preview } from '../fields/preview';
import { Failure, isFailure } from '../failure';
import { parseJson, withoutMark, isMap } from '../formats/json';
import type { HttpResponse } from './ports';
import type { Reading } from './reading';
import { RPC_ID } from './request';
import { clip, invalidResponse, statusFailure } from './responseFailure';

/** The input and options that a result depends on. */
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
	const isBodiless = call.type === 'http' && call.bodiless === true;
	if (isBodiless || isDone(operation, text)) return checked(operation, {}, asked);
	const body = parsed(operation, text);
	if (answers && isMap(body)) return checked(operation, { ...body, statusCode: status }, asked);
	return checked(operation, call.type === 'rpc' ? rpcResult(operation, body) : body, asked);
}

/**
 * The checked result of one answer of a batch. Throws a `Failure`.
 *
 * @param id the id of its request
 */
export function readAnswer(
	operation: AnyOperation,
	answer: unknown,
	id: number,
	given: Readonly<Record<string, unknown>>,
	reading: Reading = {},
): unknown {
	return checked(operation, rpcResult(operation, answer, id), { input: given, ...reading });
}

/**
 * The result for a status that is one by itself: the body may be missing, or be an error page of a
 * gateway.
 */
function bodyAnswer(
	operation: AnyOperation,
	{ status, text }: HttpResponse,
	asked: Asked,
): unknown {
	const read = (how: Asked) => {
		const body = parsed(operation, text);
		return isMap(body) ? checked(operation, { ...body, statusCode: status }, how) : undefined;
	};
	const { skip, missing } = asked;
	let answer: unknown;
	try {
		// A body that is readable without required fields is the service's own answer.
		answer = read(missing ? asked : { ...asked, skip: skip && ignore, missing: ignore });
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
	return missing || answer === undefined ? answer : read(asked);
}

function ignore(): void {}

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

/** True for a call that the user wrote: no declaration marks its long numbers. */
function isOwnCall({ call }: AnyOperation): boolean {
	return call.type === 'rpc' ? typeof call.params === 'object' : call.own !== undefined;
}

/** True for the response to a user's own call that says no more than that it succeeded. */
function isDone({ call }: AnyOperation, text: string): boolean {
	const changes = call.type === 'http' && call.own !== undefined && call.method !== 'GET';
	return changes && text.trim() === '';
}

/** The samples of Prometheus' text format, as a result. Every node has some. */
function metricsIn(operation: AnyOperation, text: string): { metrics: Sample[] } {
	const metrics = readPrometheus(withoutMark(text));
	if (metrics && metrics.length > 0) return { metrics };
	const got =
		text.trim() === '' ? 'an empty response' : `${text.length} characters that are not metrics`;
	throw invalidResponse(operation, `The service returned ${got}`);
}

/** Compiled readers of responses that do not depend on the input: lenient and exact ones. */
const readers = {
	lenient: new WeakMap<AnyOperation, Read>(),
	exact: new WeakMap<AnyOperation, Read>(),
};

function reader(operation: AnyOperation, { input, exact = false }: Asked): Read {
	const { output, items: records } = operation;
	const known = readers[exact ? 'exact' : 'lenient'];
	let read = known.get(operation);
	if (read) return read;
	read = readerOf(output, { input, exact, records });
	if (!followsInput(output)) known.set(operation, read);
	return read;
}

function checked(operation: AnyOperation, body: unknown, asked: Asked): unknown {
	const { input, skip, missing } = asked;
	const missingParts: MissingPart[] | undefined = missing && [];
	// The value at the path of a secret may be a secret.
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
		const read = reader(operation, asked)(withEmptyList(operation, adapted), skipIt, missingParts);
		for (const { field, path, count } of missingParts?.length ? missingByField(missingParts) : []) {
			missing?.({ operation: operation.id, field, path, count });
		}
		return read;
	} catch (error) {
		if (!(error instanceof Mismatch)) throw error;
		throw invalidResponse(operation, `The response has an unexpected form${said(error)}`);
	}
}

/** Nodes are written in Go, which encodes an empty list or map as null. */
function withEmptyList({ service, items, itemKey }: AnyOperation, body: unknown): unknown {
	const isNull = service === 'node' && items !== undefined && isMap(body) && body[items] === null;
	return isNull ? { ...body, [items]: itemKey === undefined ? [] : {} } : body;
}

/** JSON-RPC code of an unknown method, and the message of gorilla's server (code -32000) instead. */
const METHOD_NOT_FOUND = -32601;
const UNKNOWN_METHOD = /can't find (method|service)/;

/**
 * The result of a JSON-RPC envelope. Throws its error as a `Failure`: `unavailable` if the
 * operation's declaration marks it as temporary, else `rpc`.
 *
 * @param id the id of the request
 */
export function rpcResult(operation: AnyOperation, body: unknown, id = RPC_ID): unknown {
	if (!isMap(body))
		throw invalidResponse(operation, 'The response of the node is not a JSON-RPC envelope');
	// An error with a null id is for a request that the node could not parse.
	const isUnread = isMap(body.error) && body.id === null;
	if ('id' in body && body.id !== id && !isUnread) {
		const message = `The node answered another request: its response has the id ${preview(body.id)}`;
		throw invalidResponse(operation, message);
	}
	if (isMap(body.error)) {
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
			...(unknown && { missing: true }),
		});
	}
	if (!('result' in body)) {
		throw invalidResponse(operation, 'The response of the node has neither result nor error');
	}
	return body.result;
}
