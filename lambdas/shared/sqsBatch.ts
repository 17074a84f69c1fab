/** A message of a batch of SQS. */
export interface QueueRecord {
	messageId: string;
	body: string;
	eventSourceARN: string;
}

/** The response to a batch: the queue delivers the messages that it names again, and deletes the others. */
export interface BatchAnswer {
	batchItemFailures: Array<{ itemIdentifier: string }>;
}
