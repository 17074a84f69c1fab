import { createHash } from 'node:crypto';
import { pause, unlessAborted } from './abort';
import { Failure } from '../failure';
import type { Clock, HttpResponse } from './ports';
import type { ServiceAccess } from './request';
import { retryAfter } from './responseFailure';

/**
 * Keeps calls to one service within its rate limit. It learns from the responses: the RateLimit
 * headers contain the remaining compute units of the window, a 429 the wait for all calls. Calls
 * then wait for the next window instead of failing. The units that other processes used of a window
 * are reserved for them in the next one, decreasing as the window proceeds.
 */
export interface RateLimiter {
	/**
	 * Resolves when a call of this cost may be sent; call the result with the response, or without
	 * one if there is none. Throws `Failure` of kind `rate-limited` if that takes longer than the
	 * remaining patience, and the signal's reason once it aborts.
	 */
	acquire(
		cost: number,
		patience?: WaitBudget,
		signal?: AbortSignal,
	): Promise<(answer?: Pick<HttpResponse, 'status' | 'headers'>) => void>;
}

/** Remaining time that a call may wait for the rate limit (ms). Each pause is subtracted. */
export interface WaitBudget {
	leftMs: number;
}

const DEFAULT_WINDOW_MS = 60_000;
/** The pause after a 429 without a requested wait. */
const UNSAID_PAUSE_MS = 1_000;
/**
 * Maximum window (ms): a limiter may live as long as a process, and older limits are learned again.
 */
const LONGEST_MS = 3_600_000;
/** Maximum number of pending calls before the first response contains the limit. */
const FIRST_CALLS = 20;
/**
 * Maximum number of pending calls before the first response of a window shows what others have
 * used.
 */
const OPENING_CALLS = 2;
/**
 * Maximum share of the remaining units in flight: other processes see the same remaining number.
 */
const SHARE = 1 / 8;

/** `limit;w=seconds` of `RateLimit-Policy`, or `"name";q=limit;w=seconds` of later IETF drafts. */
function policyOf(header: string | undefined) {
	const match = /(?:^\s*|;\s*q=)(\d+)\s*(?:;[^,]*?)?;\s*w=(\d+)/.exec(header ?? '');
	return match ? { limit: Number(match[1]), windowMs: Number(match[2]) * 1000 } : undefined;
}

function numberOf(header: string | undefined): number | undefined {
	return header !== undefined && /^\s*\d+\s*$/.test(header) ? Number(header) : undefined;
}

