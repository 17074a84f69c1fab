import { DAY_SECONDS, type TableItem, expiry, pack, unpack } from '../notify/tableItems';
import type { NetworkEvent } from '../../core/events/event';
import type { WantedEvent } from '../notify/recipients';
import type { AttemptRecord } from './store';
import type { Subscription, SubscriptionKey } from './subscription';

/** The items of the table of subscriptions. */

/** Time for which a subscription that has ended is shown with its reason (s). */
const KEEP_ENDED = 7 * DAY_SECONDS;
/** Time for which attempts are listed (s). */
const KEEP_ATTEMPTS = 7 * DAY_SECONDS;

export const ownerPk = (owner: string) => `owner#${owner}`;
export const itemKey = ({ owner, id }: SubscriptionKey) => ({
	pk: ownerPk(owner),
	sk: `sub#${id}`,
});
export const TOKENS = 'tokens';
export const SAMPLE_ITEMS = 'samples';
export const KEYS = 'keys';

/** The time at which the table removes a subscription (Unix seconds): never if it is active without an expiration. */
function endOf(subscription: Subscription): number | undefined {
	const { status, version, expiration, endedAt, challenge } = subscription;
	// One that was active before is kept longer.
	if (status === 'pending') return expiry(challenge?.until ?? 0, version === 1 ? 0 : KEEP_ENDED);
	if (status === 'ended') return expiry(endedAt ?? 0, KEEP_ENDED);
	return expiration === undefined ? undefined : expiry(expiration, KEEP_ENDED);
}

export function subscriptionItem(subscription: Subscription): TableItem {
	return { ...itemKey(subscription), ...subscription, expiresAt: endOf(subscription) };
}

/** The content of an item. */
export const contentOf = <T>({ pk: _, sk: __, expiresAt: ___, ...content }: TableItem) =>
	content as T;

/** Attempts are in the order of their times: 13 digits last until the year 2286. */
export function attemptItem(record: AttemptRecord): TableItem {
	const { target, message, at } = record;
	return {
		pk: `attempts#${target}`,
		sk: `${String(at).padStart(13, '0')}#${message}`,
		...record,
		expiresAt: expiry(at, KEEP_ATTEMPTS),
	};
}

export function sampleItem({ source, event }: WantedEvent, now: number): TableItem {
	return { pk: SAMPLE_ITEMS, sk: event.type, at: now, source, event: pack(event) };
}

export function sampleOf(item: TableItem): WantedEvent & { at: number } {
	const event = unpack<NetworkEvent>(item.event as Uint8Array);
	return { source: String(item.source), event, at: Number(item.at) };
}
