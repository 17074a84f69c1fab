import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError, conflict } from './apiError';
import { type ServiceOptions, activate, countedOf, proofOf } from './activate';
import type { Caller } from './caller';
import { newChallenge } from './challenge';
import { checkWish } from './checks';
import { destinationChannel, FORMATS, usualFormat } from './destination';
import type { New } from './input';
import { type Destination, type Filters, type Subscription, nameOf } from './subscription';
import { randomId } from './tokens';
import { shown } from './views';

/** Time in which a call with the same key is the same call (ms). */
const REPEAT_MS = 24 * 60 * 60_000;
const ID_LENGTH = 20;

/** The lists of a body that are given. */
export function filtersIn({ events, severities, subjects }: Filters): Filters {
	return { events, severities, subjects };
}

const wishIn = (one: Subscription) => [filtersIn(one), one.alertLife];

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** True if receivers of a format check signatures. */
export const isSignedFormat = (format: string) =>
	FORMATS.includes(format) && destinationChannel(format).signed;

/**
 * Makes a subscription and proves its URL.
 *
 * @param repeatKey a call with the same key within a day returns the same subscription
 */
export async function createOne(
	options: ServiceOptions,
	caller: Caller,
	body: New,
	repeatKey?: string,
) {
	const { store, sealer, clock, measure } = options;
	const { owner, allowed } = caller;
	const now = clock.now();
	const { url, format = usualFormat(url), expiration, alertLife } = body;
	const secret = body.secret ?? (isSignedFormat(format) ? newSecret() : undefined);
	const destination: Destination = { url, secrets: secret === undefined ? undefined : [secret] };
	const filters = filtersIn(body);
	await checkWish({ format, destination, filters, alertLife, expiration }, body, now, allowed);
	const id = repeatKey === undefined ? randomId(ID_LENGTH) : idOfRepeated(owner, repeatKey);
	const challenge = newChallenge(now);
	const pending: Subscription = {
		...{ owner, id, version: 1, status: 'pending', format, createdAt: now },
		...filters,
		alertLife,
		sources: allowed?.sources,
		expiration,
		uncounted: true,
		challenge: challenge.stored,
		sealed: await sealer.seal(destination, nameOf({ owner, id }), now),
	};
	if (!(await store.add(pending))) return await repeated(options, pending, destination);
	try {
		// It is counted when it is there: the count is never smaller than the number of counted subscriptions.
		const counted = await countedOf(options, caller, pending);
		measure('NewSubscriptions');
		const proof = await proofOf(options, counted, destination, challenge);
		const waiting = { ...counted, version: 2 };
		const subscription = proof.answered
			? await activate(options, counted)
			: (await store.move(counted.version, waiting))
				? waiting
				: pending;
		return { status: 201, body: { ...shown(subscription, { url }, now), secret, proof } };
	} catch (error) {
		if (error instanceof ApiError) await store.remove(pending);
		throw error;
	}
}

/** The id of a subscription by the key of the call that makes it. */
function idOfRepeated(owner: string, key: string): string {
	const hash = createHash('sha256')
		.update(JSON.stringify([owner, key]))
		.digest('hex');
	return hash.slice(0, ID_LENGTH);
}

/** The response to a call that is repeated. */
async function repeated(
	{ store, sealer, clock }: ServiceOptions,
	wish: Subscription,
	{ url }: Destination,
) {
	const now = clock.now();
	const found = await store.find(wish);
	if (!found) throw conflict();
	const destination = (await sealer.open(found.sealed, nameOf(found))) as Destination;
	const same =
		destination.url === url &&
		found.format === wish.format &&
		isDeepStrictEqual(wishIn(found), wishIn(wish));
	if (!same || now - found.createdAt > REPEAT_MS) {
		throw new ApiError(
			409,
			'KeyUsed',
			'The idempotency-key was used for another subscription: take another key',
		);
	}
	const secret = destination.secrets?.[0];
	return { status: 200, body: { ...shown(found, { url }, now), secret } };
}
