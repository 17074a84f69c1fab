import { createHash, createHmac } from 'node:crypto';
import type { NetworkEvent } from '../../core';
import type { Target } from './settings';
import { slackText } from './slackText';

/** What is sent to a target. */
export interface WebhookRequest {
	headers: Record<string, string>;
	body: string;
}

const SECRET_PREFIX = 'whsec_';

/** The id of an event's message: the same for every attempt and every run, and for every target. */
export function messageIdOf(source: string, eventId: string): string {
	const hash = createHash('sha256')
		.update(JSON.stringify([source, eventId]))
		.digest('base64url');
	return `msg_${hash.slice(0, 27)}`;
}

/**
 * Standard Webhooks' signature: HMAC-SHA-256 over `id.timestamp.body`, one for each secret, so that
 * receivers that know the old or the new secret both find theirs while it rotates.
 *
 * @param timestamp Unix seconds of this attempt
 * @param secrets `whsec_` and base64
 */
export function signatures(
	id: string,
	timestamp: number,
	body: string,
	secrets: readonly string[],
) {
	return secrets
		.map((secret) => {
			const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
			return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
		})
		.join(' ');
}

/** An event as a target takes it, signed at `now` (Unix milliseconds). */
export function webhookRequest(
	target: Pick<Target, 'format' | 'template' | 'secrets'>,
	id: string,
	event: NetworkEvent,
	now: number,
): WebhookRequest {
	const body = bodyFor(target, event);
	const timestamp = Math.floor(now / 1000);
	const { secrets = [] } = target;
	return {
		body,
		headers: {
			'content-type': 'application/json',
			'user-agent': 'avalanche-notify',
			'webhook-id': id,
			'webhook-timestamp': String(timestamp),
			...(secrets.length > 0 && { 'webhook-signature': signatures(id, timestamp, body, secrets) }),
		},
	};
}

const DEFAULT_TEXT = '*{{type}}* at {{timestamp}}: {{id}}';

function bodyFor(
	{ format, template }: Pick<Target, 'format' | 'template'>,
	event: NetworkEvent,
): string {
	if (format === 'slack') {
		return JSON.stringify({ text: slackText(template ?? DEFAULT_TEXT, event) });
	}
	const { id, type, timestamp, data } = event;
	return JSON.stringify({ id, type, timestamp, data });
}
