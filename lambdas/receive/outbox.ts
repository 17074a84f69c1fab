import type { NetworkEvent } from '../../core/events/event';
import { batchOf } from '../notify/batchEvents';
import { type Outlet, putEvents } from '../notify/fanOut';
import { type Recipients, configuredRecipients, mergedRecipients } from '../notify/recipients';
import type { Settings } from '../notify/settings';

export type Outbox = ReturnType<typeof openOutbox>;

/** The outbox of notify in one invocation: writes events under the ids that polls would give them. */
export function openOutbox(
	{ subscribers, ...outlet }: Omit<Outlet, 'deadline'> & { subscribers?: Recipients },
	{ targets, routes }: Pick<Settings, 'targets' | 'routes'>,
) {
	let [dead, deliveries] = [0, 0];
	const configured = configuredRecipients(targets, routes);
	const options = {
		...outlet,
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
			return await putEvents({ name }, batchOf(name, events), { ...options, deadline });
		},
		/** Number of new deliveries and of new dead letters. */
		counts: () => ({ deliveries, dead }),
	};
}
