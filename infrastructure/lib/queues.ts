import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';

/** SQS keeps no message for longer. */
const RETENTION = Duration.days(14);

/**
 * A queue whose messages are nowhere else: it keeps them as long as SQS does, and is not deleted with the stack
 * or with the option that it belongs to.
 */
export function retainedQueue(stack: Stack, id: string, props: QueueProps = {}): Queue {
	const queue = new Queue(stack, id, {
		encryption: QueueEncryption.SQS_MANAGED,
		enforceSSL: true,
		retentionPeriod: RETENTION,
		...props,
	});
	queue.applyRemovalPolicy(RemovalPolicy.RETAIN);
	return queue;
}

/** A queue for events that were given up; the alarms watch it. */
export const deadLetterQueue = (stack: Stack, id: string): Queue => retainedQueue(stack, id);

/** Permission of a function to send failed events to the queue. */
export function sendTo(queue: Queue): PolicyStatement {
	return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
}
