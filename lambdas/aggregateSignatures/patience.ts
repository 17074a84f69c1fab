import { type Client, type Clock, type Failure, growingPause, isFailure } from '../../core';

/** The aggregator needs seconds to collect signatures; a busy node is available again sooner. */
const FIRST_PAUSE_MS = { data: 5_000, node: 500, metrics: 500 } as const;
const LONGEST_PAUSE_MS = 20_000;

export interface Patience {
	clock: Clock;
	/** Milliseconds since 1970: no pause may end after it. */
	deadline: number;
	/** Called before each retry. */
	onRetry?: (failure: Failure, pauseMs: number) => void;
}

/**
 * A client that retries calls until they succeed, fail permanently, or the next pause would exceed
 * the deadline. The wrapped client makes each request once. Throws the last `Failure`.
 */
export function patientClient(client: Client, { clock, deadline, onRetry }: Patience): Client {
	const call: Client['call'] = async (operation, input) => {
		for (let attempt = 0; ; attempt++) {
			try {
				return await client.call(operation, input);
			} catch (error) {
				if (!isFailure(error) || !error.retryable) throw error;
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
