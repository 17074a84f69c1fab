import type { ArrivalSettings, Arrivals } from './arrivalSource';
import { isFailure } from '../failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	oldestFirst,
	settingsKey,
	startMomentOf,
	stateFor,
} from './event';
import {
	type SourceMemory,
	aheadOf,
	eventOf,
	eventsOf,
	markedOf,
	sourceMemoryOf,
	timeLimit,
	usableOf,
	using,
} from './arrivalItems';
import { type Lenient, lenient, reported } from './unreadable';

/**
 * The engine of events about a list that grows: each item once, oldest first. A source defines how
 * the list is read and what an item is. Every poll reads an overlap again, so that items that are
 * indexed late, or have the same position as others, are neither missed nor repeated.
 */

/**
 * t: position of the newest processed item (Unix seconds if positions are times). f: position from
 * which the next poll reads; earlier items are not new. s: marks of the matching items processed
 * from f on, each with its position. m: what the source remembers of items, the oldest first. unreadable: marks of records that were reported as unreadable.
 */
interface ArrivalsState extends SourceState {
	t: number;
	f: number;
	s: Array<[position: number, mark: string]>;
	m?: readonly string[];
	unreadable?: readonly string[];
}

/** A source of a list that grows, with replay. */
export type ArrivalsSource<Settings> = Required<EventSource<Settings>>;

const DEFAULT_OVERLAP = 900;

/** An event source of a list that grows. */
export function arrivalsSource<Settings extends ArrivalSettings, Item>(
	declared: Arrivals<Settings, Item>,
): ArrivalsSource<Settings> {
	const sourceFor = (settings: Settings) =>
		declared.positionsFor ? { ...declared, positions: declared.positionsFor(settings) } : declared;
	return {
		key: (settings) => arrivalsKey(declared, settings),

		async poll(settings, previous, given) {
			const source = sourceFor(settings);
			const k = arrivalsKey(source, settings);
			const context = lenient(given);
			const known = stateFor(k, previous) as ArrivalsState | undefined;
			const done = (result: PollResult) => reported(result, context.skipped);
			if (known) return done(await readOn(source, settings, known, context));
			const startFrom = startMomentOf(settings.startFrom, context.clock.now());
			const { startBlock } = settings;
			if (startBlock !== undefined || startFrom !== 'now') {
				const from =
					startBlock ?? (await positionAt(source, settings, context, startFrom as number));
				return done(await readOn(source, settings, { k, t: from, f: from, s: [] }, context));
			}
			const state = await baseline(source, settings, k, context);
			return done({ events: [], state, more: false });
		},

		async sample(settings, given, limit) {
			const source = sourceFor(settings);
			const context = lenient(given);
			const found = new Map<string, Item>();
			const matches = source.matcher(settings);
			let pages = 0;
			for await (const { items } of source.pages(settings, context, { order: 'newest' })) {
				for (const { item, mark } of usableOf(source, items, matches, context)) {
					found.set(mark, item);
				}
				if (found.size >= limit || ++pages >= context.maxPages) break;
			}
			return await eventsOf(source, [...found.values()].slice(0, limit), settings, context);
		},

		async eventsOf(settings, records, given) {
			const source = sourceFor(settings);
			const context = lenient(given);
			const matches = source.matcher(settings);
			const news = usableOf(source, records as readonly Item[], matches, context);
			return oldestFirst(
				await eventsOf(
					source,
					news.map(({ item }) => item),
					settings,
					context,
				),
			);
		},

		async *replay(settings, { from, until }, given) {
			const source = sourceFor(settings);
			const context = lenient(given);
			const matches = source.matcher(settings);
			const seen = new Set<string>();
			const first = await positionAt(source, settings, context, from);
			const isAhead = aheadOf(source, settings, first, context);
			const memory = sourceMemoryOf(source, settings);
			const reading = { order: 'oldest', from: first, all: true } as const;
			for await (const { items } of source.pages(settings, context, reading)) {
				const news: Item[] = [];
				for (const { item, position, mark } of usableOf(source, items, matches, context)) {
					if (position < first || seen.has(mark) || (await isAhead(position))) continue;
					seen.add(mark);
					news.push(item);
				}
				const events = await eventsOf(source, news, settings, context, memory);
				const secondsOf = ({ timestamp }: NetworkEvent) => Date.parse(timestamp) / 1000;
				yield oldestFirst(events.filter((event) => secondsOf(event) <= until));
				if (events.length > 0 && events.every((event) => secondsOf(event) > until)) return;
			}
		},
	};
}

async function positionAt<Settings extends ArrivalSettings, Item>(
	{ positions }: Arrivals<Settings, Item>,
	settings: Settings,
	context: PollContext,
	moment: number,
): Promise<number> {
	return positions ? await positions.at(settings, context, moment) : moment;
}

function overlapOf<Settings extends ArrivalSettings, Item>(
	{ overlap = DEFAULT_OVERLAP, overlapFor }: Arrivals<Settings, Item>,
	settings: Settings,
): number {
	const { overlapSeconds, overlapBlocks } = settings;
	return overlapFor?.(settings) ?? overlapSeconds ?? overlapBlocks ?? overlap;
}

