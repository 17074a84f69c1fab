import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type AwsCommand, channels, requestOf, sampleAlert } from '../../core';
import { AWS_ENVIRONMENT, startS3 } from '../../lab/kit/lambda/s3';
import { forTests } from '../emulatorForTests';
import { sendByAws } from '../../lambdas/notify/aws';
import { verdictOf } from '../../lambdas/notify/attempt';
import { messageOf } from '../../lambdas/notify/webhook';

/** Queues and topics by the AWS SDK, on an engine of SQS and SNS in a process of its own. */

const NOW = 1_794_052_800_000;
const server = forTests(async () => startS3([]));
let sqs: SQSClient;
let sns: SNSClient;

beforeAll(() => {
	const endpoints = { AWS_ENDPOINT_URL_SQS: server.url, AWS_ENDPOINT_URL_SNS: server.url };
	Object.assign(process.env, { ...AWS_ENVIRONMENT, ...endpoints });
	[sqs, sns] = [new SQSClient(), new SNSClient()];
});
afterAll(() => {
	sqs.destroy();
	sns.destroy();
});

const event = sampleAlert('warning', NOW);

async function sent(format: 'sqs' | 'sns', destination: object) {
	const channel = channels.find(({ value }) => value === format);
	if (!channel) throw new Error(format);
	const command = requestOf(channel, messageOf('msg_1', event, NOW), destination) as AwsCommand;
	const answer = await sendByAws(command, 10);
	return { answer, verdict: verdictOf({ format }, answer) };
}

async function queue(name: string): Promise<string> {
	await sqs.send(new CreateQueueCommand({ QueueName: name }));
	return `${server.url}/000000000000/${name}`;
}

async function received(url: string) {
	const { Messages = [] } = await sqs.send(
		new ReceiveMessageCommand({ QueueUrl: url, MessageAttributeNames: ['All'] }),
	);
	return Messages;
}

test('a queue gets the event as a CloudEvent, with attributes to filter by', async () => {
	const url = await queue('alerts');
	expect((await sent('sqs', { url })).verdict).toEqual({ kind: 'delivered' });
	const [{ Body, MessageAttributes }] = await received(url);
	const cloudEvent = { specversion: '1.0', id: 'msg_1', type: event.type, data: event.data };
	expect(JSON.parse(String(Body))).toMatchObject(cloudEvent);
	expect(MessageAttributes?.severity.StringValue).toBe('warning');
});

test('a topic hands it on to a queue that subscribes', async () => {
	const url = await queue('subscriber');
	const { TopicArn: topic } = await sns.send(new CreateTopicCommand({ Name: 'alerts' }));
	const Endpoint = 'arn:aws:sqs:us-east-1:000000000000:subscriber';
	await sns.send(new SubscribeCommand({ TopicArn: topic, Protocol: 'sqs', Endpoint }));
	expect((await sent('sns', { topic })).verdict).toEqual({ kind: 'delivered' });
	const [{ Body }] = await received(url);
	const { Message } = JSON.parse(String(Body)) as { Message: string };
	expect(JSON.parse(Message)).toMatchObject({ id: 'msg_1', type: event.type });
});

test('a queue and a topic that do not exist disable the target', async () => {
	const url = (await queue('alerts')).replace(/alerts$/, 'gone');
	expect((await sent('sqs', { url })).verdict.kind).toBe('disable');
	const topic = 'arn:aws:sns:us-east-1:000000000000:gone';
	expect((await sent('sns', { topic })).verdict.kind).toBe('disable');
});
