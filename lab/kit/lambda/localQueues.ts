import { setTimeout as wait } from 'node:timers/promises';
import {
	CreateQueueCommand,
	DeleteMessageBatchCommand,
	ReceiveMessageCommand,
	SQSClient,
} from '@aws-sdk/client-sqs';
import { clock } from '../../../core';
import type { TableRetryOptions } from '../../../lambdas/notify/patience';
import type { Lane } from '../../../lambdas/notify/sendQueue';
import { sqsQueue } from '../../../lambdas/notify/sqsQueue';
import { drainQueues, type PolledQueue } from './eventSource';

/**
 * The queues of deliveries in a server of SQS on this machine, and their event source mappings. The server is
 * that of S3: fauxqs, or moto under `npm run opinion -- aws`. Neither is fair, and the mapping is simulated.
 */

const NAMES = { main: 'deliveries', slow: 'slow-deliveries' } as const;

/** Starts them in a server at an address. */
export async function startDeliveryQueues(url: string) {
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	const client = new SQSClient({ endpoint: url, region: REGION, credentials });
	for (const QueueName of Object.values(NAMES)) {
		// As in the stack.
		const Attributes = { VisibilityTimeout: '360' };
		await client.send(new CreateQueueCommand({ QueueName, Attributes }));
	}
	const urlOf = (name: string) => `${url}/${ACCOUNT}/${name}`;
	const urls = { main: urlOf(NAMES.main), slow: urlOf(NAMES.slow) };
	const left = sqsQueue(urls, { clock, until: Infinity }, client);
	const polled = Object.values(NAMES).map((name) => polledQueue(client, urlOf(name), name));
	return {
		region: REGION,
		/** Variables of notify and of sender. */
		environment: {
			AWS_ENDPOINT_URL_SQS: url,
			NOTIFY_QUEUE_URL: urls.main,
			NOTIFY_SLOW_QUEUE_URL: urls.slow,
		},
		/** The queues as notify and sender use them, without a process of their own. */
		open: async (urls: Record<Lane, string>, patience: TableRetryOptions) =>
			sqsQueue(urls, patience, client),
		/** Invokes sender with what is visible, until both queues show nothing more. Returns the number of invocations. */
		drain: async (invoke: (event: object) => Promise<unknown>) => await drainQueues(polled, invoke),
		/** Delivers messages until both queues are empty, with delayed ones. Throws if messages come again. */
		async empty(invoke: (event: object) => Promise<unknown>) {
			for (;;) {
				await drainQueues(polled, invoke);
				const counts = Object.values(await left.counts());
				if (counts.some(({ sending }) => sending > 0)) throw new Error('messages were not deleted');
				if (counts.every(({ waiting, delayed }) => waiting + delayed === 0)) return;
				await wait(POLL_MS);
			}
		},
		close: () => client.destroy(),
	};
}

/** The account of the server, and the region of the queues: moto knows them in no other. */
const ACCOUNT = '000000000000';
const REGION = 'us-east-1';

function polledQueue(client: SQSClient, QueueUrl: string, name: string): PolledQueue {
	return {
		arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
		async receive(most) {
			const { Messages = [] } = await client.send(
				new ReceiveMessageCommand({
					QueueUrl,
					MaxNumberOfMessages: most,
					MessageSystemAttributeNames: ['ApproximateReceiveCount', 'MessageGroupId'],
				}),
			);
			return Messages.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} }) => ({
				messageId: MessageId,
				receiptHandle: ReceiptHandle,
				body: Body,
				group: Attributes.MessageGroupId,
				receives: Number(Attributes.ApproximateReceiveCount),
			}));
		},
		async remove(handles) {
			const Entries = handles.map((ReceiptHandle, at) => ({ Id: String(at), ReceiptHandle }));
			await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
		},
		wait: async (ms) => await wait(Math.min(ms, POLL_MS)),
	};
}

const POLL_MS = 200;

export type DeliveryQueues = Awaited<ReturnType<typeof startDeliveryQueues>>;
