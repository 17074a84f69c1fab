import { stringify } from '../service';
import { isObject } from './rawJson';

/** Batches of geth's server, with the limits of a node's configuration. */

const INVALID_REQUEST = -32600;
const RESPONSE_TOO_LARGE = -32003;

/** The limits of batches. */
export interface BatchLimits {
	/** Maximum number of calls (`batch-request-limit`). */
	calls: number;
	/** Bytes of results after which no further call is answered (`batch-response-max-size`). */
	bytes: number;
}

/** The defaults of the C-Chain and of Subnet-EVM. */
export const NODE_BATCHES: BatchLimits = { calls: 1_000, bytes: 25_000_000 };
/** Public endpoints document this number of calls; how they refuse more is that of the node. */
export const PUBLIC_BATCHES: BatchLimits = { ...NODE_BATCHES, calls: 40 };

/** An answer with an error. */
export function errorOf(id: unknown, code: number, message: string, data?: string) {
	return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** True for a message that a client expects an answer to. */
function isCall(message: unknown): message is { id: unknown } {
	if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
		return false;
	}
	const { id, method } = message;
	return id !== undefined && (id === null || typeof id !== 'object') && method !== '';
}

const isNotification = (message: unknown) =>
	isObject(message) && message.jsonrpc === '2.0' && message.id === undefined && !!message.method;

/**
 * The answers to a batch: one object for an empty one; a list with one error, which has the id of the first
 * call, for one with too many calls; otherwise the answers in order, without those to notifications. After
 * results beyond the limit, the remaining calls get an error each. Undefined: nothing is answered.
 */
export function batchAnswer(
	batch: readonly unknown[],
	limits: BatchLimits,
	answerOne: (call: unknown) => object | undefined,
): object | undefined {
	if (batch.length === 0) return errorOf(null, INVALID_REQUEST, 'empty batch');
	if (batch.length > limits.calls) {
		const first = batch.find(isCall);
		return [errorOf(first ? first.id : null, INVALID_REQUEST, 'batch too large')];
	}
	const answers: object[] = [];
	let bytes = 0;
	for (const [at, call] of batch.entries()) {
		const answer = answerOne(call);
		if (!answer) continue;
		answers.push(answer);
		const { result } = answer as { result?: unknown };
		if (result !== undefined) bytes += Buffer.byteLength(stringify(result));
		if (bytes <= limits.bytes) continue;
		const rest = batch.slice(at + 1).filter((each) => !isNotification(each));
		const idOf = (message: unknown) => (isObject(message) ? (message.id ?? null) : null);
		const refused = (each: unknown) =>
			errorOf(idOf(each), RESPONSE_TOO_LARGE, 'response too large');
		return [...answers, ...rest.map(refused)];
	}
	return answers.length > 0 ? answers : undefined;
}
