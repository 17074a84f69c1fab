import type { Clock } from '../../core/protocol/ports';
import { answerRoom } from '../shared/answer';
import { lateQueueOf, type Delivery, type QueuePage, type QueuePosition } from './store';

/** Limits of one response. */
export interface AnswerLimits {
	/** Maximum number of items. */
	limit: number;
	clock: Pick<Clock, 'now'>;
	/** Unix milliseconds: no further page is read after it. */
	until: number;
}

/**
 * Items of one response. `next`: the start of the next response, in the queue of the number `queue`;
 * absent at the end.
 */
export interface AnswerPage<T> {
	items: T[];
	next?: QueuePosition;
	queue?: number;
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
	let queue = 0;
	for (const [index, read] of queues.entries()) {
		let position = index === 0 ? after : undefined;
		do {
			const isFull = items.length >= limit || (last !== after && clock.now() >= until);
			if (isFull) return { items, next: last, queue };
			const { deliveries, next } = await read(limit - items.length, position);
			for (const delivery of deliveries) {
				const item = show(delivery);
				if (!room.takes(item)) return { items, next: last, queue };
				items.push(item);
				last = positionOf(delivery);
				queue = index;
			}
			position = next;
			if (next) [last, queue] = [next, index];
		} while (position);
	}
	return { items };
}

/** A position as text: the `next` of a response. `late`: the queue of later attempts that it is in. */
export function tokenOf({ target, id, dueAt, late }: PagePosition): string {
	const parts = [target, id, dueAt, ...(late === undefined ? [] : [late])];
	return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** A position, in a queue of later attempts if `late` names one. */
export interface PagePosition extends QueuePosition {
	late?: string;
}

/**
 * The position in such a text, of a list of later attempts (`isLate`) or of another; undefined if no answer has
 * had it: the table would refuse it, or begin elsewhere.
 */
export function positionIn(token: string, isLate: boolean): PagePosition | undefined {
	try {
		const parts = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[];
		const [target, id, dueAt, late] = parts;
		const isTime = Number.isSafeInteger(dueAt) && Number(dueAt) >= 0;
		if (!isName(target) || !isName(id) || !isTime) return undefined;
		if (late !== (isLate ? lateQueueOf({ id }) : undefined)) return undefined;
		return { target, id, dueAt: Number(dueAt), ...(isLate && { late: String(late) }) };
	} catch {
		return undefined;
	}
}

const isName = (value: unknown): value is string =>
	typeof value === 'string' && value.length > 0 && value.length <= 100;
