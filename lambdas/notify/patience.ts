import { type Clock, growingPause } from '../../core';
import { HandlerError } from '../shared/errors';
import { isPassing } from '../shared/passing';

/** Sends commands to a table. */
export interface TableClient {
	send(command: never): Promise<unknown>;
}

/** How long calls are retried. `until` (Unix milliseconds) changes during a run. */
export interface Patience {
	clock: Clock;
	until: number;
}

/** The name of the error if a table throttles until the deadline. */
export const THROTTLED = 'TableThrottled';

const PAUSES = { baseMs: 50, maxMs: 5_000, least: 0.2 };

/**
 * The same client with retries of temporary failures, with growing pauses, until the deadline. Then
 * it throws `TableThrottled`; other errors are thrown at once. The wrapped client must not retry,
 * because it does not have the run's deadline.
 */
export function patientClient<Client extends object>(client: Client, patience: Patience): Client {
	const { send } = client as unknown as TableClient;
	const { clock } = patience;
	return {
		...client,
		async send(command: never) {
			for (let attempt = 0; ; attempt++) {
				try {
					return await send.call(client, command);
				} catch (error) {
					if (!isPassing(error)) throw error;
					const pause = growingPause(PAUSES, attempt, clock.random());
					if (clock.now() + pause >= patience.until) throw throttled(error as Error);
					await clock.sleep(pause);
				}
			}
		},
	};
}

function throttled(cause: Error): HandlerError {
	const message = `The table accepted no more requests until the deadline (${cause.name})`;
	return new HandlerError(THROTTLED, message, { cause });
}
