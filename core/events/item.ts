import * as out from '../fields/outputs';
import { withChecksums, hasEvmForm } from '../formats/evmAddress';
import type { NetworkEvent } from './event';

/**
 * The common shape of items: the columns for messages come first, then the event's own columns. It
 * is flat, so that `title` and `text` can be sent anywhere without an expression.
 */

export type Severity = 'info' | 'warning' | 'critical' | 'resolved';

/** The columns that every event has. */
export const HEADLINE = out.optionalParts({
	id: out.essential(out.text('Stays the same when the event is delivered again')),
	event: out.essential(out.text('Such as validator.uptime')),
	severity: out.essential(out.choice(['info', 'warning', 'critical', 'resolved'])),
	subject: out.essential(
		out.text('The subject of the event, such as a node ID, an address or an L1'),
	),
	title: out.essential(out.text('One line, as a message to people')),
	text: out.essential(
		out.text('One or two sentences, as a message to people, with amounts in whole units'),
	),
	occurredAt: out.essential(out.dateTime('When the event happened, or was first seen')),
	url: out.url('A page with details; null if there is none'),
	alertKey: out.essential(
		out.text(
			'The same for all events of one alert: an event with severity resolved closes the incident that earlier events with this key opened',
		),
	),
});

/** The additional columns of threshold events. */
export const LEVEL_COLUMNS = out.optionalParts({
	change: out.essential(
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
	level: out.essential(out.count('How many thresholds are crossed; 0 is normal')),
	previousLevel: out.count('The level before; null at the first poll'),
	previousStateSeconds: out.duration('s', 'How long the level before lasted'),
	sample: out.flag('True for a generated test event; its title and text say so'),
});

/** The column with the duration of the state before a change; none if it is not known. */
export function previousState({ since, before }: { since: number; before?: number }) {
	if (before === undefined) return {};
	return { previousStateSeconds: Math.max(0, Math.round((since - before) / 1000)) };
}

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
	/** See `HEADLINE`. */
	alertKey: string;
}

const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && value.length === 42 && hasEvmForm(value);

/** A column that is an EVM address, or a list of them, with checksums; any other one unchanged. */
function addressed(value: unknown): unknown {
	if (isAddress(value)) return withChecksums(value);
	return Array.isArray(value) && value.every(isAddress) ? value.map(withChecksums) : value;
}

/**
 * An event in the common shape. Columns of a service's record do not replace those of the headline.
 * The event's timestamp is the headline's `occurredAt`. EVM addresses have their checksum, whatever
 * source wrote them: wallets and explorers show them like that, so that a pasted one is equal.
 */
export function headed(given: Headline, columns: object): NetworkEvent {
	const { id, event: type, occurredAt: timestamp } = given;
	const [subject, title, text] = [given.subject, given.title, given.text].map(withChecksums);
	const headline = { ...given, subject, title, text };
	const own = Object.fromEntries(
		Object.entries(columns).map(([name, value]) => [name, addressed(value)]),
	);
	return { id, type, timestamp, data: { ...headline, ...own, ...headline } };
}
