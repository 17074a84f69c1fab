import { conflict, invalid } from './apiError';
import { activate, countedOf, proofOf, replace } from './activate';
import { newChallenge } from './challenge';
import { type Chosen, checkWish } from './checks';
import { isSignedFormat, newSecret } from './createOne';
import type { SubscriptionChange } from './input';
import { type Destination, type Subscription, isOver, nameOf } from './subscription';
import { type ApiCall, viewOf } from './views';

/** Time for which messages are also signed by the secret before the present one (ms). */
const OLD_SECRET_MS = 24 * 60 * 60_000;

/** The destination after a change; a new secret comes before the one that it replaces. */
function changedDestination(
	destination: Destination,
	format: string,
	{ url = destination.url, secret }: SubscriptionChange,
	now: number,
): Destination {
	if (!isSignedFormat(format)) return { url, ...(secret !== undefined && { secrets: [secret] }) };
	const [old] = destination.secrets ?? [];
	if (secret === undefined || secret === old) {
		return { ...destination, url, secrets: destination.secrets ?? [newSecret()] };
	}
	if (old === undefined) return { url, secrets: [secret] };
	return { url, secrets: [secret, old], oldSecretsUntil: now + OLD_SECRET_MS };
}

/** The fields of a change of which `null` removes one; an absent one is kept. */
const REMOVABLE = ['events', 'severities', 'subjects', 'alertLife', 'expiration'] as const;
const keptIn = (change: SubscriptionChange, before: Subscription) =>
	Object.fromEntries(
		REMOVABLE.map((name) => [
			name,
			change[name] === undefined ? before[name] : (change[name] ?? undefined),
		]),
	) as Chosen;

/** Changes a subscription. With another URL or format, or `status`, its URL is proven again. */
export async function changeOne(call: ApiCall, before: Subscription, change: SubscriptionChange) {
	const { sealer, clock, store } = call;
	const { allowed } = call.caller;
	const now = clock.now();
	const name = nameOf(before);
	const present = await sealer.open(before.sealed, name);
	const format = change.format ?? before.format;
	const destination = changedDestination(present, format, change, now);
	const wanted = keptIn(change, before);
	await checkWish({ format, destination, ...wanted }, change, now, allowed);
	// Steps look at what is held again, twice, ten minutes apart: after the change, too.
	if (wanted.alertLife ?? before.alertLife) await store.addNews([name], now);
	const isElsewhere = destination.url !== present.url || format !== before.format;
	const starts = change.status === 'active' && (before.status !== 'active' || isOver(before, now));
	if (starts && wanted.expiration !== undefined && wanted.expiration <= now) {
		const rule = 'has passed: set another one, or null, to start the subscription again';
		throw invalid([['expiration', rule]], change);
	}
	const { owner, id, version, createdAt, endedAt, reason } = before;
	const { status, challenge } = before;
	const bare: Subscription = {
		...{ owner, id, version: version + 1, status, format, createdAt },
		...wanted,
		sources: allowed?.sources ?? before.sources,
		uncounted: before.uncounted,
		sealed: await sealer.seal(destination, name, now),
	};
	const visible = { url: destination.url };
	if (!isElsewhere && !starts) {
		const next = { ...bare, challenge, endedAt, reason };
		if (!(await replace(call, before, next))) throw conflict();
		return { status: 200, body: viewOf(next, visible, now) };
	}
	const counted = await countedOf(call, bare);
	// Nothing is changed before the challenge was sent.
	const asked = newChallenge(now);
	const proof = await proofOf(call, counted, destination, asked);
	const next: Subscription = proof.answered
		? { ...counted, status: 'active' }
		: { ...counted, status: 'pending', challenge: asked.stored };
	if (!(await replace(call, before, next))) throw conflict();
	return { status: 200, body: { ...viewOf(next, visible, now), proof } };
}

/** Activates a subscription whose challenge was confirmed. */
export async function confirmOne(call: ApiCall, pending: Subscription) {
	const { url } = await call.sealer.open(pending.sealed, nameOf(pending));
	const active = await activate(call, await countedOf(call, pending));
	return { status: 200, body: viewOf(active, { url }, call.clock.now()) };
}
