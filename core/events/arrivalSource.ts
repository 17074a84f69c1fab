import type { NetworkEvent, PollContext, StartFrom } from './event';

/** Settings that every arrivals source has. */
export interface ArrivalSettings {
	startFrom?: StartFrom;
	/** The first position that is new, in place of a start by time: of lists that are read by blocks. */
	startBlock?: number;
	/**
	 * Length of the overlap that every poll reads again, in the unit of the list's positions: an
	 * item that is indexed late by less is still found. Default 900.
	 */
	overlapSeconds?: number;
	overlapBlocks?: number;
}

/** The order of reading: newest first, or oldest first from a position on. */
export type ReadingOrder =
	| { order: 'newest' }
	| {
			order: 'oldest';
			from: number;
			/** True for a replay: what a poll sums up is read as well. */
			all?: true;
	  };

/** The part of its items that a source remembers, to compare later ones with. */
export interface ItemMemory<Settings, Item> {
	/** Short; undefined if nothing of the item is remembered. */
	of(item: Item, settings: Settings, remembered: ReadonlySet<string>): string | undefined;
	/** Maximum number; the oldest are forgotten first. */
	most: number;
}

/** Some items of a list, one after the other. */
export interface ListPage<Item> {
	items: readonly Item[];
	/** Another page is known to follow. */
	more: boolean;
	/**
	 * All items up to this position were returned; set if that is beyond the position of the last
	 * item.
	 */
	through?: number;
}

/**
 * The position of an item in a list that is not read by time: a number above 0 that grows, such as
 * a height.
 */
export interface ItemPositions<Settings, Item> {
	of(item: Item): number;
	/** The newest position now. */
	newest(settings: Settings, context: PollContext): Promise<number>;
	/** The first position at or after a time (Unix seconds). */
	at(settings: Settings, context: PollContext, moment: number): Promise<number>;
}

/**
 * The definition of one list for the engine. A function that takes an item may throw if the item
 * lacks needed values: it is then skipped and reported, as a record that cannot be read.
 */
export interface Arrivals<Settings extends ArrivalSettings, Item> {
	/** Name of the list in keys of states. */
	name: string;
	/** The pages of the list in the given order. `from` is included. */
	pages(
		settings: Settings,
		context: PollContext,
		reading: ReadingOrder,
	): AsyncIterable<ListPage<Item>>;
	/** Unix seconds of the chain. */
	timeOf(item: Item): number;
	/** Absent if the position of an item is its time. */
	positions?: ItemPositions<Settings, Item>;
	/** The positions for settings whose list has other ones. */
	positionsFor?(settings: Settings): ItemPositions<Settings, Item> | undefined;
	/** Values that count as absent in keys of states, which were saved before the setting was there. */
	unkeyed?: Partial<Settings>;
	/** Default 900; the settings can change it. */
	overlap?: number;
	/** The overlap for settings whose list needs another one. */
	overlapFor?(settings: Settings): number | undefined;
	/** Identifies an item within an overlap; short. */
	markOf(item: Item): string;
	/** The filters that the service does not support. */
	matcher(settings: Settings): (item: Item) => boolean;
	memory?: ItemMemory<Settings, Item>;
	event(
		item: Item,
		settings: Settings,
		context: PollContext,
		remembered: ReadonlySet<string>,
	): NetworkEvent | Promise<NetworkEvent>;
}
