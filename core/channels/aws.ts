import type { Channel, Message } from './channel';
import { cloudEvent } from './cloudEvents';
import { shortKey } from './pagerDuty';
import { fit, oneLine, utf8 } from './text';
import { type Answer, type Verdict, because, disabled } from './verdict';

/** Queues and topics of your own in AWS: the event as a CloudEvent, with attributes to filter by. */

/** In bytes: SQS takes 1 MiB, SNS 256 KiB, attributes included. */
const MOST = { sqs: 1_000_000, sns: 250_000, attribute: 250, subject: 100 };

type Attributes = Record<string, { DataType: 'String'; StringValue: string }>;

function attributesOf({ event, severity, subject, alertKey }: Message['alert']) {
	const given = { event, severity, subject, alertKey: shortKey(alertKey) };
	const entries = Object.entries(given).map(([name, value]) => {
		const text = fit(oneLine(value), { most: MOST.attribute, measure: utf8 });
		return [name, { DataType: 'String', StringValue: text }];
	});
	return Object.fromEntries(entries) as Attributes;
}

/** The event as text; one that is too large without most of its data. */
function textOf(message: Message, most: number): string {
	const text = JSON.stringify(cloudEvent(message));
	if (utf8(text) <= most) return text;
	const { event, alert } = message;
	const short = (value: string, longest = 1_000) => fit(value, { most: longest });
	const [subject, alertKey] = [short(alert.subject), shortKey(alert.alertKey)];
	const data = {
		id: short(alert.id),
		title: short(alert.title),
		text: short(alert.text, 10_000),
		severity: alert.severity,
		alertKey,
		truncated: true,
		bytes: utf8(text),
	};
	return JSON.stringify(
		cloudEvent({
			...message,
			event: { ...event, type: short(event.type), data },
			alert: { ...alert, subject, alertKey },
		}),
	);
}

const PASSING =
	/Throttl|TooManyRequests|LimitExceeded|RequestTimeout|Paused|KMS|InternalError|Unavailable/;
const GONE = /QueueDoesNotExist|NonExistentQueue|^NotFound(Exception)?$|QueueDeletedRecently/;

/** The answers of AWS's services: `body` is the name of the error. */
export function awsVerdict({ body: name = '' }: Answer, usual: Verdict): Verdict {
	if (usual.kind === 'delivered') return usual;
	if (!/^[A-Za-z.]{3,80}$/.test(name)) return usual;
	if (GONE.test(name)) return disabled(`AWS: ${name}`);
	if (PASSING.test(name)) return { kind: 'retry', reason: `AWS: ${name}` };
	return because(usual, name);
}

const QUEUE = /^sqs\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

export const sqs: Channel = {
	value: 'sqs',
	name: 'Amazon SQS',
	description: 'a queue of your own, by its URL; CloudEvents',
	knows: ({ hostname }) => QUEUE.test(hostname),
	needs: ['url'],
	body: (message) => cloudEvent(message),
	verdict: awsVerdict,
	request(message, { url = '' }) {
		const isFifo = url.endsWith('.fifo');
		return {
			aws: 'sqs',
			input: {
				QueueUrl: url,
				MessageBody: textOf(message, MOST.sqs),
				MessageAttributes: attributesOf(message.alert),
				...(isFifo && {
					MessageGroupId: shortKey(message.alert.alertKey, 128).replace(/[^!-~]/g, '-'),
					MessageDeduplicationId: message.id,
				}),
			},
		};
	},
};

export const sns: Channel = {
	value: 'sns',
	name: 'Amazon SNS',
	description: 'a topic of your own, by its ARN; CloudEvents',
	needs: ['topic'],
	body: (message) => cloudEvent(message),
	verdict: awsVerdict,
	request(message, { topic = '' }) {
		const isFifo = topic.endsWith('.fifo');
		// A subject has printable ASCII only, and no line break.
		const subject = fit(oneLine(message.alert.title).replace(/[^ -~]/g, '?'), {
			most: MOST.subject - 4,
		}).replace('…', '...');
		return {
			aws: 'sns',
			input: {
				TopicArn: topic,
				Message: textOf(message, MOST.sns),
				Subject: subject,
				MessageAttributes: attributesOf(message.alert),
				...(isFifo && {
					MessageGroupId: shortKey(message.alert.alertKey, 128).replace(/[^!-~]/g, '-'),
					MessageDeduplicationId: message.id,
				}),
			},
		};
	},
};
