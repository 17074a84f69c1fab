import { markOf } from '../events/event';
import { alertOf } from './alert';
import type { Message } from './channel';

/**
 * An item of an event as a message of a channel. Items of other origin are accepted as well:
 * missing values are replaced, the time by `now`, and lines of their text are joined by dots.
 *
 * @param now Unix milliseconds
 */
export function messageOfItem(item: Readonly<Record<string, unknown>>, now: number): Message {
	const { occurredAt, text } = item;
	const isTimed = typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt));
	const data = isTimed ? item : { ...item, occurredAt: new Date(now).toISOString() };
	const isLong = typeof text === 'string' && text.includes('\n');
	const lines = isLong ? { text: text.trim().replace(/\s*\n\s*/g, ' · ') } : {};
	const alert = alertOf({ ...data, ...lines });
	const event = { id: alert.id, type: alert.event, timestamp: alert.occurredAt, data };
	return { id: `msg_${markOf(alert.id)}`, now, event, alert };
}
