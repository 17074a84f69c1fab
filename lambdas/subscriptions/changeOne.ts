import { conflict, invalid } from './apiError';
import { type ServiceOptions, activate, countedOf, proofOf, replace } from './activate';
import type { Caller } from './caller';
import { newChallenge } from './challenge';
import { type Wish, checkWish } from './checks';
import { filtersIn, isSignedFormat, newSecret } from './createOne';
import type { SubscriptionChange } from './input';
import { type Destination, type Subscription, isOver, nameOf } from './subscription';
import { shown } from './views';

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

/** A value of a change: `null` removes it, and an absent one keeps it. */
const kept = <T>(change: T | null | undefined, before: T | undefined): T | undefined =>
	change === undefined ? before : (change ?? undefined);

/** Changes a subscription. With another URL or format, or `status`, its URL is proven again. */
export async function changeOne(
	options: ServiceOptions,
	caller: Caller,
	before: Subscription,
	change: SubscriptionChange,
) {
	const { allowed } = caller;
	const { sealer, clock } = options;
	const now = clock.now();
	const name = nameOf(before);
	const present = (await sealer.open(before.sealed, name)) as Destination;
	const format = change.format ?? before.format;
	const destination = changedDestination(present, format, change, now);
	const wish: Wish = {
		format,
		destination,
		filters: filtersIn({
			events: kept(change.events, before.events),
			severities: kept(change.severities, before.severities),
			subjects: kept(change.subjects, before.subjects),
		}),
		alertLife: kept(change.alertLife, before.alertLife),
		expiration: kept(change.expiration, before.expiration),
	};
	await checkWish(wish, change, now, allowed);
	// Steps look at what is held again, twice, ten minutes apart: after the change, too.
	if (wish.alertLife ?? before.alertLife) await options.store.addNews([name], now);
	const isElsewhere = destination.url !== present.url || format !== before.format;
	const starts = change.status === 'active' && (before.status !== 'active' || isOver(before, now));
	if (starts && wish.expiration !== undefined && wish.expiration <= now) {
		const rule = 'has passed: set another one, or null, to start the subscription again';
		throw invalid([['expiration', rule]], change);
	}
	const { owner, id, version, createdAt, endedAt, reason } = before;
	const { status, challenge } = before;
	const bare: Subscription = {
		...{ owner, id, version: version + 1, status, format, createdAt },
		...wish.filters,
		alertLife: wish.alertLife,
		sources: allowed?.sources ?? before.sources,
		uncounted: before.uncounted,
		expiration: wish.expiration,
		sealed: await sealer.seal(destination, name, now),
	};
	const told = { url: destination.url };
	if (!isElsewhere && !starts) {
		const next = { ...bare, challenge, endedAt, reason };
		if (!(await replace(options, before, next))) throw conflict();
		return { status: 200, body: shown(next, told, now) };
	}
	const counted = await countedOf(options, caller, bare);
	// Nothing is changed before the challenge was sent.
	const asked = newChallenge(now);
	const proof = await proofOf(options, counted, destination, asked);
	const next: Subscription = proof.answered
		? { ...counted, status: 'active' }
		: { ...counted, status: 'pending', challenge: asked.stored };
	if (!(await replace(options, before, next))) throw conflict();
	return { status: 200, body: { ...shown(next, told, now), proof } };
}

/** Activates a subscription whose challenge was confirmed. */
export async function confirmOne(options: ServiceOptions, caller: Caller, pending: Subscription) {
	const { sealer, clock } = options;
	const { url } = (await sealer.open(pending.sealed, nameOf(pending))) as Destination;
	const counted = await countedOf(options, caller, pending);
	return { status: 200, body: shown(await activate(options, counted), { url }, clock.now()) };
}
