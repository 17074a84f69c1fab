import { GetQueueAttributesCommand, SQSClient, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { withRetries } from '../../core/protocol/retry';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import { isPassing } from '../shared/passing';
import { inParallel } from '../shared/parallel';
import { PATIENT, type TableRetryOptions } from './patience';
import {
	type Lane,
	type QueueCounts,
	type QueueMessage,
	type SendQueue,
	batchesOf,
	bodyOf,
} from './sendQueue';

/** Timeout of a call (ms); the call is then repeated. */
const CALL_MS = 5_000;
const PARALLEL_CALLS = 16;

const WAITING = 'ApproximateNumberOfMessages';
const DELAYED = 'ApproximateNumberOfMessagesDelayed';
const SENDING = 'ApproximateNumberOfMessagesNotVisible';

const client = new SQSClient({ maxAttempts: 1, ...endingCalls(CALL_MS) });

/** The queues of SQS, whose calls are retried within `patience`. */
export function sqsQueue(
	urls: Readonly<Record<Lane, string>>,
	patience: TableRetryOptions,
	sqs: Pick<SQSClient, 'send'> = client,
): SendQueue {
	/** One call; the messages that it did not accept, and whether they can be sent again. */
	async function call(url: string, messages: readonly QueueMessage[]): Promise<QueueMessage[]> {
		const { Failed = [] } = await sqs.send(
			new SendMessageBatchCommand({
				QueueUrl: url,
				Entries: messages.map(({ delivery, delaySeconds }, at) => ({
					Id: String(at),
					MessageBody: bodyOf(delivery),
					// On a standard queue, it makes the queue fair: it does not order messages.
					MessageGroupId: delivery.target,
					...(delaySeconds && { DelaySeconds: delaySeconds }),
				})),
			}),
		);
		const fault = Failed.find(({ SenderFault }) => SenderFault);
		if (fault) {
			const reason = `${fault.Code}: ${fault.Message}`;
			throw new HandlerError(
				'QueueRefused',
				`The queue of deliveries refused a message (${reason})`,
			);
		}
		return Failed.map(({ Id }) => messages[Number(Id)]);
	}

	async function sendBatch(url: string, batch: readonly QueueMessage[]): Promise<void> {
		const policy = { ...PATIENT, deadline: patience.until };
		let left: readonly QueueMessage[] = batch;
		const sendLeft = async () => {
			left = await call(url, left);
			if (left.length === 0) return;
			throw Object.assign(new Error('the queue accepted a part'), { name: 'ServiceUnavailable' });
		};
		await withRetries(sendLeft, policy, { clock: patience.clock, mayPass: isPassing });
	}

	async function countsOf(url: string): Promise<QueueCounts> {
		const { Attributes = {} } = await sqs.send(
			new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [WAITING, DELAYED, SENDING] }),
		);
		return {
			waiting: Number(Attributes[WAITING]),
			delayed: Number(Attributes[DELAYED]),
			sending: Number(Attributes[SENDING]),
		};
	}

	return {
		async counts() {
			const [main, slow] = await Promise.all([countsOf(urls.main), countsOf(urls.slow)]);
			return { main, slow };
		},

		async send(messages, lane = 'main') {
			const batches = batchesOf(messages.map(({ delivery }) => bodyOf(delivery)));
			await inParallel(batches, PARALLEL_CALLS, async (batch) => {
				await sendBatch(
					urls[lane],
					batch.map((at) => messages[at]),
				);
			});
		},
	};
}
