import type { Clock } from '../../core/protocol/ports';
import type { Send } from '../notify/send';
import { webhookMessageId } from '../notify/batchEvents';
import { ownEvent } from '../notify/ownEvent';
import { webhookRequest } from '../notify/webhook';
import { targetOf } from './destination';
import type { Destination, Subscription } from './subscription';
import { digestOf, randomToken, sameDigest } from './tokens';

/**
 * The proof that a subscriber owns the URL: a message with a challenge, which the receiver returns in its response,
 * or which its owner reads there and confirms by the API.
 */

/** The challenge itself is sent, and stored nowhere. */
export interface Challenge {
	text: string;
	stored: NonNullable<Subscription['challenge']>;
}

/** The result of a challenge. `said`: one sentence, without URL. */
export interface Proof {
	answered: boolean;
	/** HTTP status of the response; absent if there was none. */
	status?: number;
	said: string;
	/** True if the URL leads into a private network: nothing was sent. */
	private?: true;
}

const LIFETIME_MS = 24 * 60 * 60_000;
const TIMEOUT_SECONDS = 8;
const TYPE = 'subscription.challenge';

export function newChallenge(now: number): Challenge {
	const text = randomToken();
	return { text, stored: { digest: digestOf(text), until: now + LIFETIME_MS } };
}

/** True if a text is the challenge of a subscription. */
export function isChallenge({ challenge }: Subscription, text: string, now: number): boolean {
	if (!challenge || now >= challenge.until) return false;
	return sameDigest(challenge.digest, digestOf(text));
}

function challengeEvent({ id }: Subscription, text: string, now: number) {
	const said = `Somebody subscribes this URL to events. To accept, respond with the challenge, or confirm it by the API: ${text}`;
	const title = `Confirm subscription ${id}`;
	const words = { severity: 'info', subject: id, title, text: said } as const;
	const columns = { subscription: id, challenge: text };
	return ownEvent(TYPE, `${id}:${now.toString(36)}`, now, words, columns);
}

/** Sends the challenge in the format of the subscription, and reads the response. Never throws. */
export async function sendChallenge(
	subscription: Subscription,
	destination: Destination,
	{ text, stored }: Challenge,
	{ send, clock }: { send: Send; clock: Pick<Clock, 'now'> },
): Promise<Proof> {
	const now = clock.now();
	const target = targetOf(subscription, destination, now);
	const event = challengeEvent(subscription, text, now);
	const request = webhookRequest(target, webhookMessageId(TYPE, event.id), event, now);
	const reach = { ...target, timeoutSeconds: TIMEOUT_SECONDS, readsAnswer: true };
	const { status, body = '', error = '' } = await send(reach, request);
	if (status === undefined) {
		const isPrivate = error.startsWith('the address is private');
		return {
			answered: false,
			said: `The challenge was not delivered: ${error}`,
			...(isPrivate && { private: true }),
		};
	}
	const isSuccess = status >= 200 && status < 300;
	if (
		isSuccess &&
		sameDigest(stored.digest, digestOf(answerIn(body, 'aws' in request ? '{}' : request.body)))
	) {
		return { answered: true, status, said: 'The URL returned the challenge' };
	}
	const said = isSuccess
		? 'The URL accepted the challenge without returning it: confirm it by the API'
		: `The URL responded with status ${status}`;
	return { answered: false, status, said };
}

/**
 * The challenge in a response: its whole text, or the field of a JSON object. A server that returns what it
 * receives proves nothing: an object with another field of the message is not an answer.
 */
function answerIn(body: string, sent: string): string {
	try {
		const { challenge, ...others } = JSON.parse(body) as Record<string, unknown>;
		const message = JSON.parse(sent) as Record<string, unknown>;
		const isEcho = Object.entries(others).some(
			([name, value]) => JSON.stringify(message[name]) === JSON.stringify(value),
		);
		if (typeof challenge === 'string') return isEcho ? '' : challenge;
	} catch {
		// It is not JSON: the text itself.
	}
	return body.trim();
}
