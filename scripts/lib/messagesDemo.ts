import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unsignedHex } from '../../lab/kit/lambda/aggregateKit';
import { startS3 } from '../../lab/kit/lambda/s3';

/** A queue for the results of aggregateSignatures, on this machine: the server of S3 has queues, too. */
export async function startResultQueue() {
	const server = await startS3([]);
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	const client = new SQSClient({ endpoint: server.url, region: 'us-east-1', credentials });
	await client.send(new CreateQueueCommand({ QueueName: 'results' }));
	// The URL that it returns begins with the name of a host, which an address of this machine has not.
	const QueueUrl = `${server.url}/000000000000/results`;
	return {
		url: server.url,
		environment: { AWS_ENDPOINT_URL_SQS: server.url, RESULTS_QUEUE_URL: QueueUrl },
		/** The messages that it has. */
		async received(): Promise<string[]> {
			const asked = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
			const { Messages = [] } = await client.send(asked);
			return Messages.map(({ Body = '' }) => Body);
		},
		async close() {
			client.destroy();
			await server.close();
		},
	};
}

/** Events of aggregateSignatures with several messages of a blockchain: a list, and a batch of SQS. */
export function eventsOfSeveral(blockchainId: string) {
	const unsigned = (number: number) =>
		unsignedHex(blockchainId, `000000000000${String(number).padStart(64, '0')}`);
	const events = [{ message: unsigned(1) }, { message: unsigned(2) }, { message: 'zz' }];
	const Records = events.map((event, at) => ({
		messageId: `message-${at + 1}`,
		eventSource: 'aws:sqs',
		body: JSON.stringify(event),
	}));
	return { list: { messages: events }, batch: { Records } };
}
