import type { NetworkEvent } from '../../core/events/event';
import type { Delivery } from './store';

/**
 * The queue between the outbox and the senders. A message is one delivery; its group is the target,
 * so that a fair queue serves targets with few messages before those with many.
 */

/** The two queues: targets that have not answered quickly yet have their own, so that they delay no others. */
export type Lane = 'main' | 'slow';

/** A delivery in a message. A large event is not sent with it: it is in the table. */
export type QueuedDelivery = Pick<
	Delivery,
	'target' | 'id' | 'source' | 'attempts' | 'createdAt'
> & {
	event?: NetworkEvent;
	/** The time from which it could be sent (Unix milliseconds), if that is not `createdAt`. */
	dueAt?: number;
	/** True if it was delayed to the time that its target's rate has for it. */
	paced?: true;
};

export interface QueueMessage {
	delivery: QueuedDelivery;
	/** 0 to 900. Default 0. */
	delaySeconds?: number;
}

/** The longest delay of a message (s). */
export const LONGEST_DELAY = 900;

/** The delivery of a message's body; undefined if it is not one. */
export function deliveryIn(body: string): QueuedDelivery | undefined {
	let given: Partial<QueuedDelivery> | null;
	try {
		given = JSON.parse(body) as Partial<QueuedDelivery> | null;
	} catch {
		return undefined;
	}
	const { target, id, source, attempts, createdAt, event } = given ?? {};
	const isText = [target, id, source].every((text) => typeof text === 'string' && text !== '');
	const isNumber = [attempts, createdAt].every(Number.isSafeInteger);
	const isEvent = event === undefined || typeof event?.id === 'string';
	return isText && isNumber && isEvent ? (given as QueuedDelivery) : undefined;
}
