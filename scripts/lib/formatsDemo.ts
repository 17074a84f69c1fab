import type { ChannelRequest } from '../../core';
import { type Body, CHECKS } from '../../lab/kit/channels/checks';
import { messageFor } from '../../lab/kit/channels/hostile';
import type { ReceivedMessage } from '../../lab/kit/channels/receivers';
import type { Received } from '../../lab/kit/lambda/notifyKit';

/** One event in several formats, as local receivers got it. */

export const DEMO_FORMATS = ['slack', 'discord', 'telegram', 'teams', 'pagerDuty'];

/**
 * The messages of the formats, each checked against the schema, types and limits of its service. The
 * events are known by what a target of Standard Webhooks got. Throws what is wrong, or missing.
 */
export function checkedFormats(
	events: readonly Received[],
	messages: readonly ReceivedMessage[],
): string[] {
	return DEMO_FORMATS.flatMap((format) => {
		const own = messages.filter((one) => one.format === format);
		if (own.length !== events.length) {
			throw new Error(`${format} got ${own.length} of ${events.length} events`);
		}
		return own.map(({ body, path, headers }) => {
			const [event] = events.filter(
				({ body: text }) => problemOf(format, text, body, path, headers) === undefined,
			);
			if (event === undefined) {
				const [{ body: text }] = events;
				throw new Error(`${format}: ${problemOf(format, text, body, path, headers)}`);
			}
			return `${format}: valid: ${body.slice(0, 200)}…`;
		});
	});
}

function problemOf(
	format: string,
	event: string,
	body: string,
	path: string,
	headers: object,
): string | undefined {
	const message = messageFor(JSON.parse(event) as never);
	const url = `https://receiver.example.org${path}`;
	const request = { method: 'POST', url, headers, body } as ChannelRequest;
	try {
		CHECKS[format as keyof typeof CHECKS](JSON.parse(body) as Body, message, request);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** The changes of the incidents of PagerDuty, one line for each request. */
export function incidents(messages: readonly ReceivedMessage[]): string[] {
	const open = new Set<string>();
	return messages
		.filter(({ format }) => format === 'pagerDuty')
		.map(({ body }) => {
			const { event_action, dedup_key } = JSON.parse(body) as Record<string, string>;
			const wasOpen = open.has(dedup_key);
			if (event_action === 'trigger') open.add(dedup_key);
			else open.delete(dedup_key);
			const what =
				event_action === 'trigger' ? 'opened' : wasOpen ? 'resolved' : 'resolved nothing';
			return `${what}: ${dedup_key}`;
		});
}
