import type { AnyClient } from '../../core/clientTypes';
import type { Failure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import type { RetryPolicy } from '../../core/protocol/retry';
import type { Service } from '../../core/service';

/** The aggregator needs seconds to collect signatures; a busy node is available again sooner. */
const FIRST_PAUSE_MS: Readonly<Record<Service, number>> = { data: 5_000, node: 500, metrics: 500 };
const LONGEST_PAUSE_MS = 20_000;

export interface CallRetryOptions {
	clock: Clock;
	/** Milliseconds since 1970: no pause may end after it. */
	deadline: number;
	/** Called before each retry. */
	onRetry?: (failure: Failure, pauseMs: number) => void;
}

/**
 * A client that retries calls and the pages of lists until they succeed, fail permanently, or the next
 * pause would exceed the deadline. Throws the last `Failure`.
 */
export function retryingClient(
	client: AnyClient,
	{ clock, deadline, onRetry }: CallRetryOptions,
): AnyClient {
	const retry = (service: Service): RetryPolicy => ({
		retries: Infinity,
		baseMs: FIRST_PAUSE_MS[service],
		maxMs: LONGEST_PAUSE_MS,
		least: 0.5,
		budgetMs: Infinity,
		rateLimitMs: Math.max(0, deadline - clock.now()),
		deadline,
		onRetry: (failure, pauseMs) => onRetry?.(failure as Failure, pauseMs),
	});
	return {
		...client,
		call: (operation, input, options) =>
			client.call(operation, input, { retry: retry(operation.service), ...options }),
		pages: (operation, input, options) =>
			client.pages(operation, input, { retry: retry(operation.service), ...options }),
		many: (operation, inputs, options) =>
			client.many(operation, inputs, { retry: retry(operation.service), ...options }),
		ranges: (operation, inputs, options) =>
			client.ranges(operation, inputs, { retry: retry(operation.service), ...options }),
	};
}
