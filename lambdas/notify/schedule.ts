/**
 * Standard Webhooks' schedule: the delay of each attempt after the last failure, in milliseconds.
 * Three days and four hours in total.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const SCHEDULE: readonly number[] = [
	0,
	5 * SECOND,
	5 * MINUTE,
	30 * MINUTE,
	2 * HOUR,
	5 * HOUR,
	10 * HOUR,
	14 * HOUR,
	20 * HOUR,
	24 * HOUR,
];

/** A target may request a longer pause than the schedule has, up to this limit. */
const LONGEST_PAUSE = 24 * HOUR;

/**
 * Time of the next attempt (Unix ms), or undefined if the schedule has ended.
 *
 * @param attempts attempts that failed so far, this one included
 * @param retryAfterMs the wait that the target requested
 */
export function nextAttempt(attempts: number, now: number, retryAfterMs = 0): number | undefined {
	const pause = SCHEDULE[attempts];
	return pause === undefined
		? undefined
		: now + Math.max(pause, Math.min(retryAfterMs, LONGEST_PAUSE));
}
