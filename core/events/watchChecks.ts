import type { Failure } from '../failure';
import { type NetworkEvent, pollMark } from './event';
import { headed } from './item';
import { CHECK } from './levelChecks';

/** A report that events of a watch cannot be read any more for one reason, or can be read again. */
export interface EventCheck {
	kind: 'checkFailed' | 'checkWorks';
	failure?: Failure;
	/** Names of the events whose polls fail. */
	names?: readonly string[];
	/** Time of the first failed poll, or of the one that succeeded (ms). */
	since: number;
	/** Number of the poll among those with reports. */
	polls: number;
}

/** The name for a title, the type of the reports, and a mark of the watch and the reason. */
export interface CheckedEvent {
	type: string;
	name: string;
	key: string;
}

/** The event of such a report; one of a working check resolves that of the failed one. */
export function checkEvent(
	{ type, name, key }: CheckedEvent,
	{ kind, failure, names = [], since, polls }: EventCheck,
): NetworkEvent {
	const fails = kind === 'checkFailed';
	const event = headed(
		{
			id: [type, key, kind, pollMark(since, polls)].join(':'),
			event: type,
			severity: fails ? 'warning' : 'resolved',
			subject: CHECK,
			title: `${name}: the check ${fails ? 'fails' : 'works again'}`,
			text: fails
				? `${names.join(', ')} cannot be read: ${failure?.message ?? 'no response'}. The other events of this watch are read. What happens in the meantime is reported when the check works again.`
				: 'The check works again and continues from the last known state.',
			occurredAt: new Date(since).toISOString(),
			url: null,
			alertKey: `${type}:${key}`,
		},
		{ change: kind, level: 0, previousLevel: null },
	);
	return { ...event, ...(fails && failure?.service && { service: failure.service }) };
}
