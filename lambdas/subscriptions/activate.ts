import { ApiError, conflict, invalid } from './apiError';
import { type Challenge, type Proof, sendChallenge } from './challenge';
import { cannotAnswer } from './destination';
import { type Row, rowsOf } from './matching';
import type { Destination, Subscription } from './subscription';
import type { ApiCall } from './views';

/**
 * A subscription as one that counts for the limit of its owner: a process that dies while it creates one leaves it
 * uncounted. Throws `ApiError` with status 403 if the owner has as many as allowed.
 */
export async function countedOf(
	{ store, caller }: ApiCall,
	{ uncounted, ...subscription }: Subscription,
): Promise<Subscription> {
	const { subscriptions: most } = caller.limits;
	if (!uncounted || (await store.reserve(caller.owner, most))) return subscription;
	const message = `There are ${most} subscriptions, as many as the limit allows: delete one`;
	throw new ApiError(403, 'TooManySubscriptions', message);
}

/**
 * Writes the next version. Its rows are put before it, and those that it does not have are removed behind it; if
 * another call was faster, those that nobody has any more.
 */
export async function replace(
	{ store }: ApiCall,
	before: Subscription,
	next: Subscription,
): Promise<boolean> {
	if (next.status === 'active') await store.addRows(rowsOf(next), next);
	const isNext = await store.move(before.version, next);
	const newest = isNext ? next : await store.find(next);
	const left = leftRows(isNext ? before : next, newest);
	await store.removeRows(left, next.version);
	return isNext;
}

/** Rows of an older version that the newest one does not have. */
function leftRows(one: Subscription, newest: Subscription | undefined): Row[] {
	const keys = new Set((newest ? rowsOf(newest) : []).map(({ pk, sk }) => `${pk} ${sk}`));
	return rowsOf(one).filter(({ pk, sk }) => !keys.has(`${pk} ${sk}`));
}

/** The version of a subscription that is sent events: its rows are there before it. */
export async function activate(call: ApiCall, subscription: Subscription): Promise<Subscription> {
	const { store, measure } = call;
	const { challenge: _, endedAt: __, reason: ___, ...rest } = subscription;
	const next: Subscription = { ...rest, status: 'active', version: subscription.version + 1 };
	if (await replace(call, subscription, next)) {
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
	call: ApiCall,
	subscription: Subscription,
	destination: Destination,
	challenge: Challenge,
): Promise<Proof> {
	if (cannotAnswer(destination.url)) {
		const said = 'Hooks of this service cannot answer: that the URL is known is the proof';
		return { answered: true, said };
	}
	const proof = await sendChallenge(subscription, destination, challenge, call);
	if (!proof.private) return proof;
	const rule = 'must not lead to a private address';
	throw invalid([['url', rule]], { url: destination.url });
}