/** A limiter for one service and key; pass the same one to every call. */
export function createRateLimiter(clock: Clock): RateLimiter {
	let windowMs = DEFAULT_WINDOW_MS;
	let windowStart = 0;
	let limit: number | undefined;
	/** Units remaining by the last response, less those of calls started since. */
	let remaining: number | undefined;
	let pausedUntil = 0;
	/** Units of all started calls, and of the finished ones. */
	let sent = 0;
	let settled = 0;
	/** Number of pending calls; `heard`: true once a call has finished. */
	let calls = 0;
	let heard = false;
	/** Callbacks that wait for a pending call. */
	let waiting: Array<() => void> = [];
	/**
	 * The remaining units in the first response of the window, and the units of the calls that had
	 * finished then.
	 */
	let opened: { left: number; settled: number } | undefined;
	/** Units that others used in the window before. */
	let ofOthers = 0;

	/** Units that are reserved for other processes at this time. */
	function reserve(now: number): number {
		return ofOthers * Math.max(0, 1 - (now - windowStart) / windowMs);
	}

	/** Ends a window: used units that this process did not use were used by others. */
	function closeWindow(): void {
		const { left, settled: before } = opened ?? { left: 0, settled };
		const used = opened ? left - (remaining ?? left) : 0;
		ofOthers = Math.max(0, used - (settled - before));
		opened = undefined;
	}

	/** True if the maximum number of units or calls is in flight. */
	function isBusy(cost: number): boolean {
		if (calls === 0) return false;
		if (!heard) return calls >= FIRST_CALLS;
		if (remaining !== undefined && !opened) return calls >= OPENING_CALLS;
		return remaining !== undefined && sent - settled + cost > remaining * SHARE;
	}

	/** Milliseconds until a call of this cost fits. */
	function waitFor(cost: number): number {
		const now = clock.now();
		if (pausedUntil > now) return pausedUntil - now;
		if (remaining === undefined) return 0;
		const windowEnd = windowStart + windowMs;
		const free = remaining - (sent - settled) - cost;
		if (free >= reserve(now)) return 0;
		if (windowEnd > now) {
			// The part of the limit that is left for other clients shrinks to zero at the end of
			// the window.
			const until = free >= 0 ? windowEnd - (windowMs * free) / ofOthers : windowEnd;
			return Math.max(1, until - now);
		}
		// A new window has started: all its units remain until a response has another number.
		closeWindow();
		windowStart = now;
		remaining = limit === undefined ? undefined : Math.max(limit, cost);
		return waitFor(cost);
	}

	return {
		async acquire(cost, patience = { leftMs: Infinity }, signal) {
			const asked = clock.now();
			for (;;) {
				const wait = waitFor(cost);
				const left = patience.leftMs - (clock.now() - asked);
				// Pending calls finish by themselves: waiting for one of them is not rejected.
				if (wait > Math.max(0, left)) throw tooLong(wait);
				// Callers that waited for the same moment leave one after the other.
				if (wait > 0) await pause(clock, wait + Math.ceil(clock.random() * 5), signal);
				else if (!isBusy(cost)) break;
				else await unlessAborted(new Promise<void>((wake) => waiting.push(wake)), signal);
			}
			patience.leftMs -= clock.now() - asked;
			const settledBefore = settled;
			sent += cost;
			calls++;
			return (answer) => {
				settled += cost;
				calls--;
				heard = true;
				if (answer) learn(answer, cost, sent - settledBefore - cost);
				const woken = waiting;
				waiting = [];
				for (const wake of woken) wake();
			};
		},
	};

	/** Updates the limits from a response. `overtaking`: units of the other calls in flight. */
	function learn(
		{ status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
		cost: number,
		overtaking: number,
	) {
		const now = clock.now();
		const policy = policyOf(headers['ratelimit-policy']);
		limit = numberOf(headers['ratelimit-limit']) ?? policy?.limit ?? limit;
		windowMs = Math.min(policy?.windowMs ?? windowMs, LONGEST_MS);
		const left = numberOf(headers['ratelimit-remaining']);
		if (left !== undefined) {
			// More units than can remain after this call, or responses out of order: a window has
			// started.
			const most = (remaining ?? -Infinity) + (overtaking > 0 ? overtaking : -cost);
			const began = left > most;
			// Shortly after the start of a window, a new window looks the same: it is treated as a
			// late response.
			const fresh = limit !== undefined && limit - left <= 2 * overtaking;
			if (began && opened) closeWindow();
			if (began || fresh) windowStart = now;
			opened ??= { left, settled };
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

/** The rate limits of services that calls have shown, separately for each URL and key. */
export interface RateLimits {
	/** The limiter of all calls to this service with this key. */
	of(access: ServiceAccess): RateLimiter;
	/** Removes all stored limits. */
	clear(): void;
}

/** Maximum number of services and keys; the one that was used longest ago is removed first. */
const MOST = 1_000;

/**
 * A store of rate limits, by service and key. Keys are stored as hashes.
 *
 * @example
 * const rateLimits = createRateLimits(clock);
 * const clients = keys.map((apiKey) => createClient({ apiKey, rateLimits }));
 */
export function createRateLimits(clock: Clock): RateLimits {
	const known = new Map<string, RateLimiter>();
	return {
		of({ url, header, account }) {
			const id = createHash('sha256')
				.update(`${url}\n${account ?? header?.value ?? ''}`)
				.digest('hex');
			const limiter = known.get(id) ?? createRateLimiter(clock);
			known.delete(id);
			known.set(id, limiter);
			if (known.size > MOST) known.delete(known.keys().next().value ?? '');
			return limiter;
		},
		clear: () => known.clear(),
	};
}
