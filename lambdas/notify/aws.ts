import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { PublishCommand, type PublishCommandInput, SNSClient } from '@aws-sdk/client-sns';
import { SQSClient, SendMessageCommand, type SendMessageCommandInput } from '@aws-sdk/client-sqs';
import type { AwsCommand } from '../../core/channels/channel';
import { endingCalls } from '../shared/awsCalls';
import { lazily } from '../shared/lazily';
import { isPassing } from '../shared/passing';
import type { SendResult } from './sendResult';

/** Sends messages by services of AWS. Retries are those of deliveries. */

/** Timeout of a call, longer than that of any target, which ends the call first. */
const CALL_MS = 35_000;
const email = lazily(() => new SESv2Client({ maxAttempts: 1, ...endingCalls(CALL_MS) }));
/** Clients of other regions than the function's, by region. */
const queues = new Map<string, SQSClient>();
const topics = new Map<string, SNSClient>();

function kept<Client>(clients: Map<string, Client>, region: string, make: () => Client): Client {
	const client = clients.get(region) ?? make();
	clients.set(region, client);
	return client;
}

/** Sends a command. Never throws: `body` is the name of the error. */
export async function sendByAws(
	{ aws, input }: AwsCommand,
	timeoutSeconds: number,
): Promise<SendResult> {
	const options = { abortSignal: AbortSignal.timeout(timeoutSeconds * 1000) };
	try {
		switch (aws) {
			case 'sqs': {
				const region = /^sqs\.([a-z0-9-]+)\.amazonaws/.exec(
					new URL(String(input.QueueUrl)).hostname,
				)?.[1];
				const client = kept(queues, region ?? '', () => {
					return new SQSClient({
						maxAttempts: 1,
						...endingCalls(CALL_MS),
						...(region && { region }),
					});
				});
				await client.send(
					new SendMessageCommand(input as never as SendMessageCommandInput),
					options,
				);
				break;
			}
			case 'sns': {
				const region = String(input.TopicArn).split(':')[3];
				const client = kept(topics, region, () => {
					return new SNSClient({ maxAttempts: 1, ...endingCalls(CALL_MS), region });
				});
				await client.send(new PublishCommand(input as never as PublishCommandInput), options);
				break;
			}
			case 'ses':
				await email().send(new SendEmailCommand(input as never as SendEmailCommandInput), options);
		}
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
