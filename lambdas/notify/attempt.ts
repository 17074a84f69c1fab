import { createHash } from 'node:crypto';
import type { Clock } from '../../core';
import { nextAttempt } from './schedule';
import type { Send, SendResult } from './send';
import type { Target } from './settings';
import type { Delivery, Settlement, Store } from './store';
import type { TargetBook } from './targetBook';
import { webhookRequest } from './webhook';

export interface AttemptOptions {
	store: Store;
	book: TargetBook;
	send: Send;
	clock: Clock;
	/** Disabled targets with the reason, by name; a 410 adds to it. */
	disabled: Map<string, string>;
}

/** The result of one delivery. `ms`: duration of the request; absent if nothing was sent. */
export interface Attempted {
	settlement: Settlement;
	ms?: number;
	/** Of the response; absent if there was none. */
	status?: number;
	/** True after a timeout. */
	silent?: boolean;
}

/** Added to the target's own timeout: afterwards another run may claim the delivery. */
const CLAIM_SLACK_MS = 30_000;
const GONE = 'the target returned status 410 (Gone)';

/** A digest of a target's URL, because the URL may contain a secret. */
export function urlMarkOf({ url }: Pick<Target, 'url'>): string {
	return createHash('sha256').update(url).digest('base64url').slice(0, 16);
}

/**
 * Claims one delivery, sends it and stores the result. Returns undefined if another run has claimed
 * it. It needs the key and due time of a delivery only, so that a consumer of a queue can call it
 * as well as a run.
 *
 * @param target undefined if it is no longer configured
 */
export async function attemptOne(
	delivery: Pick<Delivery, 'target' | 'id' | 'dueAt'>,
	target: Target | undefined,
	options: AttemptOptions,
): Promise<Attempted | undefined> {
	const { store, clock } = options;
	const timeoutMs = (target?.timeoutSeconds ?? 0) * 1000;
	const claimed = await store.claim(delivery, clock.now() + timeoutMs + CLAIM_SLACK_MS);
	if (!claimed) return undefined;
	const attempted = await attempt(claimed, target, options);
	await store.settle(claimed, attempted.settlement);
	return attempted;
}

async function attempt(
	delivery: Delivery,
	target: Target | undefined,
	{ send, clock, disabled, book }: AttemptOptions,
): Promise<Attempted> {
	const { attempts } = delivery;
	const why = target ? disabled.get(target.name) : 'the target is no longer configured';
	if (!target || why !== undefined) {
		return { settlement: { to: 'dead', at: clock.now(), attempts, lastError: String(why) } };
	}
	const begun = clock.now();
	const result = await send(target, webhookRequest(target, delivery.id, delivery.event, begun));
	const now = clock.now();
	const { status = 0 } = result;
	const took = {
		ms: now - begun,
		...(status > 0 && { status }),
		...(result.silent && { silent: true }),
	};
	if (status >= 200 && status < 300) return { ...took, settlement: { to: 'delivered', at: now } };
	const failed = { attempts: attempts + 1 };
	if (status === 410) {
		if (!disabled.has(target.name)) {
			disabled.set(target.name, GONE);
			const state = { at: now, reason: GONE, urlMark: urlMarkOf(target) };
			await book.change((states) => {
				states[target.name] = { ...states[target.name], disabled: state };
			});
		}
		return { ...took, settlement: { to: 'dead', at: now, ...failed, lastError: GONE } };
	}
	const lastError = reasonOf(result);
	const dueAt = nextAttempt(attempts + 1, now, result.retryAfterMs);
	const settlement: Settlement =
		dueAt === undefined
			? { to: 'dead', at: now, ...failed, lastError }
			: { to: 'pending', dueAt, ...failed, lastError };
	return { ...took, settlement };
}

/** A redirect is a failure: a signed event is sent only to the configured URL. */
function reasonOf({ status, error }: SendResult): string {
	if (status === undefined) return error ?? 'no response';
	return status >= 300 && status < 400
		? `status ${status}: redirects are not followed`
		: `status ${status}`;
}
