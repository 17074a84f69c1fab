import { conflict, invalid } from './apiError';
import { type ServiceOptions, activate, proofOf } from './activate';
import { newChallenge } from './challenge';
import { type Wish, checkWish } from './checks';
import { filtersIn, isSignedFormat, newSecret } from './createOne';
import type { SubscriptionChange } from './input';
import { type Row, rowsOf } from './matching';
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
	before: Subscription,
	change: SubscriptionChange,
) {
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
		expiration: kept(change.expiration, before.expiration),
	};
	await checkWish(wish, change, now);
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
		...(wish.expiration !== undefined && { expiration: wish.expiration }),
		sealed: await sealer.seal(destination, name, now),
	};
	const told = { url: destination.url };
	if (!isElsewhere && !starts) {
		const next = { ...bare, challenge, endedAt, reason };
		await replace(options, before, next);
		return { status: 200, body: shown(next, told, now) };
	}
	// Nothing is changed before the challenge was sent.
	const asked = newChallenge(now);
	const proof = await proofOf(options, bare, destination, asked);
	const next: Subscription = proof.answered
		? { ...bare, status: 'active' }
		: { ...bare, status: 'pending', challenge: asked.stored };
	await replace(options, before, next);
	return { status: 200, body: { ...shown(next, told, now), proof } };
}

/** Writes the next version. Its rows are put before it, and those that it does not have are removed behind it. */
async function replace(
	{ store }: ServiceOptions,
	before: Subscription,
	next: Subscription,
): Promise<void> {
	if (next.status === 'active') await store.addRows(rowsOf(next), next);
	if (!(await store.move(before.version, next))) throw conflict();
	await store.removeRows(leftRows(before, next), next.version);
}

/** The rows of a version that the next one does not have. */
function leftRows(before: Subscription, next: Subscription): Row[] {
	const keys = new Set(rowsOf(next).map(({ pk, sk }) => `${pk} ${sk}`));
	return rowsOf(before).filter(({ pk, sk }) => !keys.has(`${pk} ${sk}`));
}

/** Activates a subscription whose challenge was confirmed. */
export async function confirmOne(options: ServiceOptions, pending: Subscription) {
	const { sealer, clock } = options;
	const { url } = (await sealer.open(pending.sealed, nameOf(pending))) as Destination;
	return { status: 200, body: shown(await activate(options, pending), { url }, clock.now()) };
}
