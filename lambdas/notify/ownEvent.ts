import type { NetworkEvent } from '../../core/events/event';
import { type Headline, headed } from '../../core/events/item';

/** An event about a target or a subscription itself. `key`: the end of its id. */
export function ownEvent(
	event: string,
	key: string,
	at: number,
	words: Pick<Headline, 'severity' | 'subject' | 'title' | 'text'>,
	columns: object,
): NetworkEvent {
	const occurredAt = new Date(at).toISOString();
	const alertKey = `${event}:${words.subject}`;
	return headed(
		{ id: `${event}:${key}`, event, ...words, occurredAt, url: null, alertKey },
		columns,
	);
}
