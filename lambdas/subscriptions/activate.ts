import type { Clock } from '../../core';
import type { Send } from '../notify/send';
import { conflict, invalid } from './apiError';
import { type Challenge, type Proof, sendChallenge } from './challenge';
import { cannotAnswer } from './destination';
import { rowsOf } from './matching';
import type { Sealer } from './sealing';
import type { SubscriptionStore } from './store';
import type { Destination, Subscription } from './subscription';

export interface ServiceOptions {
	store: SubscriptionStore;
	sealer: Sealer;
	send: Send;
	clock: Clock;
	measure: (name: string, value?: number) => void;
}

/** The version of a subscription that is sent events: its rows are there before it. */
export async function activate(
	{ store, measure }: ServiceOptions,
	subscription: Subscription,
): Promise<Subscription> {
	const { challenge: _, endedAt: __, reason: ___, ...rest } = subscription;
	const next: Subscription = { ...rest, status: 'active', version: subscription.version + 1 };
	await store.addRows(rowsOf(next), next);
	if (await store.move(subscription.version, next)) {
		measure('ActivatedSubscriptions');
		return next;
	}
	const newest = await store.find(subscription);
	if (newest?.status !== 'active') throw conflict();
	return newest;
}

/**
 * Asks the URL of a subscription for a proof. `answered` is also true where the host cannot answer. Throws
 * `ApiError` for a URL that leads into a private network.
 */
export async function proofOf(
	options: ServiceOptions,
	subscription: Subscription,
	destination: Destination,
	challenge: Challenge,
): Promise<Proof> {
	if (cannotAnswer(destination.url)) {
		const said = 'Hooks of this service cannot answer: that the URL is known is the proof';
		return { answered: true, said };
	}
	const proof = await sendChallenge(subscription, destination, challenge, options);
	if (!proof.private) return proof;
	const rule = 'must not lead to a private address';
	throw invalid([['url', rule]], { url: destination.url });
}
