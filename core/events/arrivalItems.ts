import { isFailure } from '../protocol/failure';
import type { ArrivalSettings, Arrivals } from './arrivals';
import type { NetworkEvent, PollContext } from './event';
import { type Lenient, unusable } from './unreadable';

/** The items of a list that grows, one by one: one that is of no use is skipped, and ends nothing. */

/** The result of a function on an item; undefined for an item that it is of no use with. */
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

/** Skips an item that made a function throw. A failure of a service is not the item's. */
function skipItem<Settings extends ArrivalSettings, Item>(
	{ name, markOf }: Arrivals<Settings, Item>,
	item: Item,
	{ skip }: Lenient,
	error: unknown,
): void {
	if (isFailure(error)) throw error;
	skip(unusable(error, name, () => markOf(item)));
}

/** The items that match, each with its place and its mark. */
export function usableOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	items: readonly Item[],
	matches: (item: Item) => boolean,
	context: Lenient,
): Array<{ item: Item; place: number; mark: string }> {
	return items.flatMap((item) => {
		const found = using(source, item, context, () => markedOf(source, item, matches));
		return found?.mark === undefined ? [] : [{ item, place: found.place, mark: found.mark }];
	});
}

/** The events of items; an item that is of no use for one has none. */
export async function eventsOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	items: readonly Item[],
	settings: Settings,
	context: Lenient,
): Promise<NetworkEvent[]> {
	const events: NetworkEvent[] = [];
	for (const item of items) {
		const event = await eventOf(source, item, settings, context);
		if (event) events.push(event);
	}
	return events;
}

/** The event of an item, or undefined if the item is of no use for one. */
export async function eventOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	item: Item,
	settings: Settings,
	context: Lenient,
): Promise<NetworkEvent | undefined> {
	try {
		return await source.event(item, settings, context);
	} catch (error) {
		skipItem(source, item, context, error);
		return undefined;
	}
}

/** The position of an item: its time unless the list has other positions. */
export function placeOf<Settings extends ArrivalSettings, Item>(
	{ places, timeOf }: Arrivals<Settings, Item>,
	item: Item,
): number {
	return places ? places.of(item) : timeOf(item);
}

/** The place of an item, and its mark if it matches. */
export function markedOf<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	item: Item,
	matches: (item: Item) => boolean,
): { place: number; mark?: string } {
	const place = placeOf(source, item);
	return matches(item) ? { place, mark: source.markOf(item) } : { place };
}

/** How far ahead of what is known the time of an item may be: clocks differ. */
const AHEAD_SECONDS = 86_400;
/** By how many positions an item may be ahead before the newest position is looked up. */
const AHEAD_PLACES = 10_000;

/** The last time that an item can have, from a time at which there was one, in Unix seconds. */
export function timeLimit(known: number, { clock }: PollContext): number {
	return Math.max(known, Math.floor(clock.now() / 1000)) + AHEAD_SECONDS;
}

/**
 * Skips an item whose position is ahead of the list: if the next poll read on from there, it would
 * never find an item again. `known`: a position at which there was one.
 */
export function aheadOf<Settings extends ArrivalSettings, Item>(
	{ name, places }: Arrivals<Settings, Item>,
	settings: Settings,
	known: number,
	context: Lenient,
): (place: number) => Promise<boolean> {
	let limit = places ? known + AHEAD_PLACES : timeLimit(known, context);
	let isSure = !places;
	return async (place: number) => {
		if (places && !isSure && place > limit) {
			isSure = true;
			limit = Math.max(limit, await places.newest(settings, context));
		}
		if (place <= limit) return false;
		const rule = places ? 'its position is ahead of the newest one' : 'its time has not come';
		const error = new Error(`${rule}: ${place}`);
		context.skip(unusable(error, name, () => String(place)));
		return true;
	};
}
