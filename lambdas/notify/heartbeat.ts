import { type Clock, headed } from '../../core';
import { OWN_SOURCE } from './disable';
import type { Target } from './settings';
import type { Store } from './store';
import type { TargetBook } from './targetBook';
import { webhookMessageId } from './webhook';

/**
 * Messages at an interval: a target that receives none shows that notify or the target is broken.
 */

export interface HeartbeatOptions {
	store: Pick<Store, 'addDelivery'>;
	book: TargetBook;
	clock: Pick<Clock, 'now'>;
	/** Disabled targets, which receive nothing. */
	disabled: ReadonlyMap<string, string>;
	/** Ids of deliveries that this run has put, by target. */
	added: Map<string, Set<string>>;
	/** The number of sources, and how many of them failed in this run. */
	sources: { read: number; failed: number };
}

const HOUR = 3_600_000;

/**
 * Puts a message for each target whose interval has started. Intervals are counted from midnight
 * UTC of 1 January 1970, and the id of a message is that of its interval: a run that ends early
 * repeats it under the same id, and so do two simultaneous runs.
 */
export async function putHeartbeats(
	targets: readonly Target[],
	{ store, book, clock, disabled, added, sources }: HeartbeatOptions,
): Promise<void> {
	const now = clock.now();
	const states = book.states();
	const due = targets.flatMap((target) => {
		const { name, heartbeatHours: hours } = target;
		if (hours === undefined || disabled.has(name)) return [];
		const begun = now - (now % (hours * HOUR));
		return begun > (states[name]?.heartbeatAt ?? 0) ? [{ target, hours, begun }] : [];
	});
	const wanted = new Set(targets.filter((each) => each.heartbeatHours).map(({ name }) => name));
	const left = Object.keys(states).filter(
		(name) => states[name].heartbeatAt !== undefined && !wanted.has(name),
	);
	if (due.length === 0 && left.length === 0) return;
	await book.announce(
		due.map(({ target }) => target.name),
		now,
	);
	for (const { target, hours, begun } of due) {
		const { name } = target;
		const event = heartbeat(name, hours, begun, sources);
		const id = webhookMessageId(OWN_SOURCE, event.id);
		const isNew = await store.addDelivery({
			target: name,
			id,
			source: OWN_SOURCE,
			event,
			attempts: 0,
			dueAt: now,
			createdAt: now,
		});
		if (isNew) added.set(name, new Set([...(added.get(name) ?? []), id]));
	}
	await book.change((newest) => {
		for (const { target, begun } of due) {
			newest[target.name] = { ...newest[target.name], heartbeatAt: begun };
		}
		for (const name of left) delete newest[name]?.heartbeatAt;
	});
}

function heartbeat(
	name: string,
	hours: number,
	begun: number,
	{ read, failed }: HeartbeatOptions['sources'],
) {
	const event = 'notify.heartbeat';
	const state = failed === 0 ? 'all could be read' : `${failed} could not be read`;
	const every = hours === 1 ? 'every hour' : `every ${hours} hours`;
	return headed(
		{
			id: `${event}:${name}:${hours}:${new Date(begun).toISOString()}`,
			event,
			severity: 'info',
			subject: name,
			title: 'notify is running',
			text: `notify sends to target ${name}. Of its sources (${read}), ${state}. This message comes ${every}, whether there are events or not.`,
			occurredAt: new Date(begun).toISOString(),
			url: null,
			alertKey: `${event}:${name}`,
		},
		{ everyHours: hours, sources: read, failedSources: failed },
	);
}
