import type { Severity } from '../../core/events/item';
import type { AlertLife } from '../notify/targetSettings';

/** A subscription. It belongs to one owner; others do not learn that it exists. */

/** The events that a subscription selects. A list that is absent selects all. */
export interface Filters {
	/** Types of events, such as `validator.joined`. */
	events?: readonly string[];
	severities?: readonly Severity[];
	/** Subjects as events have them: node IDs, addresses, L1s. */
	subjects?: readonly string[];
}

/** Events that a token may subscribe to, and read samples of. A list that is absent allows all. */
export interface Allowed {
	/** Names of sources and webhooks. */
	sources?: readonly string[];
	events?: readonly string[];
	subjects?: readonly string[];
}

/** `pending`: its URL is not proven yet. `ended`: nothing is sent any more. */
export type Status = 'pending' | 'active' | 'ended';

/** A subscription as the table has it. Times are Unix milliseconds. */
export interface Subscription extends Filters {
	owner: string;
	id: string;
	/** Counts writes, from 1. */
	version: number;
	status: Status;
	format: string;
	/** The sources that the token allowed; absent: all. */
	sources?: readonly string[];
	/** True until it is counted for the limit of its owner: it cannot become active before. */
	uncounted?: true;
	/** Present if its events may be held: by these options, its silences and acknowledgements. */
	alertLife?: AlertLife;
	/** Its destination, encrypted (sealing.ts). */
	sealed: Uint8Array;
	createdAt: number;
	/** Nothing is sent from this time on. */
	expiration?: number;
	endedAt?: number;
	/** The reason of its end. */
	reason?: string;
	/** The digest of the challenge that proves the URL, and its end. */
	challenge?: { digest: string; until: number };
}

/** The secret part of a subscription. */
export interface Destination {
	url: string;
	/** Newest first; absent for channels that check no signature. */
	secrets?: readonly string[];
	/** Unix milliseconds: secrets behind the first are not used from then on. */
	oldSecretsUntil?: number;
}

/** The key of a subscription. */
export type SubscriptionKey = Pick<Subscription, 'owner' | 'id'>;

/** The beginning of their names as targets; by itself the name of all of them. */
export const OF_SUBSCRIPTIONS = 'sub:';

/**
 * The name of a subscription as a target of notify. Names of targets in the settings have no colon, so that the
 * two are never the same.
 */
export const nameOf = ({ owner, id }: SubscriptionKey): string =>
	`${OF_SUBSCRIPTIONS}${owner}:${id}`;

/** The key in the name of a target; undefined if the target is none of a subscription. */
export function keyInName(name: string): SubscriptionKey | undefined {
	const [prefix, owner, id, ...more] = name.split(':');
	if (`${prefix}:` !== OF_SUBSCRIPTIONS || !owner || !id || more.length > 0) return undefined;
	return { owner, id };
}

/** The name of the state that says that events of a target may wait: one for all subscriptions. */
export const stateNameOf = (target: string) => (keyInName(target) ? OF_SUBSCRIPTIONS : target);

/** True if the subscription is sent events now. */
export function isOn({ status, expiration = Infinity }: Subscription, now: number): boolean {
	return status === 'active' && now < expiration;
}

/** True if nothing is sent any more, unless its owner starts it again. */
export function isOver({ status, expiration = Infinity }: Subscription, now: number): boolean {
	return status === 'ended' || now >= expiration;
}
