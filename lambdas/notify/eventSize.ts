import type { NetworkEvent } from '../../core/events/event';
import { type BatchEvent, MAX_EVENT_BYTES } from './store';
import { webhookMessageId } from './webhook';

/** Maximum length of the beginning of an event that is too large, in characters. */
const KEPT = 1_000;
const LONGEST_ID = 1_000;

const sizeOf = (event: NetworkEvent) => Buffer.byteLength(JSON.stringify(event));

/** An event as it can be stored: one that is too large for a table item is cut. */
export function fitted(source: string, event: NetworkEvent): BatchEvent {
	return sizeOf(event) > MAX_EVENT_BYTES ? cut(source, event) : event;
}

/** An event whose data is replaced by its beginning and a mark. */
export function cut(source: string, event: NetworkEvent): BatchEvent {
	const { id, type, timestamp, data } = event;
	const bytes = sizeOf(event);
	const shortId =
		id.length > LONGEST_ID ? `${id.slice(0, 200)}…${webhookMessageId(source, id)}` : id;
	return {
		id: shortId,
		type,
		timestamp,
		data: { truncated: true, bytes, beginning: JSON.stringify(data).slice(0, KEPT) },
		cutFrom: bytes,
	};
}

/** The reason why an event that was cut is a dead letter. */
export function tooLarge(bytes: number): string {
	return `the event takes ${bytes} bytes, more than the ${MAX_EVENT_BYTES} that the table stores: its data was cut`;
}

/** Removes events that a service lists twice. */
export function distinct<E extends { id: string }>(events: readonly E[]): E[] {
	return [...new Map(events.map((event) => [event.id, event])).values()];
}
