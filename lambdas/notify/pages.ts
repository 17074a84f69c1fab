import type { Clock } from '../../core';
import { answerRoom } from '../shared/answer';
import type { Delivery, QueuePage, QueuePosition } from './store';

/** Limits of one response. */
export interface AnswerLimits {
	/** Maximum number of items. */
	limit: number;
	clock: Pick<Clock, 'now'>;
	/** Unix milliseconds: no further page is read after it. */
	until: number;
}

/** Items of one response. `next`: the start of the next response; absent at the end. */
export interface AnswerPage<T> {
	items: T[];
	next?: QueuePosition;
}

export const positionOf = ({ target, id, dueAt }: QueuePosition): QueuePosition => {
	return { target, id, dueAt };
};

/**
 * Reads queues one after the other, until `limit` items are found, the response would exceed
 * Lambda's maximum, the time has run out, or there is no more.
 *
 * @param queues each reads a page of at most as many deliveries as given, after a position
 * @param after a position in the first of them
 */
export async function onePage<T>(
	queues: ReadonlyArray<(limit: number, after?: QueuePosition) => Promise<QueuePage>>,
	show: (delivery: Delivery) => T,
	{ limit, clock, until }: AnswerLimits,
	after?: QueuePosition,
): Promise<AnswerPage<T>> {
	const items: T[] = [];
	const room = answerRoom();
	let last = after;
	for (const [index, read] of queues.entries()) {
		let position = index === 0 ? after : undefined;
		do {
			const isFull = items.length >= limit || (last !== after && clock.now() >= until);
			if (isFull) return { items, next: last };
			const { deliveries, next } = await read(limit - items.length, position);
			for (const delivery of deliveries) {
				const item = show(delivery);
				if (!room.takes(item)) return { items, next: last };
				items.push(item);
				last = positionOf(delivery);
			}
			position = next;
			last = next ?? last;
		} while (position);
	}
	return { items };
}

/** A position as text: the `next` of a response. */
export function tokenOf({ target, id, dueAt }: QueuePosition): string {
	return Buffer.from(JSON.stringify([target, id, dueAt])).toString('base64url');
}

/** The position in such a text; undefined if the text is invalid. */
export function positionIn(token: string): QueuePosition | undefined {
	try {
		const [target, id, dueAt] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[];
		const isOne = typeof target === 'string' && typeof id === 'string' && Number.isFinite(dueAt);
		return isOne && target && id ? { target, id, dueAt: dueAt as number } : undefined;
	} catch {
		return undefined;
	}
}
