import type { NetworkEvent } from '../../core/events/event';
import type { Clock } from '../../core/protocol/ports';
import { distinct, fitted } from '../notify/eventSize';
import { type FanOutOptions, putEvents } from '../notify/fanOut';
import { type Recipients, configuredRecipients, mergedRecipients } from '../notify/recipients';
import type { Target } from '../notify/settings';
import type { SendQueue } from '../notify/sendQueue';
import type { Store } from '../notify/store';

/** Writes events to the outbox of notify, under the ids that polls would give them. */
export interface Outbox {
	/** For `collect`. */
	options: Omit<FanOutOptions, 'clock' | 'deadline'>;
	/** True if all are there; false if the time has run out. Putting an event again has no effect. */
	put(name: string, events: readonly NetworkEvent[], deadline: number): Promise<boolean>;
	/** Number of new deliveries and of new dead letters. */
	counts(): { deliveries: number; dead: number };
}

/** The outbox of one invocation. */
export function openOutbox(
	store: Store,
	targets: readonly Target[],
	clock: Pick<Clock, 'now'>,
	{ queue, subscribers }: { queue: SendQueue; subscribers?: Recipients },
): Outbox {
	let [dead, deliveries] = [0, 0];
	const configured = configuredRecipients(targets);
	const recipients = mergedRecipients([configured, ...(subscribers ? [subscribers] : [])]);
	const options = {
		store,
		queue,
		recipients,
		onDead: () => void dead++,
		onQueued: (count: number) => void (deliveries += count),
		// A message and a list have the same events.
		mayRepeat: true,
	};
	return {
		options,
		async put(name, events, deadline) {
			const batch = distinct(events).map((event) => fitted(name, event));
			return await putEvents({ name }, batch, { ...options, clock, deadline });
		},
		counts: () => ({ deliveries, dead }),
	};
}
