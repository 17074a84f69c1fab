import { isFailure } from '../failure';
import type { ArrivalSettings, Arrivals } from './arrivalSource';
import type { NetworkEvent, PollContext } from './event';
import { type Lenient, unusable } from './unreadable';

/** Handles the items of a growing list one by one: an item without the needed values is skipped. */

/**
 * The result of a function on an item; undefined if it throws because the item lacks needed values.
 */
export function using<Settings extends ArrivalSettings, Item, Result>(
	source: Arrivals<Settings, Item>,
	item: Item,
	context: Lenient,
	use: (item: Item) => Result,
): Result | undefined {
	try {
		return use(item);
	} catch (error) {
		skipItem(source, item, context, error);
		return undefined;
	}
}

/**
 * Skips an item that made a function throw. A failure of a service is thrown, as the item is not
 * its cause.
 */
function skipItem<Settings extends ArrivalSettings, Item>(
	{ name, markOf }: Arrivals<Settings, Item>,
	item: Item,
	{ skip }: Lenient,
	error: unknown,
): void {
	if (isFailure(error)) throw error;
	skip(unusable(error, name, () => markOf(item)));
}

/** The items that match, each with its position and its mark. */
export function usableOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	items: readonly Item[],
	matches: (item: Item) => boolean,
	context: Lenient,
): Array<{ item: Item; position: number; mark: string }> {
	return items.flatMap((item) => {
		const found = using(source, item, context, () => markedOf(source, item, matches));
		return found?.mark === undefined ? [] : [{ item, position: found.position, mark: found.mark }];
	});
}

/** Memory of a source; `add` leaves out an item that lacks needed values. */
export interface SourceMemory<Item> {
	remembered: ReadonlySet<string>;
	add(item: Item): void;
}

/** The memory of a source, with what its state has. */
export function sourceMemoryOf<Settings extends ArrivalSettings, Item>(
	{ memory }: Arrivals<Settings, Item>,
	settings: Settings,
	known: readonly string[] = [],
): SourceMemory<Item> {
	const remembered = new Set(known);
	return {
		remembered,
		add(item) {
			const own = memory?.of(item, settings, remembered);
			if (own === undefined) return;
			remembered.delete(own);
			remembered.add(own);
			for (const oldest of remembered)
				if (remembered.size > (memory?.most ?? 0)) remembered.delete(oldest);
		},
	};
}

/** The events of items, without those of items that lack needed values. */
export async function eventsOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	items: readonly Item[],
	settings: Settings,
	context: Lenient,
	memory = sourceMemoryOf(source, settings),
): Promise<NetworkEvent[]> {
	const events: NetworkEvent[] = [];
	for (const item of items) {
		const event = await eventOf(source, item, settings, context, memory);
		using(source, item, context, memory.add);
		if (event) events.push(event);
	}
	return events;
}

/** The event of an item; undefined if the item lacks needed values. */
export async function eventOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	item: Item,
	settings: Settings,
	context: Lenient,
	memory: SourceMemory<Item>,
): Promise<NetworkEvent | undefined> {
	try {
		return await source.event(item, settings, context, memory.remembered);
	} catch (error) {
		skipItem(source, item, context, error);
		return undefined;
	}
}

/** The position of an item: its time unless the list has other positions. */
export function itemPosition<Settings extends ArrivalSettings, Item>(
	{ positions, timeOf }: Arrivals<Settings, Item>,
	item: Item,
): number {
	return positions ? positions.of(item) : timeOf(item);
}

/** The position of an item, and its mark if it matches. */
export function markedOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	item: Item,
	matches: (item: Item) => boolean,
): { position: number; mark?: string } {
	const position = itemPosition(source, item);
	return matches(item) ? { position, mark: source.markOf(item) } : { position };
}

/** Seconds by which the time of an item may be ahead of the newest known time: clocks differ. */
const AHEAD_SECONDS = 86_400;
/** Number of positions by which an item may be ahead before the newest position is looked up. */
const AHEAD_POSITIONS = 10_000;

/** The last possible time of an item (Unix seconds). `known`: the time of an earlier item. */
export function timeLimit(known: number, { clock }: PollContext): number {
	return Math.max(known, Math.floor(clock.now() / 1000)) + AHEAD_SECONDS;
}

/**
 * Skips an item whose position is ahead of the list: the next poll would start there and miss all
 * items up to it. `known`: the position of an earlier item.
 */
export function aheadOf<Settings extends ArrivalSettings, Item>(
	{ name, positions }: Arrivals<Settings, Item>,
	settings: Settings,
	known: number,
	context: Lenient,
): (position: number) => Promise<boolean> {
	let limit = positions ? known + AHEAD_POSITIONS : timeLimit(known, context);
	let isSure = !positions;
	return async (position: number) => {
		if (positions && !isSure && position > limit) {
			isSure = true;
			limit = Math.max(limit, await positions.newest(settings, context));
		}
		if (position <= limit) return false;
		const rule = positions ? 'its position is ahead of the newest one' : 'its time has not come';
		const error = new Error(`${rule}: ${position}`);
		context.skip(unusable(error, name, () => String(position)));
		return true;
	};
}
