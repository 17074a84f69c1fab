import type { NetworkEvent } from '../../core/events/event';
import type { Clock } from '../../core/protocol/ports';
import { batchOf } from '../notify/batchEvents';
import { putEvents } from '../notify/fanOut';
import { type Recipients, configuredRecipients, mergedRecipients } from '../notify/recipients';
import type { Settings } from '../notify/settings';
import type { SendQueue } from '../notify/sendQueue';
import type { Store } from '../notify/dynamoStore';

export type Outbox = ReturnType<typeof openOutbox>;

/** The outbox of notify in one invocation: writes events under the ids that polls would give them. */
export function openOutbox(
	store: Store,
	{ targets, routes }: Pick<Settings, 'targets' | 'routes'>,
	clock: Pick<Clock, 'now'>,
	{ queue, subscribers }: { queue: SendQueue; subscribers?: Recipients },
) {
	let [dead, deliveries] = [0, 0];
	const configured = configuredRecipients(targets, routes);
	const options = {
		...{ store, queue },
		recipients: subscribers ? mergedRecipients(configured, subscribers) : configured,
		onDead: () => void dead++,
		onQueued: (count: number) => void (deliveries += count),
		// A message and a list have the same events.
		mayRepeat: true,
	};
	return {
		/** For `collect`. */
		options,
		/** True if all are there; false if the time has run out. Putting an event again has no effect. */
		async put(name: string, events: readonly NetworkEvent[], deadline: number): Promise<boolean> {
			return await putEvents({ name }, batchOf(name, events), { ...options, clock, deadline });
		},
		/** Number of new deliveries and of new dead letters. */
		counts: () => ({ deliveries, dead }),
	};
}
