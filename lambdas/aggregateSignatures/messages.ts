import { readJson } from '../../core/fields/jsonText';
import { preview } from '../../core/fields/preview';
import { answerRoom } from '../shared/answer';
import { wrongInput } from '../shared/errors';
import { isCallersFault } from './fault';
import { errorBody, type ErrorBody } from './http';
import { inParallel } from '../shared/parallel';
import type { BatchAnswer, QueueRecord } from '../shared/invocation';
import type { Aggregation, AggregationList } from '../types';

/** Several messages in one invocation: a list in an event, or a batch of a queue. */

/** Most messages of a list: with the signers of 1,500 validators each, the response stays below 6 MB. */
export const MOST_MESSAGES = 25;
/** Messages whose signatures are collected at once. */
const AT_ONCE = 10;

/** Stands for a result that is too large for Lambda's response. */
const NO_ROOM: ErrorBody = {
	error: 'AnswerTooLarge',
	message: 'The response has no room for this result: send the message in another invocation',
};

/** The outcome of one message. */
export type Settled = { result: Aggregation } | { error: unknown };

/** Aggregates one message; never throws. */
export type Settle = (fields: unknown) => Promise<Settled>;

/** Sends the result of a message of the queue. Rejects if it may not have been sent. */
export type SendMessageResult = (text: string) => Promise<void>;

/**
 * The messages of an event that has a list of them, or undefined. Throws `Failure` of kind
 * `invalid-input` if the list is invalid; the messages themselves are checked later.
 */
export function listIn(event: unknown): readonly unknown[] | undefined {
	if (typeof event !== 'object' || event === null || !('messages' in event)) return undefined;
	const { messages, ...rest } = event as { messages: unknown };
	const others = Object.keys(rest);
	if (others.length > 0) {
		const rule = `messages cannot be combined with ${others.join(', ')}: each message has its own`;
		throw wrongInput('messages', rule);
	}
	if (!Array.isArray(messages) || messages.length === 0 || messages.length > MOST_MESSAGES) {
		const given = Array.isArray(messages) ? String(messages.length) : preview(messages);
		const rule = `messages must be a list of 1 to ${MOST_MESSAGES} events`;
		throw wrongInput('messages', `${rule}; given: ${given}`);
	}
	return messages as unknown[];
}

/** The records of a batch of SQS, or undefined. */
export function recordsIn(event: unknown): readonly QueueRecord[] | undefined {
	const { Records: records } = (event ?? {}) as { Records?: unknown };
	const isOfQueue = (one: unknown) =>
		(one as { eventSource?: unknown } | null)?.eventSource === 'aws:sqs';
	return Array.isArray(records) && records.length > 0 && records.every(isOfQueue)
		? (records as QueueRecord[])
		: undefined;
}

/** Aggregates the messages of a list: a failure of one does not affect the others. */
export async function aggregateList(
	messages: readonly unknown[],
	settle: Settle,
): Promise<AggregationList> {
	const settled = await inParallel(messages, AT_ONCE, settle);
	const room = answerRoom();
	const results = settled.map((one) => {
		const body = 'result' in one ? one.result : errorBody(one.error);
		return room.takes(body) ? body : NO_ROOM;
	});
	return { results };
}

/**
 * Aggregates the messages of a batch and sends each result, before the queue deletes the message:
 * at least once. A message that only its sender can correct has its error as its result; a message
 * that fails otherwise, or whose result could not be sent, is delivered again by the queue.
 */
export async function aggregateBatch(
	records: readonly QueueRecord[],
	settle: Settle,
	send: SendMessageResult,
): Promise<BatchAnswer> {
	const failed = await inParallel(records, AT_ONCE, async ({ messageId, body }) => {
		const settled = await settle(fieldsIn(body));
		if ('error' in settled && !isCallersFault(settled.error)) return messageId;
		const result = 'result' in settled ? settled.result : errorBody(settled.error);
		try {
			await send(JSON.stringify({ id: messageId, result }));
			return undefined;
		} catch {
			return messageId;
		}
	});
	const again = failed.filter((id) => id !== undefined);
	return { batchItemFailures: again.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** The body of a message; text that is not JSON is checked, and rejected, as a message. */
function fieldsIn(body: string): unknown {
	try {
		return readJson(body);
	} catch {
		return body;
	}
}
