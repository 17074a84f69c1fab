import type { Clock, NetworkEvent } from '../../core';
import { disabledTargets } from '../notify/disable';
import { distinct, fitted } from '../notify/eventSize';
import { type FanOutOptions, putEvents } from '../notify/fanOut';
import { type Recipients, configuredRecipients, mergedRecipients } from '../notify/recipients';
import type { Target } from '../notify/settings';
import type { SendQueue } from '../notify/sendQueue';
import type { Store } from '../notify/store';
import { openTargetBook } from '../notify/targetBook';

/** Writes events to the outbox of notify, under the ids that polls would give them. */
export interface Outbox {
	/** For `collect`. */
	options: Omit<FanOutOptions, 'clock' | 'deadline'>;
	/** True if all are there; false if the time has run out. Putting an event again has no effect. */
	put(name: string, events: readonly NetworkEvent[], deadline: number): Promise<boolean>;
	/** Ids of new deliveries by target. */
	added: ReadonlyMap<string, ReadonlySet<string>>;
	/** Number of new deliveries and of new dead letters. */
	counts(): { deliveries: number; dead: number };
}

/** Opens the outbox for one invocation. */
export async function openOutbox(
	store: Store,
	targets: readonly Target[],
	clock: Pick<Clock, 'now'>,
	{ queue, subscribers }: { queue?: SendQueue; subscribers?: Recipients } = {},
): Promise<Outbox> {
	const book = await openTargetBook(store);
	const disabled = disabledTargets(targets, book);
	const added = new Map<string, Set<string>>();
	let [dead, queued] = [0, 0];
	const configured = configuredRecipients(targets);
	const recipients = mergedRecipients([configured, ...(subscribers ? [subscribers] : [])]);
	const options = {
		store,
		book,
		recipients,
		disabled,
		added,
		onDead: () => void dead++,
		onQueued: (count: number) => void (queued += count),
		// A message and a list have the same events.
		...(queue && { queue, mayRepeat: true }),
	};
	return {
		options,
		added,
		async put(name, events, deadline) {
			const batch = distinct(events).map((event) => fitted(name, event));
			return await putEvents({ name }, batch, { ...options, clock, deadline });
		},
		counts() {
			const deliveries = [...added.values()].reduce((sum, ids) => sum + ids.size, queued);
			return { deliveries, dead };
		},
	};
}
