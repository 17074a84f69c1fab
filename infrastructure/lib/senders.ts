import { Duration, type Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type StackParts, addFunction } from './functions';
import { deadLetterQueue, retainedQueue } from './queues';
import { sendToNamed } from './sendTo';
import type { SubscriptionParts } from './subscriptions';
import { useItems } from './tables';

/** Timeout of the function (s). AWS advises six times as much for the visibility of its messages. */
const TIMEOUT_SECONDS = 60;
const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS;
/**
 * Receives before a message becomes a dead letter of the queue. A target that fails does not count:
 * only crashes, and times without the table. These are five hours of them.
 */
const MAX_RECEIVES = 50;
const SENDERS = 10;

/** The queues of deliveries; those to targets that have not answered quickly yet have their own. */
export interface DeliveryQueues {
	main: Queue;
	slow: Queue;
}

/** The queues between notify and its senders, with one dead-letter queue. */
export function addDeliveryQueues(stack: Stack): DeliveryQueues {
	const failed = deadLetterQueue(stack, 'FailedDeliveries');
	const queue = (id: string) =>
		retainedQueue(stack, id, {
			visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
			deadLetterQueue: { queue: failed, maxReceiveCount: MAX_RECEIVES },
		});
	return { main: queue('Deliveries'), slow: queue('SlowDeliveries') };
}

/** The variables of the functions that put deliveries into the queues. */
export function queueVariables({ main, slow }: DeliveryQueues): Record<string, string> {
	return { NOTIFY_QUEUE_URL: main.queueUrl, NOTIFY_SLOW_QUEUE_URL: slow.queueUrl };
}

/** The options of notify, receive and sender. */
export interface DeliveryParts extends StackParts {
	queues: DeliveryQueues;
	/** Present if notify sends to subscriptions. */
	subscriptions?: SubscriptionParts;
}

/** The function that sends deliveries, and the mappings of both queues to it. */
export function addSender(stack: Stack, table: Table, parts: DeliveryParts): Function {
	const { queues, subscriptions } = parts;
	const { notify } = parts.options;
	if (!notify) throw new Error('notify.settings is required for sender');
	const maxConcurrency = notify.sendersAtOnce ?? SENDERS;
	const both = [queues.main.queueArn, queues.slow.queueArn];
	const made = addFunction(stack, 'sender', parts, {
		timeout: Duration.seconds(TIMEOUT_SECONDS),
		environment: {
			...queueVariables(queues),
			NOTIFY_TABLE: table.tableName,
			SENDER_CONCURRENCY: String(maxConcurrency),
			...subscriptions?.environment,
		},
		secrets: { NOTIFY_SETTINGS: notify.settings },
		statements: [
			useItems(table, 'BatchGetItem', 'BatchWriteItem'),
			new PolicyStatement({
				actions: ['SendMessage', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
					(name) => `sqs:${name}`,
				),
				resources: both,
			}),
			...sendToNamed(stack, notify.sendTo ?? {}),
			...(subscriptions?.sends ?? []),
		],
	});
	for (const [id, queue, batchSize] of [
		['Deliveries', queues.main, 10],
		// A request that takes long holds no other message of its batch.
		['SlowDeliveries', queues.slow, 1],
	] as const) {
		const mapping = new EventSourceMapping(stack, `${id}Source`, {
			target: made,
			eventSourceArn: queue.queueArn,
			batchSize,
			reportBatchItemFailures: true,
			maxConcurrency,
		});
		// Lambda checks the role when it creates the mapping.
		mapping.node.addDependency(stack.node.findChild('SenderRole'));
	}
	return made;
}
