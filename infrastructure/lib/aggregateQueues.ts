import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import type { AvalancheOptions } from './optionsSchema';
import { deadLetterQueue, retainedQueue, sendTo } from './queues';

type QueueOptions = NonNullable<NonNullable<AvalancheOptions['aggregate']>['queue']>;

/** As AWS advises: a message is not delivered again while its invocation may still run. */
const VISIBILITY_FACTOR = 6;
/** Deliveries of a message before it becomes a dead letter. */
const MOST_DELIVERIES = 5;
const DEFAULT_BATCH = 10;

/** The id of the queue of results. */
export const RESULTS = 'AggregateResults';

/** The queues of messages and of results, and what aggregateSignatures needs for them. */
export function aggregateQueues(stack: Stack, timeoutSeconds: number) {
	const failed = deadLetterQueue(stack, 'FailedAggregations');
	const messages = retainedQueue(stack, 'AggregateMessages', {
		visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * timeoutSeconds),
		deadLetterQueue: { queue: failed, maxReceiveCount: MOST_DELIVERIES },
	});
	const results = retainedQueue(stack, RESULTS);
	new CfnOutput(stack, 'AggregateMessagesUrl', { value: messages.queueUrl });
	new CfnOutput(stack, 'AggregateResultsUrl', { value: results.queueUrl });
	return {
		environment: { RESULTS_QUEUE_URL: results.queueUrl },
		statements: [
			new PolicyStatement({
				actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
				resources: [messages.queueArn],
			}),
			sendTo(results),
		],
		/** Invokes the function with the messages. */
		feed(made: Function, { batchSize = DEFAULT_BATCH, concurrency }: QueueOptions) {
			made.addEventSourceMapping('Messages', {
				eventSourceArn: messages.queueArn,
				batchSize,
				reportBatchItemFailures: true,
				...(concurrency && { maxConcurrency: concurrency }),
			});
		},
	};
}
