import type { Clock } from '../../core/protocol/ports';
import type { Attempted } from '../notify/attempt';
import type { Delivery } from '../notify/store';
import type { Telemetry } from '../shared/telemetry';
import type { Subscribers } from './recipients';
import { type AttemptRecord, recordOf } from './store';
import { keyInName } from './subscription';

/**
 * Collects the attempts of a run for their owners, and writes them at its end. They are for people: a run that
 * dies has sent all the same.
 */
export function attemptNotes({ reader, end }: Subscribers, clock: Pick<Clock, 'now'>) {
	const records: AttemptRecord[] = [];
	return {
		/** For the options of an attempt. */
		hooks: {
			onAttempt(delivery: Delivery, attempted: Attempted): void {
				if (keyInName(delivery.target)) records.push(recordOf(delivery, attempted, clock.now()));
			},
			endTarget: end,
		},
		/** Writes what was collected. It does not throw: the deliveries themselves are done. */
		async flush(logger: Pick<Telemetry['logger'], 'warn'>): Promise<void> {
			await reader
				.noteAttempts(records)
				.catch((error: Error) =>
					logger.warn('Attempts of subscriptions could not be recorded', error),
				);
		},
	};
}
