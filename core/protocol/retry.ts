import { pause } from './abort';
import { type Failure, isFailure } from '../failure';
import type { Clock } from './ports';
import type { WaitBudget } from './rateLimiter';

/** Limits for repeating a request. */
export interface RetryPolicy extends PauseBounds {
	/** Tries after the first; 0 turns retries off. */
	retries: number;
	/** Maximum sum of all pauses (ms); beyond it the failure is thrown. */
	budgetMs: number;
	/**
	 * Maximum time that a call waits for the service's rate limit (ms). Responses with status 429
	 * are repeated until then, and do not count as retries.
	 */
	rateLimitMs: number;
	/** Milliseconds since 1970 after which no retry starts. */
	deadline?: number;
	/** Called before each pause. */
	onRetry?(error: unknown, pauseMs: number): void;
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
	/** The fixed share of a pause; the rest is random. Default 0. */
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
 * True if a request that creates something may be repeated: only if the first one certainly created
 * nothing. A 429 was rejected; a refused connection sent nothing.
 */
function certainlyNothingHappened(failure: Failure): boolean {
	if (failure.kind === 'rate-limited') return true;
	return failure.kind === 'network' && (failure.reason === 'refused' || failure.reason === 'dns');
}

/** The tries of one task. */
export interface Tries {
	/** Waits until the next try. Throws the error if there is none, or the signal's reason. */
	again(error: unknown): Promise<void>;
	/** Resets the count of failures, after progress. */
	anew(): void;
	/** Remaining time to wait for rate limits. */
	patience: WaitBudget;
}

export interface TriesOptions {
	clock: Clock;
	/**
	 * True if an error may be temporary, so that another try can succeed. Default: retryable
	 * failures.
	 */
	mayPass?: (error: unknown) => boolean;
	/** True if the task creates something, so that it is only repeated if it certainly had no effect. */
	creates?: boolean;
	signal?: AbortSignal;
}

/**
 * Counts the tries of one task by a policy. Pauses grow and have a random part, which spreads the
 * retries of many callers, and are never shorter than the wait that a service requested.
 */
export function triesOf(policy: RetryPolicy, { clock, signal, ...how }: TriesOptions): Tries {
	const patience = { leftMs: policy.rateLimitMs };
	let spent = 0;
	let attempt = 0;
	return {
		patience,
		anew: () => void (attempt = 0),
		async again(error) {
			signal?.throwIfAborted();
			if (!mayRepeat(error, how) || attempt >= policy.retries) throw error;
			const { retryAfterMs, kind } = isFailure(error) ? error : {};
			const jitter = growingPause(policy, attempt, clock.random());
			const ms = retryAfterMs === undefined ? jitter : retryAfterMs + jitter / 4;
			if (kind === 'rate-limited') {
				// At least 1 ms: a service may reject all calls without requesting a pause.
				if ((patience.leftMs -= Math.max(ms, 1)) < 0) throw error;
			} else {
				attempt++;
				spent += ms;
				if (spent > policy.budgetMs) throw error;
			}
			if (policy.deadline !== undefined && clock.now() + ms > policy.deadline) throw error;
			policy.onRetry?.(error, ms);
			await pause(clock, ms, signal);
		},
	};
}

const isRetryable = (error: unknown) => isFailure(error) && error.retryable;

/** True if a task may be repeated after this error. */
function mayRepeat(
	error: unknown,
	{ mayPass = isRetryable, creates = false }: Pick<TriesOptions, 'mayPass' | 'creates'>,
): boolean {
	return mayPass(error) && (!creates || certainlyNothingHappened(error as Failure));
}

/**
 * Runs a call until it succeeds, fails permanently, or the policy ends. Throws the last failure, or
 * the signal's reason once it aborts.
 */
export async function withRetries<T>(
	call: (patience: WaitBudget) => Promise<T>,
	policy: RetryPolicy,
	options: TriesOptions,
): Promise<T> {
	const tries = triesOf(policy, options);
	for (;;) {
		try {
			return await call(tries.patience);
		} catch (error) {
			await tries.again(error);
		}
	}
}
