import { pause } from './abort';
import { type Failure, isFailure } from './failure';
import type { Clock } from './ports';
import type { Patience } from './rateLimiter';

/** How long a call is tried. */
export interface RetryPolicy {
	/** Requests after the first; 0 turns retries off. */
	retries: number;
	/** Upper bound of the first pause; it doubles each time. */
	baseMs: number;
	/** Upper bound of any pause that the service did not ask for. */
	maxMs: number;
	/** All pauses together never pass this: beyond it the failure is given back. */
	budgetMs: number;
	/**
	 * A call waits for the service's rate limit no longer than this in all. Answers with status 429 are
	 * repeated until then, and do not count as retries.
	 */
	rateLimitMs: number;
	/** Milliseconds since 1970 after which nothing is tried again. */
	deadline?: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
	retries: 4,
	baseMs: 500,
	maxMs: 20_000,
	budgetMs: 120_000,
	// Several windows of a minute.
	rateLimitMs: 300_000,
};

/** Bounds of a pause, in milliseconds. */
export interface PauseBounds {
	/** Before the second try; it doubles each time. */
	baseMs: number;
	maxMs: number;
	/** The share of a bound that is always waited for; the rest is left to chance. Default 0. */
	least?: number;
}

/**
 * The pause after the failed attempt number `attempt` (from 0), in milliseconds, used by the core
 * and the functions. The random part spreads the retries of many callers.
 *
 * @param chance from 0 to 1
 */
export function growingPause(
	{ baseMs, maxMs, least = 0 }: PauseBounds,
	attempt: number,
	chance: number,
): number {
	return Math.min(maxMs, baseMs * 2 ** attempt) * (least + (1 - least) * chance);
}

/**
 * True where a request that creates something may be repeated: only when it is certain that the
 * first one created nothing. A 429 was turned away; a refused connection carried nothing.
 */
function certainlyNothingHappened(failure: Failure): boolean {
	if (failure.kind === 'rate-limited') return true;
	return failure.kind === 'network' && (failure.reason === 'refused' || failure.reason === 'dns');
}

/**
 * Runs a call until it succeeds, fails permanently, or the policy ends. Pauses use full jitter (a
 * random part of the maximum), which spreads the retries of many callers, and are never shorter
 * than the wait that the service requested. Throws the last failure, or the signal's reason once it
 * aborts.
 */
export async function withRetries<T>(
	call: (patience: Patience) => Promise<T>,
	policy: RetryPolicy,
	clock: Clock,
	creates = false,
	signal?: AbortSignal,
): Promise<T> {
	const patience = { leftMs: policy.rateLimitMs };
	let spent = 0;
	for (let attempt = 0; ; ) {
		try {
			return await call(patience);
		} catch (error) {
			signal?.throwIfAborted();
			if (!isFailure(error) || !error.retryable || attempt >= policy.retries) throw error;
			if (creates && !certainlyNothingHappened(error)) throw error;
			const jitter = growingPause(policy, attempt, clock.random());
			const ms = error.retryAfterMs === undefined ? jitter : error.retryAfterMs + jitter / 4;
			if (error.kind === 'rate-limited') {
				// At least something: a service may refuse for ever and ask for no pause.
				if ((patience.leftMs -= Math.max(ms, 1)) < 0) throw error;
			} else {
				attempt++;
				spent += ms;
				if (spent > policy.budgetMs) throw error;
			}
			if (policy.deadline !== undefined && clock.now() + ms > policy.deadline) throw error;
			await pause(clock, ms, signal);
		}
	}
}
