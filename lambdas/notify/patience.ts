import type { Clock } from '../../core/protocol/ports';
import { DEFAULT_RETRY, withRetries } from '../../core/protocol/retry';
import { HandlerError } from '../shared/errors';
import { isPassing } from '../shared/passing';

/** Clock and deadline for repeating calls. `until` (Unix milliseconds) changes during a run. */
export interface TableRetryOptions {
	clock: Clock;
	until: number;
}

/** Name of the error that a table throttled until the deadline. */
export const THROTTLED = 'TableThrottled';

/** Calls are repeated, with growing pauses, until a deadline. */
export const PATIENT = {
	...DEFAULT_RETRY,
	retries: Infinity,
	budgetMs: Infinity,
	baseMs: 50,
	maxMs: 5_000,
	least: 0.2,
};

/**
 * The same client with retries of temporary failures, with growing pauses, until the deadline. Then
 * it throws `TableThrottled`; other errors are thrown at once. The wrapped client must not retry,
 * because it does not have the run's deadline.
 */
export function retryingTableClient<Client extends object>(
	client: Client,
	patience: TableRetryOptions,
): Client {
	const { send } = client as unknown as { send(command: never): Promise<unknown> };
	const { clock } = patience;
	return {
		...client,
		async send(command: never) {
			const policy = {
				...PATIENT,
				get deadline() {
					return patience.until;
				},
			};
			const call = async () => await send.call(client, command);
			return await withRetries(call, policy, { clock, mayPass: isPassing }).catch((last) => {
				if (!isPassing(last)) throw last;
				const message = `The table accepted no more requests until the deadline (${(last as Error).name})`;
				throw new HandlerError(THROTTLED, message, { cause: last });
			});
		},
	};
}