/** Only the settings that select items: the overlap may change without a new baseline. */
function arrivalsKey<Settings extends ArrivalSettings, Item>(
	{ name, unkeyed = {} }: Arrivals<Settings, Item>,
	{ overlapSeconds: _, overlapBlocks: __, startFrom: ___, startBlock: ____, ...rest }: Settings,
): string {
	const absent = unkeyed as Readonly<Record<string, unknown>>;
	const keyed = Object.entries(rest).filter(
		([key, each]) => !(key in absent) || absent[key] !== each,
	);
	return settingsKey({ source: name, ...Object.fromEntries(keyed) });
}

/**
 * The baseline. The chain's own newest item is the reference, so that a wrong clock of this host
 * has no effect.
 */
async function baseline<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	k: string,
	context: Lenient,
): Promise<ArrivalsState> {
	const overlap = overlapOf(source, settings);
	// A service that is not ready may return an empty list: it counts if it is returned twice.
	const newest =
		(await newestPosition(source, settings, context)) ||
		(await newestPosition(source, settings, context));
	const state: ArrivalsState = { k, t: newest, f: Math.max(0, newest - overlap), s: [] };
	if (newest === 0) return state;
	const matches = source.matcher(settings);
	const isAhead = aheadOf(source, settings, newest, context);
	const memory = sourceMemoryOf(source, settings);
	const reading = { order: 'oldest', from: state.f } as const;
	for await (const { items } of source.pages(settings, context, reading)) {
		for (const item of items) {
			const found = using(source, item, context, () => markedOf(source, item, matches));
			if (!found || (await isAhead(found.position))) continue;
			state.t = Math.max(state.t, found.position);
			using(source, item, context, memory.add);
			if (found.mark !== undefined) state.s.push([found.position, found.mark]);
		}
	}
	return pruned(state, overlap, { memory });
}

/** Position of the newest item, or 0 if there is none. */
async function newestPosition<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	context: Lenient,
): Promise<number> {
	if (source.positions) return await source.positions.newest(settings, context);
	for await (const { items } of source.pages(settings, context, { order: 'newest' })) {
		const times = items
			.flatMap((item) => using(source, item, context, () => source.timeOf(item)) ?? [])
			.sort((a, b) => a - b);
		if (times.length === 0) continue;
		const limit = timeLimit(times[Math.floor((times.length - 1) / 2)], context);
		return times.findLast((time) => time <= limit) ?? 0;
	}
	return 0;
}

/** Reads the overlap again and then new items, until the list or the poll's budget ends. */
async function readOn<Settings extends ArrivalSettings, Item>(
	source: Arrivals<Settings, Item>,
	settings: Settings,
	known: ArrivalsState,
	context: Lenient,
): Promise<PollResult> {
	const overlap = overlapOf(source, settings);
	const matches = source.matcher(settings);
	const seen = new Set(known.s.map(([, mark]) => mark));
	const state: ArrivalsState = { ...known, s: [...known.s] };
	const memory = sourceMemoryOf(source, settings, known.m);
	const events: NetworkEvent[] = [];
	const isAhead = aheadOf(source, settings, known.t, context);
	let at = known.f;
	let pages = 0;
	// A poll that has made no progress may exceed its budget; otherwise no poll would ever make
	// any.
	const gotOn = () => events.length > 0 || at > known.t;
	// Late items are in the order of the page; events are delivered by time.
	const result = (next: SourceState, more: boolean): PollResult => {
		return { events: oldestFirst(events), state: next, more, readFrom: known };
	};
	const ended = () => result(pruned(state, overlap, { at, memory }), true);
	try {
		const reading = { order: 'oldest', from: known.f } as const;
		for await (const page of source.pages(settings, context, reading)) {
			for (const item of page.items) {
				const found = using(source, item, context, () => markedOf(source, item, matches));
				// The item may be earlier: some services do not count the exact start time as
				// "after".
				if (!found || found.position < known.f || (await isAhead(found.position))) continue;
				const { position, mark } = found;
				const isNew = mark !== undefined && !seen.has(mark);
				if (isNew && events.length >= context.maxEvents) return ended();
				const event = isNew ? await eventOf(source, item, settings, context, memory) : undefined;
				using(source, item, context, memory.add);
				at = Math.max(at, position);
				state.t = Math.max(state.t, position);
				if (!event || mark === undefined) continue;
				seen.add(mark);
				state.s.push([position, mark]);
				events.push(event);
			}
			at = Math.max(at, page.through ?? at);
			state.t = Math.max(state.t, page.through ?? state.t);
			const spent = ++pages >= context.maxPages || context.clock.now() >= context.deadline;
			if (gotOn() && spent && page.more) return ended();
		}
	} catch (error) {
		// The rate limit is a budget, too: a long backlog would otherwise exceed it at every poll.
		if (gotOn() && isFailure(error) && error.kind === 'rate-limited') return ended();
		throw error;
	}
	return result(pruned(state, overlap, { memory }), false);
}

/**
 * The state without the marks that the next poll does not need; it reads from `at` at the latest.
 */
function pruned<Item>(
	state: ArrivalsState,
	overlap: number,
	{ at = Infinity, memory }: { at?: number; memory: SourceMemory<Item> },
): ArrivalsState {
	const f = Math.min(at, Math.max(state.f, state.t - overlap));
	const m = memory.remembered.size > 0 ? { m: [...memory.remembered] } : {};
	return { ...state, f, s: state.s.filter(([position]) => position >= f), ...m };
}
