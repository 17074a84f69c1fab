import { type Fields, type ParsedValues, type Rule, fieldSet } from '../fields/fieldSet';
import { field } from '../fields/field';
import { whole } from '../fields/inputs';
import { startMoment } from '../fields/lines';
import * as out from '../fields/outputs';
import { type Arrivals, type Reading, arrivalsSource } from './arrivals';
import type { EventDeclaration } from './declare';
import { type EventSource, type PollContext, type StartFrom, isoSeconds } from './event';
import { HEADLINE, type Headline, LEVEL_COLUMNS, type Severity } from './item';

/** Declares an event of a list that grows: its form, its words and its columns. */

/** The options of every such event. */
export const ARRIVAL_FIELDS = {
	startFrom: field(startMoment(), {
		in: 'form',
		label: 'Start From',
		description:
			'What the first poll counts as new: now, or what happened since a date-time or Unix seconds',
		placeholder: '2026-09-01T00:00:00Z',
		show: 'option',
	}),
	overlapSeconds: field(whole(0, 86_400).optional(), {
		in: 'form',
		label: 'Overlap (Seconds)',
		description:
			'How far back each poll reads again, to find what the service indexed late; nothing fires twice',
		default: 900,
		show: 'option',
	}),
};

/** What people read of an item, and its columns. */
export interface Told<Columns> {
	/** The same for the same item, whoever reads it. */
	id: string;
	subject: string;
	title: string;
	text: string;
	url?: string;
	/** Default info. */
	severity?: Severity;
	columns: Columns;
}

export interface ArrivalEvent<
	F extends Fields,
	S extends Readonly<Record<string, out.Output>>,
	Item,
> {
	value: string;
	type: string;
	name: string;
	description: string;
	what: string;
	reads: string;
	remembers: string;
	fields: F;
	rules?: Array<Rule<ParsedValues<F>>>;
	/** The event's own columns. */
	columns: S;
	pages(
		settings: ParsedValues<F>,
		context: PollContext,
		reading: Reading,
	): AsyncIterable<{ items: readonly Item[]; more: boolean }>;
	/** Unix seconds of the chain. */
	timeOf(item: Item): number;
	/** Tells the items of an overlap apart; stays small. */
	markOf(item: Item): string;
	matcher(settings: ParsedValues<F>): (item: Item) => boolean;
	tell(item: Item): Told<out.ObjectOf<S>>;
	/** A made-up item for a test event, where the list has none that fits. */
	example: Item;
}

/** Declares an event of a list that grows. */
export function declareArrivals<
	F extends Fields,
	const S extends Readonly<Record<string, out.Output>>,
	Item,
>(event: ArrivalEvent<F, S, Item>): EventDeclaration {
	type Settings = ParsedValues<F> & { startFrom?: StartFrom; overlapSeconds?: number };
	const { value, type, name, description, what, reads, remembers } = event;
	const list: Arrivals<Settings, Item> = {
		name: value,
		pages: (settings, context, reading) => event.pages(settings, context, reading),
		timeOf: event.timeOf,
		markOf: event.markOf,
		matcher: (settings) => event.matcher(settings),
		event(item) {
			const { id, subject, title, text, url = null, severity = 'info', columns } = event.tell(item);
			const occurredAt = new Date(event.timeOf(item) * 1000).toISOString();
			const headline: Headline = {
				id: `${type}:${id}`,
				event: type,
				severity,
				subject,
				title,
				text,
				occurredAt,
				url,
			};
			const timestamp = isoSeconds(event.timeOf(item));
			return { id: headline.id, type, timestamp, data: { ...headline, ...(columns as object) } };
		},
	};
	const source: EventSource<Settings> = {
		...arrivalsSource(list),
		async sample(settings, context, limit) {
			const events = await arrivalsSource(list).sample(settings, context, limit);
			if (events.length > 0) return events;
			const made = list.event(event.example, settings);
			return [{ ...made, data: { ...made.data, sample: true } }];
		},
	};
	return {
		value,
		type,
		name,
		description,
		what,
		reads,
		remembers,
		fields: fieldSet(
			{ ...event.fields, ...ARRIVAL_FIELDS },
			...((event.rules ?? []) as unknown as Rule[]),
		),
		output: out.object({ ...HEADLINE, sample: LEVEL_COLUMNS.sample, ...event.columns }),
		source,
	};
}
