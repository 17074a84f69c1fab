import type { QueuedDelivery } from './sendQueue';
import { type Delivery, type Settlement, lateQueueOf } from './store';
import type { StoredEvents } from './storedEvents';
import { DAY_SECONDS, KEEP_DEAD, type TableItems, deliveryKey, expiry } from './tableItems';

/** Time for which an outcome is kept (s). */
const KEEP_OUTCOME = 30 * DAY_SECONDS;

/**
 * An attempt can be claimed if the delivery has no item; if it has one for this attempt or an earlier
 * one that no sender has claimed, such as for a late attempt; if an earlier attempt was claimed, which
 * has failed; or if the claim of the same attempt has ended without an outcome.
 */
const CLAIMABLE = [
	'attribute_not_exists(pk)',
	'attribute_not_exists(deliveredAt) AND attribute_not_exists(claimed) AND attempts <= :attempt',
	'attribute_not_exists(deliveredAt) AND claimed < :attempt',
	'attribute_not_exists(deliveredAt) AND claimed = :attempt AND heldUntil < :now',
].join(' OR ');

/**
 * Deliveries that are sent behind a queue, in the table of the others. While a delivery is in the queue, it has no
 * item. It gets one when it is delivered or dead, when its next attempt is later than the queue can delay it, and
 * when it is claimed.
 */
export function queuedStore(
	{ get, put, change, update, putAll }: TableItems,
	events: Pick<StoredEvents, 'keepForDead'>,
) {
	return {
		/** Stores that deliveries were delivered, ten in one call. */
		async delivered(deliveries: readonly QueuedDelivery[], now: number): Promise<void> {
			await putAll(
				deliveries.map(({ target, id, source, attempts, createdAt }) => ({
					...deliveryKey({ target, id }),
					...{ source, attempts, createdAt, deliveredAt: now },
					expiresAt: expiry(now, KEEP_OUTCOME),
				})),
			);
		},

		/**
		 * Stores a failed delivery: for its next attempt, or as a dead letter. Has no effect if it was
		 * delivered in the meantime.
		 */
		async failed(
			delivery: QueuedDelivery,
			{ to, ...how }: Exclude<Settlement, { to: 'delivered' }>,
			now: number,
		): Promise<void> {
			const { id, source, createdAt } = delivery;
			if (to === 'dead') await events.keepForDead(id, now);
			const item = {
				...deliveryKey(delivery),
				...{ source, createdAt, ...how },
				queue: to === 'dead' ? 'dead' : lateQueueOf(delivery),
				...(to === 'dead' && { expiresAt: expiry(now, KEEP_DEAD) }),
			};
			await put(item, 'attribute_not_exists(deliveredAt)');
		},

		/**
		 * Claims an attempt until `until`. `done`: it was delivered or is dead; `busy`: another sender
		 * has claimed it.
		 */
		async claim(
			delivery: QueuedDelivery,
			until: number,
			now: number,
		): Promise<'taken' | 'done' | 'busy'> {
			const { attempts } = delivery;
			const taken = await update(
				deliveryKey(delivery),
				'SET claimed = :attempt, heldUntil = :until, attempts = :attempt, expiresAt = :expiry REMOVE queue, dueAt',
				{
					...{ ':attempt': attempts, ':until': until, ':now': now },
					':expiry': expiry(now, KEEP_OUTCOME),
				},
				CLAIMABLE,
			);
			if (taken) return 'taken';
			const item = await get(deliveryKey(delivery));
			const isHeld = item?.deliveredAt === undefined && item?.claimed === attempts;
			return isHeld ? 'busy' : 'done';
		},

		/**
		 * Reserves the next turns of a target's rate, which all senders share, `interval` (ms) apart. Returns the time
		 * of the first (Unix milliseconds), or undefined if it is later than `latest`: none is reserved then.
		 */
		async turns(
			target: string,
			count: number,
			interval: number,
			{ now, latest }: { now: number; latest: number },
		): Promise<number | undefined> {
			let first = now;
			await change({ pk: `turn#${target}`, sk: 'turn' }, ({ nextAt = 0 }) => {
				first = Math.max(now, Number(nextAt));
				const end = first + count * interval;
				return first > latest ? undefined : { nextAt: end, expiresAt: expiry(end, DAY_SECONDS) };
			});
			return first > latest ? undefined : first;
		},

		/** Takes a delivery that is in the queue now out of the index, if it is due at the same time. */
		async handedOver(delivery: Delivery, queue: string, now: number): Promise<boolean> {
			const claim = { ':queue': queue, ':dueAt': delivery.dueAt };
			return await update(
				deliveryKey(delivery),
				'SET expiresAt = :expiry REMOVE queue, dueAt',
				{ ':expiry': expiry(now, KEEP_OUTCOME), ...claim },
				'queue = :queue AND dueAt = :dueAt',
			);
		},
	};
}
