import { pause } from './abort';
import { Failure } from './failure';
import type { Clock, HttpResponse } from './ports';
import { retryAfter } from './response';

/**
 * Keeps one run's calls to one service inside its rate limit. It learns from the answers: the
 * RateLimit headers say how many compute units are left in the window, a 429 says how long all must
 * wait. Calls then wait for the next window instead of colliding.
 */
export interface RateLimiter {
	/**
	 * Resolves when a call of this cost may be sent; what it gives is to be told the answer, or
	 * nothing where none came. Throws `Failure` of kind `rate-limited` where that is further away
	 * than a run should wait, and the signal's reason once it aborts.
	 */
	acquire(
		cost: number,
		signal?: AbortSignal,
	): Promise<(answer?: Pick<HttpResponse, 'status' | 'headers'>) => void>;
}

const DEFAULT_WINDOW_MS = 60_000;
/** A pause where a 429 does not say how long. */
const UNSAID_PAUSE_MS = 1_000;
/** A limiter may live as long as a process: after so long, what was once said is asked anew. */
const LONGEST_MS = 3_600_000;

/** `limit;w=seconds` of `RateLimit-Policy`, or `"name";q=limit;w=seconds` of later IETF drafts. */
function policyOf(header: string | undefined) {
	const match = /(?:^\s*|;\s*q=)(\d+)\s*(?:;[^,]*?)?;\s*w=(\d+)/.exec(header ?? '');
	return match ? { limit: Number(match[1]), windowMs: Number(match[2]) * 1000 } : undefined;
}

function numberOf(header: string | undefined): number | undefined {
	return header !== undefined && /^\s*\d+\s*$/.test(header) ? Number(header) : undefined;
}

/**
 * A limiter for one service; hand the same one to every call of a run. `maxWaitMs` is the longest
 * pause at the service's word that a call takes.
 */
export function createRateLimiter(clock: Clock, maxWaitMs = Infinity): RateLimiter {
	let windowMs = DEFAULT_WINDOW_MS;
	let windowStart = 0;
	let limit: number | undefined;
	/** Units left by the service's last word, less the calls on their way since. */
	let remaining: number | undefined;
	let pausedUntil = 0;
	/** Units of all calls that were let go, and of those that have come back. */
	let sent = 0;
	let settled = 0;

	/** Milliseconds until a call of this cost fits. */
	function waitFor(cost: number): number {
		const now = clock.now();
		if (pausedUntil > now) return pausedUntil - now;
		if (remaining === undefined || remaining - (sent - settled) >= cost) return 0;
		const windowEnd = windowStart + windowMs;
		if (windowEnd > now) return windowEnd - now;
		// A new window has begun: it is full until the service says otherwise.
		windowStart = now;
		remaining = limit === undefined ? undefined : Math.max(limit, cost);
		return 0;
	}

	return {
		async acquire(cost, signal) {
			for (let wait = waitFor(cost); wait > 0; wait = waitFor(cost)) {
				if (wait > maxWaitMs) throw tooLong(wait);
				// Callers that waited for the same moment leave one after the other.
				await pause(clock, wait + Math.ceil(clock.random() * 5), signal);
			}
			const settledBefore = settled;
			sent += cost;
			return (answer) => {
				settled += cost;
				if (answer) learn(answer, sent - settledBefore - cost);
			};
		},
	};

	/** `overtaking`: units of the other calls that were on their way together with this one. */
	function learn(
		{ status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
		overtaking: number,
	) {
		const now = clock.now();
		const policy = policyOf(headers['ratelimit-policy']);
		limit = numberOf(headers['ratelimit-limit']) ?? policy?.limit ?? limit;
		windowMs = Math.min(policy?.windowMs ?? windowMs, LONGEST_MS);
		const left = numberOf(headers['ratelimit-remaining']);
		if (left !== undefined) {
			// A larger rise than answers that overtake each other can make means that a window began.
			const began = remaining === undefined || left > remaining + overtaking;
			// While little is used of a window, a new one looks the same: better to take it for late.
			const fresh = limit !== undefined && limit - left <= 2 * overtaking;
			if (began || fresh) windowStart = now;
			remaining = began ? left : Math.min(left, remaining ?? left);
		}
		const reset = numberOf(headers['ratelimit-reset']);
		if (reset !== undefined) windowStart = now + Math.min(reset * 1000, LONGEST_MS) - windowMs;
		if (status !== 429) return;
		const wait = Math.min(retryAfter(headers, now) ?? UNSAID_PAUSE_MS, LONGEST_MS);
		pausedUntil = Math.max(pausedUntil, now + wait);
		if (limit !== undefined) {
			windowStart = pausedUntil - windowMs;
			remaining = 0;
		}
	}
}

function tooLong(waitMs: number): Failure {
	const seconds = Math.ceil(waitMs / 1000);
	return new Failure({
		kind: 'rate-limited',
		message: `The service's rate limit is used up for another ${seconds} s`,
		retryAfterMs: waitMs,
	});
}
