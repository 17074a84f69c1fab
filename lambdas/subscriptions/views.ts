import type { Clock } from '../../core/protocol/ports';
import type { Send } from '../notify/send';
import type { Caller } from './caller';
import type { SubscriptionStore } from './dynamoStore';
import type { Sealer } from './sealing';
import type { AttemptRecord } from './store';
import { type Destination, type Subscription, isOver } from './subscription';

/** A call: its parameters, and what it needs to be answered. */
export interface ApiCall {
	store: SubscriptionStore;
	sealer: Sealer;
	send: Send;
	clock: Clock;
	measure: (name: string, value?: number) => void;
	caller: Caller;
	/** ID of the subscription in the path, and ID of the part of it that is asked for. */
	id: string;
	part: string;
	query: Record<string, string | undefined>;
	/** The body as JSON. */
	body: unknown;
	/** The header idempotency-key. */
	repeatKey?: string;
}

export interface CallAnswer {
	status: number;
	/** Undefined: the response has no body. */
	body?: unknown;
}

/** The contents of responses. Times are ISO 8601. */

const iso = (ms: number) => new Date(ms).toISOString();

/** A subscription as its owner sees it, without secrets. */
export function viewOf(subscription: Subscription, { url }: Pick<Destination, 'url'>, now: number) {
	const { id, status, format, events, severities, subjects, createdAt, expiration } = subscription;
	const { challenge, endedAt, reason, sources, alertLife } = subscription;
	const isExpired = status !== 'ended' && isOver(subscription, now);
	// JSON leaves out what is undefined.
	return {
		id,
		status: isExpired ? ('ended' as const) : status,
		...{ url, format, events, severities, subjects, sources, alertLife },
		createdAt: iso(createdAt),
		expiration: expiration && iso(expiration),
		confirmBefore: status === 'pending' ? challenge && iso(challenge.until) : undefined,
		endedAt: endedAt && iso(endedAt),
		reason: isExpired ? 'the expiration has passed' : reason,
	};
}

/** An attempt to deliver. */
export function attemptView({ target: _, message, at, ...rest }: AttemptRecord) {
	return { message, at: iso(at), ...rest };
}

/** The start of the next page. */
export function nextPage(next: string | undefined) {
	return next === undefined ? {} : { next: Buffer.from(next).toString('base64url') };
}
