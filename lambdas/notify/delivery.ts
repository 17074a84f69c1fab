import type { NetworkEvent } from '../../core/events/event';

/** One event for one target in the outbox. */
export interface Delivery {
	target: string;
	/** The message's id, the same in every attempt. */
	id: string;
	source: string;
	event: NetworkEvent;
	/** Attempts that failed. */
	attempts: number;
	/** Unix milliseconds; for a dead letter, the time when it became one. */
	dueAt: number;
	createdAt: number;
	/** Error of the last attempt. */
	lastError?: string;
	/** True if its event is not in the table any more: `event` has its id only. */
	lost?: true;
}
