import * as z from 'zod/v4';
import type { Clock } from '../../core/protocol/ports';
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

/**
 * Reads queues one after the other, until `limit` items are found, the response would exceed
 * Lambda's maximum, the time has run out, or there is no more. `next`: the start of the next response; absent at the end.
 *
 * @param queues each reads a page of at most as many deliveries as given, after a position
 * @param after a position in the first of them
 */
export async function onePage<T>(
	queues: ReadonlyArray<(limit: number, after?: QueuePosition) => Promise<QueuePage>>,
	show: (delivery: Delivery) => T,
	{ limit, clock, until }: AnswerLimits,
	after?: QueuePosition,
): Promise<{ items: T[]; next?: QueuePosition }> {
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
				last = delivery;
			}
			position = next;
			if (next) last = next;
		} while (position);
	}
	return { items };
}

/** The lists that have positions. */
type Listed = 'late' | 'dead';

/** A position in a list as text: the `next` of a response. */
export function tokenOf(list: Listed, { target, id, dueAt }: QueuePosition): string {
	return Buffer.from(JSON.stringify([list, target, id, dueAt])).toString('base64url');
}

/** Such a text of a list, as the position. The table would refuse any other, or begin elsewhere. */
export function positionSchema(list: Listed) {
	const name = z.string().min(1).max(100);
	const parts = z.tuple([z.literal(list), name, name, z.int().min(0)]);
	return z.string().transform((token, context): QueuePosition => {
		try {
			const text = Buffer.from(token, 'base64url').toString();
			const [, target, id, dueAt] = parts.parse(JSON.parse(text));
			return { target, id, dueAt };
		} catch {
			context.addIssue('must be "next" of an earlier answer');
			return z.NEVER;
		}
	});
}
