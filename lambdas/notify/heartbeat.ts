import { HOUR_MS } from '../../core/formats/timeUnits';
import { disabledTargets, putOwn } from './disable';
import type { Outlet } from './fanOut';
import { ownEvent } from './ownEvent';
import type { Target } from './settings';

/**
 * Messages at an interval: a target that receives none shows that notify or the target is broken.
 */

/** The number of sources, and how many of them failed in this run. */
interface Read {
	read: number;
	failed: number;
}

/**
 * Puts a message into the queue for each target whose interval has started and that is not disabled. Intervals are counted from midnight
 * UTC of 1 January 1970, and the id of a message is that of its interval: a run that ends early
 * repeats it under the same id, and so do two simultaneous runs.
 */
export async function putHeartbeats(
	targets: readonly Target[],
	sources: Read,
	{ store, queue, clock }: Outlet,
): Promise<void> {
	const wanted = targets.filter(({ heartbeatHours }) => heartbeatHours !== undefined);
	if (wanted.length === 0) return;
	const now = clock.now();
	const states = await store.states.read(wanted.map(({ name }) => name));
	const disabled = disabledTargets(wanted, states);
	for (const { name, heartbeatHours: hours = 1 } of wanted) {
		const begun = now - (now % (hours * HOUR_MS));
		if (disabled.has(name) || begun <= (states.get(name)?.heartbeatAt ?? 0)) continue;
		await putOwn(name, heartbeat(name, hours, begun, sources), now, { store, queue });
		await store.states.change(name, now, (state) => ({ ...state, heartbeatAt: begun }));
	}
}

function heartbeat(name: string, hours: number, begun: number, { read, failed }: Read) {
	const state = failed === 0 ? 'all could be read' : `${failed} could not be read`;
	const every = hours === 1 ? 'every hour' : `every ${hours} hours`;
	const text = `notify sends to target ${name}. Of its sources (${read}), ${state}. This message comes ${every}, whether there are events or not.`;
	const words = { severity: 'info', subject: name, title: 'notify is running', text } as const;
	const columns = { everyHours: hours, sources: read, failedSources: failed };
	const key = `${name}:${hours}:${new Date(begun).toISOString()}`;
	return ownEvent('notify.heartbeat', key, begun, words, columns);
}
