import type { Client } from '../../core/client';
import type { Operation } from '../../core/operations/declare';
import { type Failure, isFailure } from '../../core/protocol/failure';
import type { Clock } from '../../core/protocol/ports';
import type { AggregationRequest } from './event';

/** Pauses between two tries: 5 s, 10 s, then 20 s, each by a random share shorter. */
const FIRST_PAUSE_MS = 5_000;
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

export interface AggregateOptions {
	/** Its own retries are off: they are made here, by the time that is left. */
	client: Client;
	clock: Clock;
	/** Milliseconds since 1970 after which nothing is tried again. */
	deadline: number;
	/** Told of each try that is made again. */
	onRetry?: (failure: Failure, pauseMs: number) => void;
}

/**
 * Asks for the signed message until it comes, fails for good, or the next pause would pass the
 * deadline. Gives hex without 0x. Throws the last `Failure`.
 */
export async function aggregate(
	{ operation, input }: AggregationRequest,
	{ client, clock, deadline, onRetry }: AggregateOptions,
): Promise<string> {
	for (let attempt = 0; ; attempt++) {
		try {
			const answer = await client.call(operation as Operation, input);
			return (answer as { signedMessage: string }).signedMessage.replace(/^0x/i, '');
		} catch (error) {
			if (!isFailure(error) || !isPassing(error)) throw error;
			const bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
			const pause = Math.max(error.retryAfterMs ?? 0, bound * (0.5 + clock.random() / 2));
			if (clock.now() + pause >= deadline) throw error;
			onRetry?.(error, pause);
			await clock.sleep(pause);
		}
	}
}
