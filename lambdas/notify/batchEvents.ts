import { hash } from 'node:crypto';
import type { NetworkEvent } from '../../core/events/event';
import { type BatchEvent, MAX_EVENT_BYTES } from './store';

/** Maximum length of the beginning of an event that is too large, in characters. */
const KEPT = 1_000;
const LONGEST_ID = 1_000;

const sizeOf = (event: NetworkEvent) => Buffer.byteLength(JSON.stringify(event));

/** The id of an event's message: the same for every attempt and every run, and for every target. */
export function webhookMessageId(source: string, eventId: string): string {
	const digest = hash('sha256', JSON.stringify([source, eventId]), 'base64url');
	return `msg_${digest.slice(0, 27)}`;
}

/** The events that a service lists, each once, as they can be stored: those that are too large for a table item are cut. */
export function batchOf(source: string, events: readonly NetworkEvent[]): BatchEvent[] {
	const batch = new Map<string, BatchEvent>();
	for (const event of events) {
		const isLarge = sizeOf(event) > MAX_EVENT_BYTES;
		batch.set(event.id, isLarge ? cut(source, event) : event);
	}
	return [...batch.values()];
}

/** An event that is too large: its data is replaced by the beginning and a mark. */
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
