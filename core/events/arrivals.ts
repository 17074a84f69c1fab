import { isFailure } from '../protocol/failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	type StartFrom,
	inOrder,
	keyOf,
	stateFor,
} from './event';

/**
 * The engine of news about a list that grows: each item once, oldest first. A source says how the
 * list is read and what an item is. Every poll reads an overlap again, so that items that are indexed
 * late, or share a time with others, are neither missed nor repeated.
 */

/** Settings that every arrivals source has. */
export interface ArrivalSettings {
	startFrom?: StartFrom;
	/**
	 * Seconds of the chain's time that every poll reads again: an item that is indexed late by less is
	 * still found. Default 900.
	 */
	overlapSeconds?: number;
}

/** From where a list is read: the newest first, or oldest first from a time on (Unix seconds). */
export type Reading = { order: 'newest' } | { order: 'oldest'; from: number };

/** What the engine needs to know of one list. */
export interface Arrivals<Settings extends ArrivalSettings, Item> {
	/** Name of the list in keys of states. */
	name: string;
	/**
	 * The pages of the list in the given order. `from` is included. `more`: another page is known to
	 * follow.
	 */
	pages(
		settings: Settings,
		context: PollContext,
		reading: Reading,
	): AsyncIterable<{ items: readonly Item[]; more: boolean }>;
	/** Unix seconds of the chain. */
	timeOf(item: Item): number;
	/** Tells the items of an overlap apart; stays small. */
	markOf(item: Item): string;
	/** The filters that the service does not have. */
	matcher(settings: Settings): (item: Item) => boolean;
	event(item: Item, settings: Settings): NetworkEvent;
}

/**
 * t: time of the newest item dealt with (Unix seconds). f: time from which the next poll reads; what is
 * older is no news. s: marks of the matching items dealt with from f on, each with its time.
 */
interface ArrivalsState extends SourceState {
	t: number;
	f: number;
	s: Array<[time: number, mark: string]>;
}

const DEFAULT_OVERLAP = 900;

/** An event source of a list that grows. */
export function arrivalsSource<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
): EventSource<Settings> {
	return {
		key: (settings) => keyOfSettings(source, settings),

		async poll(settings, previous, context) {
			const k = keyOfSettings(source, settings);
			const known = stateFor(k, previous) as ArrivalsState | undefined;
			if (known) return await readOn(source, settings, known, context);
			const { startFrom = 'now' } = settings;
			if (startFrom !== 'now') {
				return await readOn(source, settings, { k, t: startFrom, f: startFrom, s: [] }, context);
			}
			const state = await baseline(source, settings, k, context);
			return { events: [], state, more: false };
		},

		async sample(settings, context, limit) {
			const events: NetworkEvent[] = [];
			const matches = source.matcher(settings);
			let pages = 0;
			for await (const { items } of source.pages(settings, context, { order: 'newest' })) {
				events.push(...items.filter(matches).map((item) => source.event(item, settings)));
				if (events.length >= limit || ++pages >= context.maxPages) break;
			}
			return events.slice(0, limit);
		},
	};
}

/** Only what decides which items are news: the overlap may change without a new baseline. */
function keyOfSettings<Settings extends ArrivalSettings, Item>(
	{ name }: Arrivals<Settings, Item>,
	{ overlapSeconds: _, startFrom: __, ...rest }: Settings,
): string {
	return keyOf({ source: name, ...rest });
}

/**
 * What is there already. The chain's own newest item is the reference, so that a wrong clock of this
 * host does no harm.
 */
async function baseline<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	k: string,
	context: PollContext,
): Promise<ArrivalsState> {
	const overlap = settings.overlapSeconds ?? DEFAULT_OVERLAP;
	// An empty answer may come from a service that is not ready: it counts when it comes twice.
	const newest =
		(await newestTime(source, settings, context)) || (await newestTime(source, settings, context));
	const state: ArrivalsState = { k, t: newest, f: Math.max(0, newest - overlap), s: [] };
	if (newest === 0) return state;
	const matches = source.matcher(settings);
	const reading = { order: 'oldest', from: state.f } as const;
	for await (const { items } of source.pages(settings, context, reading)) {
		for (const item of items) {
			state.t = Math.max(state.t, source.timeOf(item));
			if (matches(item)) state.s.push([source.timeOf(item), source.markOf(item)]);
		}
	}
	return pruned(state, overlap);
}

/** Time of the newest item, or 0 where there is none. */
async function newestTime<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	context: PollContext,
): Promise<number> {
	for await (const { items } of source.pages(settings, context, { order: 'newest' })) {
		if (items.length > 0) return Math.max(...items.map((item) => source.timeOf(item)));
	}
	return 0;
}

/** Reads through the overlap again and on from there, until the list or the poll's budget ends. */
async function readOn<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	known: ArrivalsState,
	context: PollContext,
): Promise<PollResult> {
	const overlap = settings.overlapSeconds ?? DEFAULT_OVERLAP;
	const matches = source.matcher(settings);
	const seen = new Set(known.s.map(([, mark]) => mark));
	const state: ArrivalsState = { ...known, s: [...known.s] };
	const events: NetworkEvent[] = [];
	let at = known.f;
	let pages = 0;
	// A poll that got nowhere goes on whatever its budget, or it would never get anywhere.
	const gotOn = () => events.length > 0 || at > known.t;
	// Late items come out of a page in its order; news goes out by time.
	const ended = (): PollResult => {
		return { events: inOrder(events), state: pruned(state, overlap, at), more: true };
	};
	try {
		const reading = { order: 'oldest', from: known.f } as const;
		for await (const { items, more } of source.pages(settings, context, reading)) {
			for (const item of items) {
				const time = source.timeOf(item);
				// Some services count the moment itself as after it.
				if (time < known.f) continue;
				const mark = source.markOf(item);
				const isNew = matches(item) && !seen.has(mark);
				if (isNew && events.length >= context.maxEvents) return ended();
				at = Math.max(at, time);
				state.t = Math.max(state.t, time);
				if (!isNew) continue;
				seen.add(mark);
				state.s.push([time, mark]);
				events.push(source.event(item, settings));
			}
			const spent = ++pages >= context.maxPages || context.clock.now() >= context.deadline;
			if (gotOn() && spent && more) return ended();
		}
	} catch (error) {
		// The rate limit is a budget, too: a long backlog would otherwise run into it at every poll.
		if (gotOn() && isFailure(error) && error.kind === 'rate-limited') return ended();
		throw error;
	}
	return { events: inOrder(events), state: pruned(state, overlap), more: false };
}

/** The state without what the next poll does not read again; it reads from `at` at the latest. */
function pruned(state: ArrivalsState, overlap: number, at = Infinity): ArrivalsState {
	const f = Math.min(at, Math.max(state.f, state.t - overlap));
	return { ...state, f, s: state.s.filter(([time]) => time >= f) };
}
