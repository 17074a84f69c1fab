import * as out from '../fields/outputs';
import type { NetworkEvent } from './event';

/**
 * The common shape of items: the columns for messages come first, then the event's own columns. It
 * is flat, so that `title` and `text` can be sent anywhere without an expression.
 */

export type Severity = 'info' | 'warning' | 'critical' | 'resolved';

/** The columns that every event has. */
export const HEADLINE = {
	id: out.required(out.text('Stays the same when the event is delivered again')),
	event: out.required(out.text('Such as validator.uptime')),
	severity: out.required(out.choice(['info', 'warning', 'critical', 'resolved'])),
	subject: out.required(
		out.text('The subject of the event, such as a node ID, an address or an L1'),
	),
	title: out.required(out.text('One line, as a message to people')),
	text: out.required(
		out.text('One or two sentences, as a message to people, with amounts in whole units'),
	),
	occurredAt: out.required(out.dateTime('When the event happened, or was first seen')),
	url: out.url('A page with details; null if there is none'),
} as const;

/** The additional columns of threshold events. */
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
				'unreadable',
				'first',
			],
			'How the state changed',
		),
	),
	level: out.required(out.count('How many thresholds are crossed; 0 is normal')),
	previousLevel: out.count('The level before; null at the first poll'),
	previousStateSeconds: out.duration('s', 'How long the level before lasted'),
	sample: out.flag('True for a generated test event; its title and text say so'),
} as const;

/** The texts of an event. */
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
 * An event in the common shape. Columns of a service's record do not replace those of the headline.
 * The event's timestamp is the headline's `occurredAt`.
 */
export function headed(headline: Headline, columns: object): NetworkEvent {
	const { id, event: type, occurredAt: timestamp } = headline;
	return { id, type, timestamp, data: { ...headline, ...columns, ...headline } };
}
