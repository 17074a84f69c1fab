import { isDeepStrictEqual } from 'node:util';
import { type Failure, type HttpResponse, parseJson } from '../../../core';
import type { End, Use } from '../../kit/operations/ask';
import { compare, type Difference, NOT_DECLARED } from './compare';
import { type Known, remember } from '../../kit/operations/inputs';
import { exampleOf, type ValueFor, variantsOf } from '../../kit/operations/variants';
import type { Question } from './questions';

/** The outcome of calling one operation. */
export interface Outcome {
	/**
	 * `works`: the response matches the declaration; fields beside the declared ones are passed on.
	 * `differs`: it does not match. `refused`: the service does not serve the operation. `input`: it
	 * does not take this input. `unknown`: no conclusion is possible.
	 */
	result: 'works' | 'differs' | 'refused' | 'input' | 'unknown';
	/** HTTP status, if there was a response. */
	status?: number;
	/** The service's own message, or the reason for `unknown`. */
	message?: string;
	differences: Difference[];
	/** Names of the fields that were sent. */
	fields: string[];
}

/** The part of a raw response that is declared. */
function bodyOf({ operation }: Question, text: string): unknown {
	const body = parseJson(text);
	if (operation.call.type !== 'rpc') return body;
	return (body as { result?: unknown } | null)?.result;
}

function isRefusal(status: number | undefined): boolean {
	return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Statuses of a request that the service has read and does not take. */
const WRONG_INPUT: ReadonlySet<number | undefined> = new Set([400, 422]);
/** JSON-RPC code and messages of a method that the node does not have. */
const NO_METHOD = -32601;
const NO_METHOD_SAID = /can't find (method|service)|does not exist\/is not available/;

/** Messages of a node that does not answer this call now. */
const NOT_NOW = /timed out|bootstrapping/i;

/** True where another input may be taken. */
function isWrongInput({ kind, code, message }: Failure, status: number | undefined): boolean {
	if (kind === 'rpc') return code !== NO_METHOD && !NO_METHOD_SAID.test(message);
	return WRONG_INPUT.has(status);
}

/** True if the service serves the operation, but has no record of the requested ids. */
function isNoRecord({ kind, message }: Failure, input: Record<string, unknown>): boolean {
	if (!/not found|no such|does not exist/i.test(message)) return false;
	if (kind === 'rpc') return !/method/i.test(message);
	const ids = Object.values(input).filter((value) => typeof value === 'string' && value.length > 8);
	return ids.some((value) => message.includes(value as string));
}

/** The differences of a response that the client rejected. */
function differencesOf(question: Question, response: HttpResponse): Difference[] {
	try {
		return compare(question.schema(), bodyOf(question, response.text));
	} catch {
		return [{ at: '', declared: 'JSON', found: 'other text' }];
	}
}

function failed(
	question: Question,
	error: Failure,
	input: Record<string, unknown>,
	response: HttpResponse | undefined,
): Omit<Outcome, 'fields'> {
	const { kind, message } = error;
	const status = error.status ?? response?.status;
	const about = { message, differences: [], ...(status !== undefined && { status }) };
	if (isNoRecord(error, input)) return { result: 'unknown', ...about };
	if (kind === 'rpc' && NOT_NOW.test(message)) return { result: 'unknown', ...about };
	if (isWrongInput(error, status)) return { result: 'input', ...about };
	if (kind === 'rpc' || isRefusal(status)) return { result: 'refused', ...about };
	// A redirect or a response that is too large is not compared.
	if (kind !== 'invalid-response' || !response || response.status >= 300) {
		return { result: 'unknown', ...about };
	}
	const differences = differencesOf(question, response);
	const whole = [{ at: '', declared: 'an answer', found: message }];
	return { result: 'differs', ...about, differences: differences.length ? differences : whole };
}

/** The outcome of a call, and whether another input may have another one. */
function outcomeOf(question: Question, input: Record<string, unknown>, end: End) {
	const fields = Object.keys(input);
	if (end.type === 'crash') throw end.error;
	if (end.type === 'answer') {
		const differences = compare(question.schema(), end.answer);
		const passedOn = differences.every(({ declared }) => declared === NOT_DECLARED);
		const result = passedOn ? 'works' : 'differs';
		const { status } = end.exchange.response;
		return { outcome: { result, status, differences, fields } satisfies Outcome, again: false };
	}
	const response = end.type === 'failure' ? end.exchange?.response : undefined;
	const outcome: Outcome = { ...failed(question, end.failure, input, response), fields };
	// Input that breaks a rule is not sent: the next input may be valid.
	const noRecord = isNoRecord(end.failure, input);
	return { outcome, again: end.type === 'unsent' || noRecord || outcome.result === 'input' };
}

/** Small pages cost as much as large ones, and show the same. */
const PAGE_SIZE = 5;
/** The EVM chain that every node has; the example of the declaration is on no other node. */
const C_CHAIN = 'C';

/** The least input, with the values of the user and then those that are known; undefined where there is none. */
function inputOf({ operation, fields }: Question, given: Known, known: Known) {
	const valueFor: ValueFor = (field, values) =>
		given.get(field.key) ??
		(field.key === 'blockchainId' && field.names === 'evmBlockchain' ? C_CHAIN : undefined) ??
		field.default ??
		known.get(field.key) ??
		exampleOf(field, values);
	const { variants } = variantsOf(operation, valueFor, [], new Set(given.keys()));
	const size = fields.filter(({ show, control }) => show === 'paging' && control === 'number');
	const sizes = size.map(({ key, min = 1 }) => [key, Math.max(min, PAGE_SIZE)] as const);
	return variants[0] && { ...Object.fromEntries(sizes), ...variants[0].input };
}

/** Calls an operation with values of answers, and with the examples where these have no other outcome. */
export function* triesOf(
	question: Question,
	{ given, answered }: { given: Known; answered: Map<string, string> },
): Generator<Use, Outcome, End> {
	let outcome: Outcome = {
		result: 'unknown',
		message: 'There is no example for a required field',
		differences: [],
		fields: [],
	};
	let before: Use['input'] | undefined;
	for (const known of [answered, new Map<string, string>()]) {
		const input = inputOf(question, given, known);
		if (!input || isDeepStrictEqual(input, before)) continue;
		before = input;
		const end = yield { input };
		if (end.type === 'answer') remember(end.answer, answered);
		const one = outcomeOf(question, input, end);
		({ outcome } = one);
		if (!one.again) break;
	}
	return outcome;
}
