import { type Clock, growingPause } from '../../core';
import { HandlerError } from '../shared/errors';
import { isPassing } from '../shared/passing';

/** Sends commands to a table. */
export interface TableClient {
	send(command: never): Promise<unknown>;
}

/** How long calls are repeated. `until` (Unix milliseconds) moves as a run goes on. */
export interface Patience {
	clock: Clock;
	until: number;
}

/** The name of the error of a table that accepts no more until the time is up. */
export const THROTTLED = 'TableThrottled';

const PAUSES = { baseMs: 50, maxMs: 5_000, least: 0.2 };

/**
 * The same client, which repeats a call that failed in passing, with growing pauses,
 * for as long as there is time. Then it throws `TableThrottled`; other errors pass at once. The
 * client itself must not repeat: it knows nothing of a run's time.
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
