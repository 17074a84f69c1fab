import { createHmac } from 'node:crypto';
import { type Alert, alertOf } from '../../core/channels/alert';
import { channelNamed } from '../../core/channels/all';
import {
	type AwsCommand,
	type Channel,
	type ChannelRequest,
	type Message,
	type ChannelDestination,
	requestOf,
} from '../../core/channels/channel';
import type { NetworkEvent } from '../../core/events/event';
import type { Target } from './targetSettings';

const SECRET_PREFIX = 'whsec_';

/**
 * The headers of Standard Webhooks, with their signature: HMAC-SHA-256 over `id.timestamp.body`, one for each secret,
 * so that during a rotation receivers with the old or the new secret can both verify it.
 *
 * @param now Unix milliseconds of this attempt
 * @param secrets `whsec_` and base64; without any, there is no signature
 */
export function signedHeaders(id: string, now: number, body: string, secrets: readonly string[]) {
	const timestamp = String(Math.floor(now / 1000));
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
		return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
	});
	return {
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
	};
}

/** The channel of a target. */
export function channelOfTarget({ format }: Pick<Target, 'format'>): Channel {
	return channelNamed(format) as Channel;
}

/** An event as a message of a channel. */
export function messageOf(id: string, event: NetworkEvent, now: number): Message {
	const { type, timestamp, data } = event;
	// An event that was too large has lost its own columns.
	let alert: Alert | undefined;
	return {
		id,
		now,
		event: { id: event.id, type, timestamp, data },
		// The format `event` does not need it.
		get alert() {
			return (alert ??= alertOf({ id: event.id, event: type, occurredAt: timestamp, ...data }));
		},
	};
}

/** The properties of a target that its request needs. */
export type Addressed = Pick<Target, 'format' | 'secrets' | 'headers'> & ChannelDestination;

/** The request for an event to a target, signed at `now` (Unix milliseconds). */
export function webhookRequest(
	target: Addressed,
	id: string,
	event: NetworkEvent,
	now: number,
): ChannelRequest | AwsCommand {
	const channel = channelOfTarget(target);
	const request = requestOf(channel, messageOf(id, event, now), target);
	if ('aws' in request) return request;
	const own = { ...request.headers, 'user-agent': 'avalanche-notify' };
	if (!channel.signed) return { ...request, headers: own };
	const { secrets = [], headers } = target;
	const signed = signedHeaders(id, now, request.body, secrets);
	return { ...request, headers: { ...headers, ...own, ...signed } };
}

/** Formats whose service knows a repeated message by its id or key, and ignores it. */
const KNOWN_BY_KEY: ReadonlySet<string> = new Set(['pagerDuty', 'alertmanager', 'matrix']);

/**
 * True if a repeated message has no effect: the receiver knows its id. The others would show it twice:
 * their attempts are claimed first.
 */
export function isRepeatable(target: Pick<Target, 'format'>): boolean {
	return channelOfTarget(target).signed === true || KNOWN_BY_KEY.has(target.format);
}
