import type { HttpResponse } from './ports';

/**
 * The number of requests that a client has in flight where its caller does not say: 5 at first, and one more after each
 * response, up to 50, while the response shows a rate limit with room and came as quickly as others. Responses
 * without RateLimit headers leave it at 5.
 */
export interface Width {
	readonly count: number;
	/** A response has come after this time (ms). */
	answered(response: Pick<HttpResponse, 'status' | 'headers'>, ms: number): void;
}

const FIRST = 5;
/** Maximum number of requests in flight. */
export const WIDEST = 50;
/** Share of a window's units that is left for other clients of the key: below it, the width does not grow. */
const LEFT = 1 / 4;
/** A response is late if it takes so many times the shortest time, and so much longer (ms). */
const LATE = { times: 2, ms: 50 };

/** A width for one client. */
export function createWidth(): Width {
	let count = FIRST;
	let shortest = Infinity;

	return {
		get count() {
			return count;
		},
		answered({ status, headers }, ms) {
			const left = Number(headers['ratelimit-remaining'] ?? NaN);
			const limit = Number(headers['ratelimit-limit'] ?? NaN);
			// The clock may have been set back.
			if (ms >= 0) shortest = Math.min(shortest, ms);
			const isLate = ms > Math.max(shortest * LATE.times, shortest + LATE.ms);
			if (status === 429) count = FIRST;
			else if (isLate) count = Math.max(FIRST, count - 1);
			else if (left > limit * LEFT) count = Math.min(WIDEST, count + 1);
		},
	};
}
