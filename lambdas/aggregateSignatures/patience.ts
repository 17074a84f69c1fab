import * as pChainStaking from '../../core/subjects/pChainStaking/index';
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

/**
 * A client that reads each validator set once: messages of one invocation whose signatures are
 * verified against the set of the same subnet and height share one request, also those in progress.
 * A request that fails is not kept.
 */
export function readingSetsOnce(client: AnyClient): AnyClient {
	const sets = new Map<string, Promise<unknown>>();
	const call: AnyClient['call'] = (operation, input, options) => {
		const { id } = operation;
		if (id !== pChainStaking.getManyValidatorsAtHeight.id) {
			return client.call(operation, input, options);
		}
		const key = JSON.stringify(input, Object.keys(input as object).sort());
		const kept = sets.get(key) as ReturnType<typeof client.call> | undefined;
		if (kept) return kept as never;
		const read = client.call(operation, input, options);
		sets.set(key, read);
		read.catch(() => sets.delete(key));
		return read;
	};
	return { ...client, call };
}
