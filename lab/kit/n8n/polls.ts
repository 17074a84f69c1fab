/** The time between two requests that are of different polls: polls are a minute apart (ms). */
const APART_MS = 20_000;

/**
 * True once a poll has begun after the first one, by the times of the requests for a trigger's list, as the
 * emulator logs them. Until the first poll has ended, what happens belongs to its baseline.
 */
export function hasPolledAgain(requests: ReadonlyArray<{ at: number }>): boolean {
	return requests.some(({ at }, index) => index > 0 && at - requests[index - 1].at > APART_MS);
}
