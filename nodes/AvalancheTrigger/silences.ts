import type { IExecuteFunctions } from 'n8n-workflow';
import type { Firing } from '../../core/alertLife/alert';
import { FIRING, severityRank } from '../../core/alertLife/alert';
import { folded } from '../../core/alertLife/matchers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/formats/timeUnits';
import { confirm, confirmedOf } from './confirmations';

/**
 * Silences and acknowledgements of a workflow, in the record of its confirmations. The record has names
 * only: each time is a list of days, hours and quarters of an hour, each with what is held in it. A name
 * that is lost delivers an event; none holds one.
 */

/** The selection of a silence: events with all of the given values. */
export interface Silenced {
	subject?: string;
	event?: string;
	severity?: Firing;
}

/** An event of an alert that may be held. */
export interface Holdable {
	subject: string;
	event: string;
	/** The severity, or that before the alert was resolved. */
	was: Firing;
	isResolved: boolean;
	alertKey: string;
	/** Start of the incident; null for an event that nothing resolves. */
	firingSince: string | null;
}

/** The trigger name of records that all triggers of the workflow read. */
const ALL_TRIGGERS = '';
const SIZES = [DAY_MS, HOUR_MS, 15 * MINUTE_MS];
const [, , QUARTER_MS] = SIZES;

const spanName = (size: number, at: number) => `${size / MINUTE_MS}:${Math.floor(at / size)}`;

/** The days, hours and quarters from a time to another one, both rounded to quarters outwards (ms). */
export function spansOf(from: number, until: number): string[] {
	const spans: string[] = [];
	const end = Math.ceil(until / QUARTER_MS) * QUARTER_MS;
	for (let at = Math.floor(from / QUARTER_MS) * QUARTER_MS; at < end; ) {
		const size = SIZES.find((each) => at % each === 0 && at + each <= end) ?? QUARTER_MS;
		spans.push(spanName(size, at));
		at += size;
	}
	return spans;
}

const SOME = 'some';
const silenceName = ({ subject, event, severity }: Silenced) =>
	`silence ${JSON.stringify([subject && folded(subject), event, severity].map((one) => one ?? null))}`;
const ackName = (alertKey: string, since: string, severity: Firing) =>
	`acknowledged ${JSON.stringify([alertKey, since, severity])}`;

async function record(context: IExecuteFunctions, name: string, now: number, until: number) {
	const names = spansOf(now, until).flatMap((span) => [`${name} ${span}`, `${SOME} ${span}`]);
	await confirm(context, ALL_TRIGGERS, names);
}

/** Records a silence from now on. Throws what n8n throws if the record cannot be used. */
export const silence = (context: IExecuteFunctions, what: Silenced, now: number, until: number) =>
	record(context, silenceName(what), now, until);

/** Records that somebody knows of the incident of an alert, with this severity and lesser ones. */
export const recordAcknowledgement = (
	context: IExecuteFunctions,
	{ alertKey, firingSince, severity }: { alertKey: string; firingSince: string; severity: Firing },
	now: number,
	until: number,
) => record(context, ackName(alertKey, firingSince, severity), now, until);

/** The silences that would hold an event. One that holds critical events has to name them. */
function silencesFor({ subject, event, was }: Holdable): Silenced[] {
	return [{ severity: was }, ...(was === 'critical' ? [] : [{}])].flatMap((one: Silenced) => [
		one,
		{ ...one, subject },
		{ ...one, event },
		{ ...one, subject, event },
	]);
}

/** The reason for which an event is held now. */
export interface RecordedHold {
	kind: 'silenced' | 'acknowledged';
	because: string;
}

/** Each name that would hold an event, with the reason. */
function holdsFor(given: Holdable): Array<[string, RecordedHold]> {
	const { alertKey, firingSince, was, isResolved } = given;
	const acked =
		firingSince === null || isResolved
			? []
			: FIRING.filter((severity) => severityRank(severity) >= severityRank(was));
	return [
		...acked.map((severity): [string, RecordedHold] => [
			ackName(alertKey, firingSince ?? '', severity),
			{
				kind: 'acknowledged',
				because: `its alert, which fires since ${firingSince}, is acknowledged`,
			},
		]),
		...silencesFor(given).map((one): [string, RecordedHold] => [
			silenceName(one),
			{ kind: 'silenced', because: `a silence of this workflow holds ${JSON.stringify(one)}` },
		]),
	];
}

/** Names of one check: the record has two more keys for each of them meanwhile. */
const MOST_NAMES = 1_000;

/** The events that are held now, with the reasons. Throws what n8n throws if the record cannot be used. */
export async function heldNow<Event extends Holdable>(
	context: IExecuteFunctions,
	events: readonly Event[],
	now: number,
): Promise<Map<Event, RecordedHold>> {
	const spans = SIZES.map((size) => spanName(size, now));
	const any = await confirmedOf(
		context,
		ALL_TRIGGERS,
		events.length > 0 ? spans.map((span) => `${SOME} ${span}`) : [],
	);
	if (any.size === 0) return new Map();
	const own = new Map(events.map((event) => [event, holdsFor(event)]));
	const names = [...own.values()].flatMap((holds) =>
		holds.flatMap(([name]) => spans.map((span) => `${name} ${span}`)),
	);
	const unique = [...new Set(names)];
	const found = new Set<string>();
	for (let i = 0; i < unique.length; i += MOST_NAMES) {
		const part = unique.slice(i, i + MOST_NAMES);
		for (const name of await confirmedOf(context, ALL_TRIGGERS, part)) found.add(name);
	}
	const held = new Map<Event, RecordedHold>();
	for (const [event, holds] of own) {
		const hold = holds.find(([name]) => spans.some((span) => found.has(`${name} ${span}`)));
		if (hold) held.set(event, hold[1]);
	}
	return held;
}
