import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { AwsCommand } from '../../core/channels/channel';
import type { Answer } from '../../core/channels/verdict';
import { endingCalls } from '../shared/awsCalls';
import { isPassing } from '../shared/passing';

/** Sends messages by services of AWS. Retries are those of deliveries. */

/** The result of an attempt: a status, or the reason why there is none. */
export interface SendResult extends Answer {
	/** True after a timeout. */
	silent?: boolean;
}

/** Timeout of a call, longer than that of any target, which ends the call first. */
const CALL_MS = 35_000;

/** Clients of a service by region: a queue or a topic may be in another region than the function. */
function clientsOf<Client>(Client: new (options: object) => Client) {
	const clients = new Map<string, Client>();
	return (region = ''): Client => {
		const options = { maxAttempts: 1, ...(region && { region }) };
		const client = clients.get(region) ?? new Client({ ...options, ...endingCalls(CALL_MS) });
		clients.set(region, client);
		return client;
	};
}
const queues = clientsOf(SQSClient);
const topics = clientsOf(SNSClient);
const email = clientsOf(SESv2Client);

async function call({ aws, input }: AwsCommand, options: { abortSignal: AbortSignal }) {
	switch (aws) {
		case 'sqs': {
			const { hostname } = new URL(String(input.QueueUrl));
			const [, region] = /^sqs\.([a-z0-9-]+)\.amazonaws/.exec(hostname) ?? [];
			return await queues(region).send(new SendMessageCommand(input as never), options);
		}
		case 'sns': {
			const region = String(input.TopicArn).split(':')[3];
			return await topics(region).send(new PublishCommand(input as never), options);
		}
		case 'ses':
			return await email().send(new SendEmailCommand(input as never), options);
	}
}

/** Sends a command. Never throws: `body` is the name of the error. */
export async function sendByAws(command: AwsCommand, timeoutSeconds: number): Promise<SendResult> {
	try {
		await call(command, { abortSignal: AbortSignal.timeout(timeoutSeconds * 1000) });
		return { status: 200 };
	} catch (error) {
		return failureOf(error as Error, timeoutSeconds);
	}
}

/** Only the name of the error is kept: its message may contain an address or an ARN. */
function failureOf(
	error: Error & { $metadata?: { httpStatusCode?: number } },
	timeoutSeconds: number,
): SendResult {
	if (error.name === 'AbortError' || error.name === 'TimeoutError') {
		return { error: `no response within ${timeoutSeconds} s`, silent: true };
	}
	const status = error.$metadata?.httpStatusCode;
	if (status !== undefined) return { status: isPassing(error) ? 503 : status, body: error.name };
	return { error: `the call of AWS failed (${error.name})` };
}
