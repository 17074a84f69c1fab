import { GetQueueAttributesCommand, SQSClient, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { withRetries } from '../../core/protocol/retry';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import { isPassing } from '../shared/passing';
import { inParallel } from '../shared/parallel';
import { PATIENT, type TableRetryOptions } from './patience';
import type { Lane, QueueMessage, QueuedDelivery } from './sendQueue';

/** Timeout of a call (ms); the call is then repeated. */
const CALL_MS = 5_000;
const PARALLEL_CALLS = 16;
/** Maximum of one call. */
const BATCH_ENTRIES = 10;
/** SQS charges a call for each 64 KiB of its messages. */
const BATCH_BYTES = 64 * 1024;
/** Ten messages with events of this size, in bytes of JSON, are charged as one call. */
const LARGEST_EVENT = 6_000;

const WAITING = 'ApproximateNumberOfMessages';
const DELAYED = 'ApproximateNumberOfMessagesDelayed';
const SENDING = 'ApproximateNumberOfMessagesNotVisible';

const client = new SQSClient({ maxAttempts: 1, ...endingCalls(CALL_MS) });

export type SendQueue = ReturnType<typeof sqsQueue>;

/** The queues of SQS, whose calls are retried within `patience`. */
export function sqsQueue(
	urls: Readonly<Record<Lane, string>>,
	patience: TableRetryOptions,
	sqs: Pick<SQSClient, 'send'> = client,
) {
	async function sendBatch(url: string, batch: readonly Entry[]): Promise<void> {
		const policy = { ...PATIENT, deadline: patience.until };
		let left = batch;
		const sendLeft = async () => {
			const Entries = left.map((entry, at) => ({ Id: String(at), ...entry }));
			const command = new SendMessageBatchCommand({ QueueUrl: url, Entries });
			const { Failed = [] } = await sqs.send(command);
			const fault = Failed.find(({ SenderFault }) => SenderFault);
			if (fault) {
				const reason = `${fault.Code}: ${fault.Message}`;
				throw new HandlerError(
					'QueueRefused',
					`The queue of deliveries refused a message (${reason})`,
				);
			}
			left = Failed.map(({ Id }) => left[Number(Id)]);
			if (left.length === 0) return;
			throw Object.assign(new Error('the queue accepted a part'), { name: 'ThrottlingException' });
		};
		await withRetries(sendLeft, policy, { clock: patience.clock, mayPass: isPassing });
	}

	/** Messages of a queue, about: those to be sent now, those to be sent later, and those that a sender has. */
	async function countsOf(url: string) {
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
		/** The number of messages, about: a queue cannot list its messages without hiding them from senders. */
		async counts() {
			const [main, slow] = await Promise.all([countsOf(urls.main), countsOf(urls.slow)]);
			return { main, slow };
		},

		/**
		 * Returns when the queue has all messages. Throws if it does not accept them in time: some of
		 * them may be in the queue then, and are there twice when they are sent again.
		 */
		async send(messages: readonly QueueMessage[], lane: Lane = 'main'): Promise<void> {
			const batches = batchesOf(messages.map(entryOf));
			await inParallel(batches, PARALLEL_CALLS, (batch) => sendBatch(urls[lane], batch));
		},
	};
}

/** An entry of SendMessageBatch, without its ID. */
type Entry = ReturnType<typeof entryOf>;

const entryOf = ({ delivery, delaySeconds }: QueueMessage) => ({
	MessageBody: bodyOf(delivery),
	// On a standard queue, it makes the queue fair: it does not order messages.
	MessageGroupId: delivery.target,
	...(delaySeconds && { DelaySeconds: delaySeconds }),
});

/** A delivery as it is sent: without its event if that is large. */
function bodyOf(delivery: QueuedDelivery): string {
	const { target, id, source, attempts, createdAt, dueAt = 0, event, paced } = delivery;
	const isSmall = event && Buffer.byteLength(JSON.stringify(event)) <= LARGEST_EVENT;
	const due = dueAt > createdAt && { dueAt };
	const content = isSmall && { event };
	return JSON.stringify({ target, id, source, attempts, createdAt, ...due, ...content, paced });
}

/** Messages of one lane in batches, each of at most 10 and charged as one call if it can be. */
function batchesOf(entries: readonly Entry[]): Entry[][] {
	const batches: Entry[][] = [];
	let bytes = Infinity;
	for (const entry of entries) {
		const size = Buffer.byteLength(entry.MessageBody);
		const last = batches.at(-1);
		if (last && last.length < BATCH_ENTRIES && bytes + size <= BATCH_BYTES) {
			last.push(entry);
			bytes += size;
		} else {
			batches.push([entry]);
			bytes = size;
		}
	}
	return batches;
}
