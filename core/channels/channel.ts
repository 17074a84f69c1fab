import type { Alert } from './alert';
import type { Answer, Verdict } from './verdict';

/**
 * The interface of a channel: the request that sends an alert, and the meaning of the responses.
 */

/** The destination of a channel, beyond its format: everything that a URL does not contain. */
export interface ChannelDestination {
	/** The incoming webhook, bot, server, queue or the like. */
	url?: string;
	/** PagerDuty: the integration key. */
	routingKey?: string;
	/** Telegram: the id of the chat, or `@channel`. */
	chat?: string;
	/** Telegram and Discord: the id of the topic or thread. */
	thread?: string;
	/** Telegram, Matrix, ntfy: the access token, where it is not in the URL. */
	token?: string;
	/** Matrix: the id of the room. */
	room?: string;
	/** ntfy: the topic; SNS: the ARN. */
	topic?: string;
	/** E-mail: the sender. */
	from?: string;
	/** E-mail: the recipients. */
	to?: readonly string[];
	/** The text of a template. */
	template?: string;
}
export type ChannelField = keyof ChannelDestination;

/** One message. `id`: the same in every attempt. `now`: Unix milliseconds of this attempt. */
export interface Message {
	id: string;
	/** Unix milliseconds */
	now: number;
	/** The event's type, time and data as Standard Webhooks sends them. */
	event: { id: string; type: string; timestamp: string; data: Readonly<Record<string, unknown>> };
	alert: Alert;
}

/** A request over HTTP. `url` and `body` may hold secrets. */
export interface ChannelRequest {
	method: 'POST' | 'PUT';
	url: string;
	headers: Record<string, string>;
	body: string;
}

/** The input of a command of an AWS service, for its SDK. */
export interface AwsCommand {
	aws: 'sqs' | 'sns' | 'ses';
	input: Readonly<Record<string, unknown>>;
}

export interface Channel {
	/** Name in settings. */
	value: string;
	/** Name in forms and in the reference. */
	name: string;
	/** Part of a sentence of the reference. */
	description: string;
	/** True for the URLs that only this channel has. */
	knows?(url: URL): boolean;
	/** Fields of the destination that are required. A nested list: at least one of these. */
	needs: ReadonlyArray<ChannelField | readonly ChannelField[]>;
	/** Fields of the destination that are optional. */
	takes?: readonly ChannelField[];
	/** True if the receiver is one of your own: it can check a signature, and be unsigned. */
	signed?: true;
	/** True if it opens an incident for an alert, which stays until the alert is resolved. */
	incidents?: true;
	/** Minimum milliseconds between two messages that the service allows, if it says so. */
	paceMs?: number;
	/** The body of the request, without the destination. */
	body(message: Message, destination: ChannelDestination): unknown;
	/** The request of an attempt. Default: the body as JSON, posted to the URL. */
	request?(message: Message, destination: ChannelDestination): ChannelRequest | AwsCommand;
	/** The verdict on a response, if it differs from the usual one. */
	verdict?(answer: Answer, usual: Verdict): Verdict;
}

/** The request of a channel for a message. */
export function requestOf(channel: Channel, message: Message, destination: ChannelDestination) {
	return (
		channel.request?.(message, destination) ??
		posted(destination.url as string, channel.body(message, destination))
	);
}

/** A value as JSON, posted. */
export function posted(
	url: string,
	body: unknown,
	headers: Record<string, string> = {},
): ChannelRequest {
	return {
		method: 'POST',
		url,
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	};
}
