import { type Fields, type ParsedValues, type Rule, fieldSet } from '../fields/fieldSet';
import { field } from '../fields/field';
import { whole } from '../fields/inputs';
import { startMoment } from '../fields/lines';
import * as out from '../fields/outputs';
import { isoSeconds } from '../formats/time';
import {
	type Arrivals,
	type ListPage,
	type Places,
	type Reading,
	arrivalsSource,
} from './arrivals';
import { type EventDeclaration, type EventHead, headOf } from './declare';
import type { PollContext, StartFrom } from './event';
import { HEADLINE, type Headline, LEVEL_COLUMNS, type Severity } from './item';
import { asSample } from './sample';

/** Declares an event of a list that grows: its form, texts and columns. */

const startFrom = field(startMoment(), {
	in: 'form',
	label: 'Start From',
	description: 'From when on events are new: now, a date-time or Unix seconds',
	placeholder: '2026-09-01T00:00:00Z',
	show: 'option',
});

const AGAIN =
	'How far back each poll reads again, to find items that the service indexed late; no item fires twice';
const DAY = 86_400;

function overlapSeconds(byDefault: number) {
	return field(whole(0, DAY).optional(), {
		in: 'form',
		label: 'Overlap (Seconds)',
		description: AGAIN,
		default: byDefault,
		show: 'option',
	});
}

function overlapBlocks(byDefault: number) {
	return field(whole(0, 100_000).optional(), {
		in: 'form',
		label: 'Overlap (Blocks)',
		description: AGAIN,
		default: byDefault,
		show: 'option',
	});
}

/** How far back each poll reads again by default. */
export type Overlap = { seconds: number } | { blocks: number } | 'none';

const USUAL_OVERLAP: Overlap = { seconds: 900 };

function optionsOf(overlap: Overlap) {
	if (overlap === 'none') return { startFrom };
	return 'seconds' in overlap
		? { startFrom, overlapSeconds: overlapSeconds(overlap.seconds) }
		: { startFrom, overlapBlocks: overlapBlocks(overlap.blocks) };
}

function lengthOf(overlap: Overlap): number {
	if (overlap === 'none') return 0;
	return 'seconds' in overlap ? overlap.seconds : overlap.blocks;
}

/** The texts of an item and its columns. */
export interface Told<Columns> {
	/** The same for the same item in every source. */
	id: string;
	subject: string;
	title: string;
	text: string;
	url?: string | null;
	/** Default info. */
	severity?: Severity;
	columns: Columns;
}

export interface ArrivalEvent<
	F extends Fields,
	S extends Readonly<Record<string, out.Output>>,
	Item,
> extends EventHead {
	fields: F;
	rules?: Array<Rule<ParsedValues<F>>>;
	/** The event's own columns. */
	columns: S;
	pages(
		settings: ParsedValues<F>,
		context: PollContext,
		reading: Reading,
	): AsyncIterable<ListPage<Item>>;
	/** Unix seconds of the chain. */
	timeOf(item: Item): number;
	/** Absent if the list is read by time. */
	places?: Places<ParsedValues<F>, Item>;
	/** Default 900 seconds. */
	overlap?: Overlap;
	/** Identifies an item within an overlap; short. */
	markOf(item: Item): string;
	matcher(settings: ParsedValues<F>): (item: Item) => boolean;
	/** Reads what the list does not contain; called for new items only. */
	complete?(item: Item, settings: ParsedValues<F>, context: PollContext): Promise<Item>;
	tell(item: Item, settings: ParsedValues<F>): Told<out.ObjectOf<S>>;
	/**
	 * Generates an item that the settings select, for a test event if the list has none. `now`: Unix
	 * seconds.
	 */
	example(settings: ParsedValues<F>, now: number): Item;
}

/** Declares an event of a list that grows. */
export function declareArrivals<
	F extends Fields,
	const S extends Readonly<Record<string, out.Output>>,
	Item,
>(event: ArrivalEvent<F, S, Item>): EventDeclaration {
	type Settings = ParsedValues<F> & { startFrom?: StartFrom };
	const { value, type, overlap = USUAL_OVERLAP } = event;
	const eventOf = (item: Item, settings: Settings) => {
		const told = event.tell(item, settings);
		const { id, subject, title, text, url = null, severity = 'info', columns } = told;
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
	};
	const list: Arrivals<Settings, Item> = {
		name: value,
		pages: (settings, context, reading) => event.pages(settings, context, reading),
		timeOf: event.timeOf,
		places: event.places,
		overlap: lengthOf(overlap),
		markOf: event.markOf,
		matcher: (settings) => event.matcher(settings),
		async event(item, settings, context) {
			return eventOf((await event.complete?.(item, settings, context)) ?? item, settings);
		},
	};
	const source = arrivalsSource(list);
	return {
		...headOf(event),
		fields: fieldSet(
			{ ...event.fields, ...optionsOf(overlap) },
			...((event.rules ?? []) as unknown as Rule[]),
		),
		output: out.object({ ...HEADLINE, sample: LEVEL_COLUMNS.sample, ...event.columns }),
		source: {
			...source,
			async sample(settings, context, limit) {
				const events = await source.sample(settings, context, limit);
				if (events.length > 0) return events;
				const item = event.example(settings, Math.floor(context.clock.now() / 1000));
				return [asSample(eventOf(item, settings))];
			},
		},
	};
}
