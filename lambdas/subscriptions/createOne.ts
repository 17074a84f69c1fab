import { hash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { channelNamed } from '../../core/channels/all';
import { ApiError, conflict } from './apiError';
import { activate, countedOf, proofOf } from './activate';
import { newChallenge } from './challenge';
import { checkWish } from './checks';
import { FORMATS, usualFormat } from './destination';
import type { New } from './input';
import { type Destination, type Subscription, nameOf } from './subscription';
import { randomId } from './tokens';
import { type ApiCall, viewOf } from './views';

/** Time in which a call with the same key is the same call (ms). */
const REPEAT_MS = 24 * 60 * 60_000;
const ID_LENGTH = 20;

/** The parts of a subscription that a repeated call has, too. */
const repeatedIn = ({ events, severities, subjects, alertLife }: Subscription) => {
	return { events, severities, subjects, alertLife };
};

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** True if receivers of a format check signatures. */
export const isSignedFormat = (format: string) =>
	FORMATS.includes(format) && channelNamed(format)?.signed;

/** Makes a subscription and proves its URL. A call with the same `repeatKey` within a day returns the same one. */
export async function createOne(call: ApiCall, body: New) {
	const { store, sealer, clock, measure, repeatKey } = call;
	const { owner, allowed } = call.caller;
	const now = clock.now();
	const { url, format = usualFormat(url), secret: given, ...wanted } = body;
	const secret = given ?? (isSignedFormat(format) ? newSecret() : undefined);
	const destination: Destination = { url, secrets: secret === undefined ? undefined : [secret] };
	await checkWish({ format, destination, ...wanted }, body, now, allowed);
	const id = repeatKey === undefined ? randomId(ID_LENGTH) : idOfRepeated(owner, repeatKey);
	const challenge = newChallenge(now);
	const pending: Subscription = {
		...{ owner, id, version: 1, status: 'pending', format, createdAt: now },
		...wanted,
		sources: allowed?.sources,
		uncounted: true,
		challenge: challenge.stored,
		sealed: await sealer.seal(destination, nameOf({ owner, id }), now),
	};
	if (!(await store.add(pending))) return await repeated(call, pending, destination);
	try {
		// It is counted when it is there: the count is never smaller than the number of counted subscriptions.
		const counted = await countedOf(call, pending);
		measure('NewSubscriptions');
		const proof = await proofOf(call, counted, destination, challenge);
		const waiting = { ...counted, version: 2 };
		const subscription = proof.answered
			? await activate(call, counted)
			: (await store.move(counted.version, waiting))
				? waiting
				: pending;
		return { status: 201, body: { ...viewOf(subscription, { url }, now), secret, proof } };
	} catch (error) {
		if (error instanceof ApiError) await store.remove(pending);
		throw error;
	}
}

/** The id of a subscription by the key of the call that makes it. */
function idOfRepeated(owner: string, key: string): string {
	return hash('sha256', JSON.stringify([owner, key]), 'hex').slice(0, ID_LENGTH);
}

/** The response to a call that is repeated. */
async function repeated(
	{ store, sealer, clock }: ApiCall,
	wish: Subscription,
	{ url }: Destination,
) {
	const now = clock.now();
	const found = await store.find(wish);
	if (!found) throw conflict();
	const destination = await sealer.open(found.sealed, nameOf(found));
	const same =
		destination.url === url &&
		found.format === wish.format &&
		isDeepStrictEqual(repeatedIn(found), repeatedIn(wish));
	if (!same || now - found.createdAt > REPEAT_MS) {
		throw new ApiError(
			409,
			'KeyUsed',
			'The idempotency-key was used for another subscription: take another key',
		);
	}
	const secret = destination.secrets?.[0];
	return { status: 200, body: { ...viewOf(found, { url }, now), secret } };
}
