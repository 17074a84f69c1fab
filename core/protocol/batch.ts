import { Failure } from '../failure';
import { preview } from '../fields/preview';
import { parseJson, isMap } from '../formats/json';
import type { AnyOperation } from '../operations/declare';
import type { HttpRequest, HttpResponse } from './ports';
import { envelopeOf } from './request';
import { clip, invalidResponse, statusFailure } from './responseFailure';
import { rpcResult } from './response';

/** JSON-RPC batches: one request of many calls, and the answers in its response. */

/** One call of a batch. */
export interface BatchMember {
	operation: AnyOperation;
	/** Unique among the batches of one client, so that an answer of another batch is noticed. */
	id: number;
	input: Readonly<Record<string, unknown>>;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** Codes for calls that took the batch beyond the node's limit of time or size. */
const TIMED_OUT = -32002;
const TOO_LARGE = -32003;
/** Statuses of endpoints that do not take a body of this form or size. */
const REFUSING = [400, 405, 413, 415, 422];
const ABOUT_BATCHES = /batch|array/i;

/** A batch that was refused as a whole. `atMost`: the number of calls that may be taken. */
export interface Refused {
	refused: Failure;
	atMost: number;
}

/** The answers of a batch by their calls: an envelope, or the failure of this call alone. */
export type Answers = ReadonlyMap<number, { envelope: unknown } | { failure: Failure }>;

/** The request of a batch. `one`: the request of any of its calls. */
export function batchRequest(members: readonly BatchMember[], one: HttpRequest): HttpRequest {
	const calls = members.map(({ operation, id, input }) => envelopeOf(operation, { ...input }, id));
	return { ...one, body: `[${calls.join(',')}]` };
}

/**
 * Reads the response to a batch. Throws a `Failure` that all its calls share. Pure, except for the time that
 * a Retry-After date is relative to (`now`, ms).
 */
export function readBatch(
	members: readonly BatchMember[],
	response: HttpResponse,
	now: number,
): Answers | Refused {
	const { status, text } = response;
	const [{ operation, input }] = members;
	const half = Math.floor(members.length / 2);
	if (status < 200 || status >= 300) {
		const failure = statusFailure(operation, response, now, input);
		if (REFUSING.includes(status)) return { refused: failure, atMost: half };
		throw failure;
	}
	const body = bodyOf(operation, text);
	const refused = refusalOf(operation, body, members.length);
	if (refused) return refused;
	if (!Array.isArray(body)) {
		throw invalidResponse(operation, 'The response of the node to a batch is not a list');
	}
	return answersOf(members, body);
}

function bodyOf(operation: AnyOperation, text: string): unknown {
	// geth's server writes nothing if it has no answer.
	if (text.trim() === '') return [];
	try {
		return parseJson(text);
	} catch {
		const message = `The node returned ${text.length} characters that are not valid JSON`;
		throw invalidResponse(operation, message);
	}
}

/**
 * The refusal of a whole batch: one error object instead of a list, or, as geth's server does, a list
 * with one error that has the id of the first call (`batch too large`). Throws the failure of an error
 * object that is not about the batch.
 */
function refusalOf(operation: AnyOperation, body: unknown, sent: number): Refused | undefined {
	const errors = (Array.isArray(body) ? (body as unknown[]) : [body]).map(errorIn);
	const [first] = errors;
	if (!first) return undefined;
	// In a list, another error may be that of a call.
	const isAbout = (error: typeof first | undefined) =>
		error?.code === INVALID_REQUEST && ABOUT_BATCHES.test(error.message);
	if (Array.isArray(body) && !errors.every(isAbout)) return undefined;
	const refused = new Failure({
		kind: 'rpc',
		code: first.code,
		message: clip(first.message),
		operation: operation.id,
	});
	if (first.code === PARSE_ERROR) return { refused, atMost: 1 };
	const isLimit = isOfWholeBatch(refused) || first.code === INVALID_REQUEST;
	if (isLimit || ABOUT_BATCHES.test(first.message))
		return { refused, atMost: Math.floor(sent / 2) };
	rpcResult(operation, { ...(body as object), id: null });
	throw refused;
}

function errorIn(answer: unknown): { code?: number; message: string } | undefined {
	if (!isMap(answer) || !isMap(answer.error)) return undefined;
	const { code, message } = answer.error;
	return {
		code: typeof code === 'number' ? code : undefined,
		message: typeof message === 'string' ? message : 'The node gave an error without a message',
	};
}

function answersOf(members: readonly BatchMember[], list: readonly unknown[]): Answers {
	const answers = new Map<number, { envelope: unknown } | { failure: Failure }>();
	const asked = new Map(members.map(({ id, operation }) => [id, operation]));
	for (const envelope of list) {
		const id = isMap(envelope) ? envelope.id : undefined;
		// An error with a null id is for a call that the node could not read.
		if (id === null && isMap(envelope) && isMap(envelope.error)) continue;
		const operation = asked.get(id as number);
		if (typeof id !== 'number' || !operation) {
			const message = `The node answered another batch: its response has the id ${preview(id)}`;
			throw invalidResponse(members[0].operation, message);
		}
		const twice = 'The response of the node to a batch has several answers to this call';
		answers.set(
			id,
			answers.has(id) ? { failure: invalidResponse(operation, twice) } : { envelope },
		);
	}
	for (const [id, operation] of asked) {
		if (answers.has(id)) continue;
		const message = 'The response of the node to a batch has no answer to this call';
		answers.set(id, { failure: invalidResponse(operation, message) });
	}
	return answers;
}

/** True if a call failed because its batch took too long or its answers were too large. */
export function isOfWholeBatch({ kind, code }: Failure): boolean {
	return kind === 'rpc' && (code === TIMED_OUT || code === TOO_LARGE);
}
