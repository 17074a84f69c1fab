/** A message of a batch of SQS. */
export interface QueueRecord {
	messageId: string;
	body: string;
	eventSourceARN: string;
}

/** The response to a batch: messages that it does not name are deleted from the queue. */
export interface BatchAnswer {
	batchItemFailures: Array<{ itemIdentifier: string }>;
}

/** The response by which the queue delivers these messages again. */
export function deliverAgain(messageIds: readonly string[]): BatchAnswer {
	return { batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })) };
}
