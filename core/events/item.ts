import * as out from '../fields/outputs';
import type { NetworkEvent } from './event';

/**
 * The one shape of an event's item: what a message to people needs stands in front, the event's own
 * columns follow. It is flat, so that `title` and `text` can be sent anywhere without an expression.
 */

export type Severity = 'info' | 'warning' | 'critical' | 'resolved';

/** The columns that every event has. */
export const HEADLINE = {
	id: out.required(out.text('The same for the same event, also where it is delivered twice')),
	event: out.required(out.text('Such as validator.uptime')),
	severity: out.required(out.choice(['info', 'warning', 'critical', 'resolved'])),
	subject: out.required(out.text('What the event is about: a node ID, an address, an L1')),
	title: out.required(out.text('One line for people')),
	text: out.required(out.text('One or two sentences for people, in whole units')),
	occurredAt: out.required(out.dateTime('When it happened, or was first seen')),
	url: out.url('Where to read more; null where there is no such page'),
} as const;

/** The columns that events of subjects crossing a line have beside. */
export const LEVEL_COLUMNS = {
	change: out.required(
		out.choice(
			[
				'crossed',
				'repeated',
				'improved',
				'recovered',
				'gone',
				'returned',
				'checkFailed',
				'checkWorks',
				'first',
			],
			'What happened',
		),
	),
	level: out.required(out.count('How many lines are crossed; 0 is as it should be')),
	previousLevel: out.count('Before; null at the first look'),
	previousStateSeconds: out.duration('s', 'For how long it was at the level before'),
	sample: out.flag('True where a test event is made up'),
} as const;

/** What people read of an event. */
export interface Headline {
	id: string;
	event: string;
	severity: Severity;
	subject: string;
	title: string;
	text: string;
	occurredAt: string;
	url: string | null;
}

/**
 * An event of the one shape. Columns of a service's record do not replace those of the headline. The
 * event's timestamp is the headline's `occurredAt`.
 */
export function headed(headline: Headline, columns: object): NetworkEvent {
	const { id, event: type, occurredAt: timestamp } = headline;
	return { id, type, timestamp, data: { ...headline, ...columns, ...headline } };
}
