import type { AnyClient } from '../../core/clientTypes';
import type { Clock } from '../../core/protocol/ports';
import type { RetryPolicy } from '../../core/protocol/retry';
import type { Service } from '../../core/service';

/** The client as this function uses it. */
export type Calls = Pick<AnyClient, 'call'>;

/** The aggregator needs seconds to collect signatures; a busy node is available again sooner. */
const FIRST_PAUSE_MS: Readonly<Record<Service, number>> = { data: 5_000, node: 500, metrics: 500 };
const LONGEST_PAUSE_MS = 20_000;

/**
 * Calls that are retried until they succeed, fail permanently, or the next pause would exceed the deadline
 * (Unix milliseconds). Throws the last `Failure`.
 */
export function retryingCalls(
	client: Calls,
	{ clock, deadline, onRetry }: { clock: Clock; deadline: number } & Pick<RetryPolicy, 'onRetry'>,
): Calls {
	const policy = {
		...{ retries: Infinity, budgetMs: Infinity, maxMs: LONGEST_PAUSE_MS, least: 0.5 },
		...{ rateLimitMs: Math.max(0, deadline - clock.now()), deadline, onRetry },
	};
	return {
		call: (operation, input, options) => {
			const retry = { ...policy, baseMs: FIRST_PAUSE_MS[operation.service] };
			return client.call(operation, input, { retry, ...options });
		},
	};
}
