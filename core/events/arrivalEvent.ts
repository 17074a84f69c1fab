import type { Fields, ParsedValues } from '../fields/fieldSet';
import { field } from '../fields/field';
import { whole } from '../fields/inputs';
import type { ResolvedColumn } from '../fields/columns';
import * as out from '../fields/outputs';
import { isoSeconds } from '../formats/time';
import { arrivalsSource } from './arrivals';
import type { Arrivals, ItemMemory, ItemPositions, ListPage, ReadingOrder } from './arrivalSource';
import { type EventDeclaration, headOf } from './declare';
import type { PollContext, StartFrom } from './event';
import { type Columns, type EventForm, withOptionFields } from './eventForm';
import { eventColumns } from './eventColumns';
import { startFrom } from './fields';
import { HEADLINE, LEVEL_COLUMNS, type Severity, headed } from './item';
import { asSample } from './sample';
import { DAY } from '../formats/timeUnits';

/** Declares an event of a list that grows: its form, texts and columns. */

const AGAIN =
	'How far back each poll reads again, to find items that the service indexed late; no item fires twice';

function overlapSeconds(byDefault: number) {
	return field(whole(0, DAY).optional(), {
		in: 'form',
		label: 'Overlap (Seconds)',
		description: AGAIN,
		default: byDefault,
		show: 'option',
	});
}

function overlapBlocks(byDefault: number, note = '') {
	return field(whole(0, 100_000).optional(), {
		in: 'form',
		label: 'Overlap (Blocks)',
		description: `${AGAIN}${note}`,
		default: byDefault,
		show: 'option',
	});
}

/** Default length of the overlap that each poll reads again. */
export type Overlap = { seconds: number } | { blocks: number; note?: string } | 'none';

const USUAL_OVERLAP: Overlap = { seconds: 900 };

function optionsOf(overlap: Overlap): Fields {
	if (overlap === 'none') return { startFrom };
	return 'seconds' in overlap
		? { startFrom, overlapSeconds: overlapSeconds(overlap.seconds) }
		: { startFrom, overlapBlocks: overlapBlocks(overlap.blocks, overlap.note) };
}

function lengthOf(overlap: Overlap): number {
	if (overlap === 'none') return 0;
	return 'seconds' in overlap ? overlap.seconds : overlap.blocks;
}

/** The texts of an item and its columns. */
export interface ItemTexts<Own> {
	/** Identifies the item; the same in every source. */
	id: string;
	subject: string;
	title: string;
	text: string;
	url?: string | null;
	/** Default info. */
	severity?: Severity;
	columns: Own;
}

export interface ArrivalEvent<F extends Fields, S extends Columns, Item> extends EventForm<F, S> {
	/** Columns that Simplify keeps, if the own columns are a whole record of the service. */
	simplified?: readonly ResolvedColumn[];
	pages(
		settings: ParsedValues<F>,
		context: PollContext,
		reading: ReadingOrder,
	): AsyncIterable<ListPage<Item>>;
	/** Unix seconds of the chain. */
	timeOf(item: Item): number;
	/** Absent if the list is read by time. */
	positions?: ItemPositions<ParsedValues<F>, Item>;
	/** The positions for settings whose list has other ones. */
	positionsFor?(settings: ParsedValues<F>): ItemPositions<ParsedValues<F>, Item> | undefined;
	/** Values that count as absent in keys of states, which were saved before the setting was there. */
	unkeyed?: Partial<ParsedValues<F>>;
	/** Default 900 seconds. */
	overlap?: Overlap;
	/** The overlap for settings whose list needs another one. */
	overlapFor?(settings: ParsedValues<F> & { overlapBlocks?: number }): number | undefined;
	/** Identifies an item within an overlap; short. */
	markOf(item: Item): string;
	matcher(settings: ParsedValues<F>): (item: Item) => boolean;
	/** Parameters of `eth_subscribe` for what makes a poll at once worthwhile. */
	subscriptions?(settings: ParsedValues<F>): unknown[][];
	/** Kept in the state of polls; a replay starts without it. */
	memory?: ItemMemory<ParsedValues<F>, Item>;
	/** Reads what the list does not contain; called for new items only. */
	complete?(item: Item, settings: ParsedValues<F>, context: PollContext): Promise<Item>;
	tell(
		item: Item,
		settings: ParsedValues<F>,
		remembered: ReadonlySet<string>,
	): ItemTexts<out.TolerantObjectOf<S>>;
	/**
	 * Generates an item that the settings select, for a test event if the list has none. `now`: Unix
	 * seconds.
	 */
	example(settings: ParsedValues<F>, now: number): Item;
}

/** Declares an event of a list that grows. */
export function declareArrivals<F extends Fields, const S extends Columns, Item>(
	event: ArrivalEvent<F, S, Item>,
): EventDeclaration {
	type Settings = ParsedValues<F> & { startFrom?: StartFrom };
	const { value, type, overlap = USUAL_OVERLAP } = event;
	const eventOf = (item: Item, settings: Settings, remembered: ReadonlySet<string> = new Set()) => {
		const {
			id,
			subject,
			title,
			text,
			url = null,
			severity = 'info',
			columns,
		} = event.tell(item, settings, remembered);
		const occurredAt = new Date(event.timeOf(item) * 1000).toISOString();
		// Each item of a list is an alert of its own.
		const alertKey = `${type}:${id}`;
		const texts = { severity, subject, title, text, occurredAt, url };
		const headline = { id: alertKey, event: type, ...texts, alertKey };
		const timestamp = isoSeconds(event.timeOf(item));
		return { ...headed(headline, columns as object), timestamp };
	};
	const list: Arrivals<Settings, Item> = {
		name: value,
		pages: (settings, context, reading) => event.pages(settings, context, reading),
		timeOf: event.timeOf,
		positions: event.positions,
		positionsFor: event.positionsFor,
		unkeyed: event.unkeyed,
		overlap: lengthOf(overlap),
		overlapFor: event.overlapFor,
		markOf: event.markOf,
		matcher: (settings) => event.matcher(settings),
		memory: event.memory,
		async event(item, settings, context, remembered) {
			const whole = (await event.complete?.(item, settings, context)) ?? item;
			return eventOf(whole, settings, remembered);
		},
	};
	const source = arrivalsSource(list);
	const output = out.object({
		...HEADLINE,
		sample: LEVEL_COLUMNS.sample,
		...out.optionalParts(event.columns),
	});
	return {
		...headOf(event),
		fields: withOptionFields(event, optionsOf(overlap)),
		output,
		...(event.subscriptions && { subscriptions: event.subscriptions }),
		...(event.simplified && { columns: eventColumns(output, event.simplified) }),
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
