import { Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';

/** SQS keeps no message for longer. */
const RETENTION = Duration.days(14);

/** A queue for events that were given up; the alarms watch it. */
export function deadLetterQueue(stack: Stack, id: string): Queue {
	return new Queue(stack, id, {
		encryption: QueueEncryption.SQS_MANAGED,
		enforceSSL: true,
		retentionPeriod: RETENTION,
	});
}

/** The right of a function to leave its events there. */
export function sendTo(queue: Queue): PolicyStatement {
	return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
}
