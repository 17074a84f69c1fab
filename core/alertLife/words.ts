import type { Severity } from '../events/item';
import { markOf } from '../events/event';
import { type LifeAlert, type Firing, FIRING, isSingle } from './alert';
import { minuteText } from './reasons';
import type { HeldAlert, Hold } from './state';

/** One message: of an event, of several, or about what a rule held. */
export interface LifeDelivery {
	kind: 'event' | 'group' | 'digest' | 'summary' | 'escalation';
	/** The same when it is delivered again; that of the event, unless the event was delivered before. */
	id: string;
	/** The worst one of its alerts. */
	severity: Severity;
	title: string;
	/** A sentence beside the events: the number of held ones, since when and the reason. */
	text?: string;
	/** The events, each with its own key; none in a summary. */
	alerts: LifeAlert[];
	/** Of an escalation: 1 for the second target. */
	step?: number;
	/** Number of alerts that this one hides now. */
	hides?: number;
}

const MOST_TITLES = 10;

/** A number with its noun. */
export const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The worst severity of the alerts that fire; `resolved` if all are. */
function worstOf(alerts: readonly LifeAlert[]): Severity {
	const ranks = alerts.map(({ severity }) => FIRING.indexOf(severity as Firing));
	return FIRING[Math.max(...ranks)] ?? (alerts.length > 0 ? 'resolved' : 'info');
}

function listed(titles: readonly string[], count = titles.length): string {
	const firstTitles = titles.slice(0, MOST_TITLES);
	const rest = count - firstTitles.length;
	return `${firstTitles.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** The latest event of an alert, with an id of its own if it was delivered before it was held. */
export function saidAgain(alert: LifeAlert, held?: HeldAlert): LifeAlert {
	if (held?.count !== 0) return alert;
	return { ...alert, id: `${alert.id}:still:${held.since.toString(36)}` };
}

/** One event; `held` is what was held of its alert before. */
export function eventDelivery(alert: LifeAlert, held?: HeldAlert): LifeDelivery {
	const { id, severity, title } = alert;
	if (!held) return { kind: 'event', id, severity, title, alerts: [alert] };
	const { count, since, because } = held;
	const still = severity === 'resolved' || isSingle(alert) ? '' : ', still firing';
	const events = count > 0 ? `, ${many(count, 'event')}` : '';
	return {
		kind: 'event',
		id,
		severity,
		title,
		text: `Held since ${minuteText(since)}${events}${still}: ${because}`,
		alerts: [alert],
	};
}

/** Several events in one message, with their titles. */
export function listDelivery(kind: 'group' | 'digest', alerts: readonly LifeAlert[]): LifeDelivery {
	if (kind === 'group' && alerts.length === 1) return eventDelivery(alerts[0]);
	return {
		kind,
		id: `${kind}:${markOf(JSON.stringify(alerts.map(({ id }) => id)))}`,
		severity: worstOf(alerts),
		title:
			kind === 'digest' ? `Digest: ${many(alerts.length, 'event')}` : many(alerts.length, 'event'),
		text: listed(alerts.map(({ title }) => title)),
		alerts: [...alerts],
	};
}

const ENDED = {
	silence: 'A silence ended',
	window: 'A window ended',
	inhibition: 'What hid alerts does not fire any more',
};

/** The line about a rule that does not hold any more. */
export function summaryOf({
	kind,
	rule,
	because,
	since,
	events,
	over,
	titles,
	follow,
}: Hold): LifeDelivery {
	const resolved =
		over > 0 ? ` ${many(over, 'alert')} fired and ended meanwhile: ${listed(titles, over)}.` : '';
	const rest = follow > 0 ? ` ${many(follow, 'alert')} follow${follow === 1 ? 's' : ''}.` : '';
	return {
		kind: 'summary',
		id: `summary:${markOf(JSON.stringify([kind, rule, since]))}`,
		severity: 'info',
		title: `${ENDED[kind as keyof typeof ENDED]}: ${many(events, 'event')} held`,
		text: `Held since ${minuteText(since)}: ${many(events, 'event')}, because ${because}.${resolved}${rest}`,
		alerts: [],
	};
}
