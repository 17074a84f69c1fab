import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../system/localServer';
import { channels } from '../../../core';
import { SECRET } from '../lambda/notifyKit';
import { DESTINATIONS } from './hostile';

/** Receivers of every format on this machine, which answer as the services do. */

export interface ReceivedMessage {
	/** Value of the channel. */
	format: string;
	path: string;
	headers: IncomingHttpHeaders;
	/** The body as it was received; of SNS the message itself. */
	body: string;
	status: number;
}

/** The answer of a service to a message that it accepts. */
function accepted(format: string, body: string): [status: number, type: string, text: string] {
	switch (format) {
		case 'slack':
			return [200, 'text/plain', 'ok'];
		case 'teams':
			return [202, 'text/plain', ''];
		case 'pagerDuty':
			return [202, 'application/json', '{"status":"success","dedup_key":"1"}'];
		case 'sqs': {
			const { MessageBody } = JSON.parse(body) as { MessageBody: string };
			const md5 = createHash('md5').update(MessageBody).digest('hex');
			const answer = { MessageId: '1', MD5OfMessageBody: md5 };
			return [200, 'application/x-amz-json-1.0', JSON.stringify(answer)];
		}
		case 'sns':
			return [
				200,
				'text/xml',
				'<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>',
			];
		case 'email':
			return [200, 'application/json', '{"MessageId":"1"}'];
		default:
			return [200, 'application/json', '{"ok":true}'];
	}
}

/** The format of a path: its first part, which stands for the host of the service. SQS is called at its root. */
function formatOf(path: string): string {
	const [, first] = path.split(/[/?]/);
	if (first === '') return 'sqs';
	if (first.startsWith('bot')) return 'telegram';
	return first === '_matrix' ? 'matrix' : first;
}

/** Starts the receivers. */
export async function startReceivers() {
	const received: ReceivedMessage[] = [];
	const server = await startLocalServer((request, response, read) => {
		const path = request.url ?? '';
		const format = formatOf(path);
		const text = String(read);
		const body = format === 'sns' ? (new URLSearchParams(text).get('Message') ?? '') : text;
		const [status, type, answer] = accepted(format, text);
		received.push({ format, path, headers: request.headers, body, status });
		response.writeHead(status, { 'content-type': type }).end(answer);
	});
	const { url } = server;
	return {
		url,
		received,
		accepted: () => received.filter(({ status }) => status < 300),
		/** Variables with which the AWS SDK calls the receivers. */
		environment: {
			AWS_REGION: 'eu-central-1',
			AWS_ACCESS_KEY_ID: 'local',
			AWS_SECRET_ACCESS_KEY: 'local',
			AWS_ENDPOINT_URL_SQS: `${url}/sqs/`,
			AWS_ENDPOINT_URL_SNS: `${url}/sns/`,
			AWS_ENDPOINT_URL_SESV2: `${url}/email/`,
		},
		close: server.close,
	};
}

/** Settings of a target of each format at receivers, with the format as its name. */
export function targetsAt(url: string, formats = channels.map(({ value }) => value)) {
	return formats.map((format) => {
		const { url: _, ...rest } = { url: '', ...DESTINATIONS[format as keyof typeof DESTINATIONS] };
		const { signed } = channels.find(({ value }) => value === format) ?? {};
		return {
			name: format,
			format,
			...rest,
			...(!['email', 'sns'].includes(format) && { url: urlOf(url, format) }),
			...(signed && { secrets: [SECRET] }),
			allowPrivateNetwork: true,
		};
	});
}

/** URL of the receiver of a format; paths of the service follow the name of the format. */
function urlOf(url: string, format: string): string {
	switch (format) {
		case 'telegram':
			return `${url}/bot123:SECRETSECRET`;
		case 'sqs':
			return `${url}/sqs/123456789012/alerts`;
		case 'ntfy':
			return `${url}/ntfy/SECRETSECRET`;
		case 'pagerDuty':
			return `${url}/pagerDuty/v2/enqueue`;
		default:
			return `${url}/${format}`;
	}
}
