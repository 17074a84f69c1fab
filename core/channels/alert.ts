import { HEADLINE, type Headline, LEVEL_COLUMNS, type Severity } from '../events/item';
import { markOf } from '../events/event';
import { oneLine } from './text';

/** An event as channels show it. */
export interface Alert extends Omit<Headline, 'url'> {
	/** As the event has it; each channel checks it. */
	url: unknown;
	/** The event's own columns with a value, for people. */
	columns: AlertColumn[];
	/** All of the event. */
	data: Readonly<Record<string, unknown>>;
}

/** A labelled value of a message. */
interface Fact {
	label: string;
	value: string;
}

/** A column of an event. `name`: as in the event. */
export interface AlertColumn extends Fact {
	name: string;
}

const SEVERITIES: readonly unknown[] = ['info', 'warning', 'critical', 'resolved'];
/** Columns that are not shown, as title and text already contain them. */
const NO_COLUMNS = new Set([
	...Object.keys(HEADLINE),
	...Object.keys(LEVEL_COLUMNS),
	'at',
	'acknowledge',
]);
const LONGEST_VALUE = 500;
const LONGEST_TEXT = 20_000;
const EXACT = /Exact$/;

/** An item of an event as an alert; missing values are replaced by defaults. */
export function alertOf(data: Readonly<Record<string, unknown>>): Alert {
	const { id, alertKey, event, severity, subject, title, text, occurredAt, url } = data;
	const type = oneLine(event) || 'alert';
	const about = oneLine(subject);
	const mark = oneLine(id) || markOf(JSON.stringify(data));
	return {
		id: mark,
		alertKey: oneLine(alertKey) || (about ? `${type}:${about}` : mark),
		event: type,
		severity: SEVERITIES.includes(severity) ? (severity as Severity) : 'info',
		subject: about || type,
		title: prose(title) || prose(text) || type,
		text: prose(text) || prose(title) || type,
		occurredAt: isoOf(occurredAt),
		url,
		columns: columnsOf(data),
		data,
	};
}

/** A text for people, cut at a length far above the limits of all channels, to save time. */
function prose(value: unknown): string {
	return oneLine(typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value);
}

function isoOf(value: unknown): string {
	const ms = typeof value === 'string' ? Date.parse(value) : NaN;
	return new Date(Number.isNaN(ms) ? 0 : ms).toISOString();
}

function columnsOf(data: Readonly<Record<string, unknown>>): AlertColumn[] {
	return Object.entries(data).flatMap(([name, given]) => {
		// The exact text of an amount repeats its number.
		if (NO_COLUMNS.has(name) || EXACT.test(name)) return [];
		const [label, value] = [labelOf(name), valueText(given)];
		return label === '' || value === '' ? [] : [{ name, label, value }];
	});
}

/** A value, or a list of values, as text; empty for an object. */
function valueText(value: unknown): string {
	const isList = Array.isArray(value);
	const values = (isList ? (value as unknown[]) : [value]).slice(0, 20);
	if (values.some((each) => typeof each === 'object' && each !== null)) return '';
	return oneLine(values.map((each) => oneLine(each).slice(0, LONGEST_VALUE)).join(', '));
}

/** `remainingBalance` as `Remaining balance`. */
function labelOf(name: string): string {
	const words = oneLine(name.slice(0, 60))
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.replace(/[_:]+/g, ' ')
		.trim();
	return (
		words.charAt(0).toUpperCase() +
		words.slice(1).replace(/\p{Lu}(?=\p{Ll})/gu, (sign) => sign.toLowerCase())
	);
}

const HEADLINE_FACTS = { Severity: 'severity', Subject: 'subject', Time: 'occurredAt' } as const;

/**
 * The labelled values of an alert, at most `most`: those of its headline that the message does not
 * show elsewhere, by their labels, then the event's own columns.
 */
export function factsOf(
	alert: Alert,
	labels: ReadonlyArray<keyof typeof HEADLINE_FACTS>,
	most: number,
): Fact[] {
	const headline = labels.map((label) => ({ label, value: alert[HEADLINE_FACTS[label]] }));
	return [...headline, ...alert.columns].slice(0, most);
}
