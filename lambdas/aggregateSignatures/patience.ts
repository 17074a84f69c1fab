import { type Client, type Clock, type Failure, growingPause, isFailure } from '../../core';

/** Signatures take the aggregator seconds to collect, a node that is busy is back sooner. */
const FIRST_PAUSE_MS = { data: 5_000, node: 500, metrics: 500 } as const;
const LONGEST_PAUSE_MS = 20_000;

/**
 * What the aggregator says where validators were not reached or not enough of them answered yet; it
 * passes, whatever status it comes with.
 */
const PASSING =
	/failed to (connect to|collect) a threshold|signature weight is insufficient|failed to process signature aggregation request/i;

/** True where the same request may succeed a little later. */
export function isPassing(failure: Failure): boolean {
	return failure.retryable || PASSING.test(failure.message);
}

export interface Patience {
	clock: Clock;
	/** Milliseconds since 1970: no pause may end after it. */
	deadline: number;
	/** Told of each call that will be made again. */
	onRetry?: (failure: Failure, pauseMs: number) => void;
}

/**
 * A client whose calls are made until they succeed, fail for good, or the next pause would pass the
 * deadline. The client behind it makes each request once. Throws the last `Failure`.
 */
export function patientClient(client: Client, { clock, deadline, onRetry }: Patience): Client {
	const call: Client['call'] = async (operation, input) => {
		for (let attempt = 0; ; attempt++) {
			try {
				return await client.call(operation, input);
			} catch (error) {
				if (!isFailure(error) || !isPassing(error)) throw error;
				const baseMs = FIRST_PAUSE_MS[operation.service];
				const bounds = { baseMs, maxMs: LONGEST_PAUSE_MS, least: 0.5 };
				const own = growingPause(bounds, attempt, clock.random());
				const pause = Math.max(error.retryAfterMs ?? 0, own);
				if (clock.now() + pause >= deadline) throw error;
				onRetry?.(error, pause);
				await clock.sleep(pause);
			}
		}
	};
	return { ...client, call };
}
