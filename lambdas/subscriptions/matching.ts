import { createHash } from 'node:crypto';
import type { NetworkEvent } from '../../core/events/event';
import type { WantedEvent } from '../notify/recipients';
import {
	type Allowed,
	type Filters,
	type Subscription,
	type SubscriptionKey,
	nameOf,
} from './subscription';

/**
 * The index by which the subscriptions that want an event are found: one row for each combination of an event, a
 * subject and a severity that a subscription selects, where `*` stands for all. An event has eight lists of
 * rows, however many subscriptions there are.
 */

/** The key of a row. The rows of a list are in the order of the names of their targets. */
export interface Row {
	pk: string;
	sk: string;
}

/** A row, with the name of its target and the version of the subscription that has put it. */
export interface MatchedRow extends Row {
	name: string;
	version: number;
}

/** A list of rows: those of one partition whose sort keys begin with the severity. */
export interface RowList {
	pk: string;
	severity: string;
}

const ALL = '*';
/** Longer subjects are known by a digest: a key has at most 2,048 bytes. */
const LONGEST_SUBJECT = 200;

/** A subject in the form of the index: addresses in lower case. */
function subjectKey(subject: string): string {
	const plain = /^0x[0-9a-f]+$/i.test(subject) ? subject.toLowerCase() : subject;
	if (plain.length <= LONGEST_SUBJECT) return `=${plain}`;
	return `#${createHash('sha256').update(plain).digest('base64url')}`;
}

const partition = (event: string, subject: string) => `match#${event}#${subject}`;
const sortKey = (severity: string, name: string) => `${severity}#${name}`;

/** The number of rows of a subscription. */
export function rowCount({ events, severities, subjects }: Filters): number {
	return [events, severities, subjects].reduce((count, list) => count * (list?.length ?? 1), 1);
}

/** The rows of a subscription. */
export function rowsOf({
	events = [ALL],
	severities,
	subjects,
	...key
}: Filters & SubscriptionKey): Row[] {
	const keys = [...new Set(subjects?.map(subjectKey) ?? [ALL])];
	const name = nameOf(key);
	return events.flatMap((event) =>
		keys.flatMap((subject) =>
			(severities ?? [ALL]).map((severity) => ({
				pk: partition(event, subject),
				sk: sortKey(severity, name),
			})),
		),
	);
}

/** The parts of an event that subscriptions select by. */
function selected({ type, data }: NetworkEvent) {
	const { severity, subject } = data;
	return {
		type,
		...(typeof severity === 'string' && { severity }),
		...(typeof subject === 'string' && { subject }),
	};
}

/** The lists in which the rows for an event are. */
export function listsFor(given: NetworkEvent): RowList[] {
	const { type, severity, subject } = selected(given);
	const subjects = subject === undefined ? [ALL] : [ALL, subjectKey(subject)];
	const severities = severity === undefined ? [ALL] : [ALL, severity];
	return [ALL, type].flatMap((event) =>
		subjects.flatMap((one) =>
			severities.map((each) => ({ pk: partition(event, one), severity: each })),
		),
	);
}

/** The bounds of the sort keys of a list, both included, after the row of a target. */
export function boundsOf({ severity }: RowList, after = ''): { from: string; to: string } {
	// No name of a target has a character as small as the one behind it, or as large as the upper bound.
	return {
		from: `${sortKey(severity, after)}${after && '\u0000'}`,
		to: sortKey(severity, '\u007f'),
	};
}

/** The name of the target of a row. */
export function nameInRow({ sk }: Row): string {
	return sk.slice(sk.indexOf('#') + 1);
}

const has = (list: readonly string[] | undefined, value: string | undefined) =>
	list === undefined || list.some((one) => one === value);

/** True if the filters of a subscription, and the sources that its token allowed, select an event. */
export function wants(
	{ severities, ...rest }: Filters & Pick<Subscription, 'sources'>,
	given: WantedEvent,
): boolean {
	return has(severities, selected(given.event).severity) && isAllowed(rest, given);
}

/** True if lists of sources, events and subjects have those of an event. */
export function isAllowed(
	{ sources, events, subjects }: Allowed = {},
	{ source, event }: WantedEvent,
): boolean {
	const { type, subject } = selected(event);
	const key = subject === undefined ? undefined : subjectKey(subject);
	return has(sources, source) && has(events, type) && has(subjects?.map(subjectKey), key);
}

/** The mistakes of filters that select more than a token allows. */
export function beyondAllowed(filters: Filters, allowed: Allowed = {}): Array<[string, string]> {
	const beyond = (
		field: 'events' | 'subjects',
		key: (value: string) => string,
	): Array<[string, string]> => {
		const [given, may] = [filters[field], allowed[field]];
		if (!may) return [];
		const keys = may.map(key);
		if (given?.every((one) => keys.includes(key(one)))) return [];
		return [[field, `must be among those that the token allows: ${may.join(', ')}`]];
	};
	return [...beyond('events', (type) => type), ...beyond('subjects', subjectKey)];
}
