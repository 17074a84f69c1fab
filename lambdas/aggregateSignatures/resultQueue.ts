import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { endingCalls } from '../shared/awsCalls';
import type { SendMessageResult } from './messages';

const CALL_MS = 5_000;

/** Sends results to a queue, by its URL. The SDK repeats a call that fails, three times in all. */
export function resultQueue(url: string): SendMessageResult {
	const client = new SQSClient({ maxAttempts: 3, ...endingCalls(CALL_MS) });
	return async (text) => {
		await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: text }));
	};
}
