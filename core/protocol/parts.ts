import type { ListPositions } from './bounds';
import type { Page } from './paging';

/**
 * The plan for reading a list in parts: the order in which readers take them, and the positions at
 * which they are split. The distribution of the items is not known in advance: the last page that
 * was read is used to estimate the density of the positions after it, until the next page corrects
 * it.
 */

/** The positions from `from` up to `to` (exclusive), which one query reads page by page. */
export interface Part {
	readonly from: number;
	to: number;
	/** The position of the last item that was read, or `from`. */
	at: number;
	/** Items per position at the end of the last page; undefined before the first page. */
	density?: number;
	/** Its pages; undefined before the first request. */
	walk?: AsyncGenerator<Page, void, void>;
	/** End of the range that its pages query; the part ends earlier if it was split since. */
	queriedTo: number;
	/** True once an item was out of order: one reader reads the rest of the list. */
	isSequential: boolean;
	/** Pages that were read and not yet delivered. */
	pages: Page[];
	/** Items after its end that were read; they belong to it if the list is out of order. */
	held: unknown[];
	/** Items that were read. */
	items: number;
	isBusy: boolean;
	isDone: boolean;
	/** The error, if it could not be read completely. */
	failed?: { error: unknown };
}

/** Target number of pages of a part: the last page of each is half empty on average. */
const PART_PAGES = 12;
/** Maximum number of pages that are read ahead, per reader. */
const AHEAD_PAGES = 20;
/**
 * Maximum number of additional requests compared to one reader: a share of these, and some per
 * reader.
 */
const SPARE_SHARE = 0.1;
const SPARE_EACH = 2;
/** A part with this many times a reader's share left is split. */
const MUCH_MORE = 1.75;
/** Pages that a part in progress must have left to be split. */
const WORTH_CUTTING = 1;
/**
 * A part is shorter than its number of full pages by this share: a few items more than expected
 * would otherwise cost a request.
 */
const MARGIN = 0.02;

export interface PlanOptions {
	places: ListPositions;
	readers: number;
	/** Items in all. */
	limit: number;
	/** The pages of the whole list, and the position of its first item. */
	first: { walk: Part['walk']; at: number };
}

export type Plan = ReturnType<typeof createPlan>;

/**
 * A plan whose first part is the whole list. `parts` are in the order of the list; a delivered part
 * is removed.
 */
export function createPlan({ places, readers, limit, first }: PlanOptions) {
	const parts: Part[] = [partOf({ ...first, from: -Infinity, to: Infinity, queriedTo: Infinity })];
	/** Items of a full page: the largest page so far. */
	let full = 1;
	/** Items per position in the delivered parts of the list. */
	let handedOn = 1;
	let requests = 0;
	let items = 0;

	/** Items per position; for an unread part, those of the last read part before it. */
	function densityOf(part: Part): number {
		return parts[lastRead(part)]?.density ?? handedOn;
	}

	/** The index of the last part up to this one of which a page was read, or -1. */
	function lastRead(part: Part): number {
		const index = parts.indexOf(part);
		return parts.findLastIndex(({ density }, at) => at <= index && density !== undefined);
	}

	/** Pages that a part is likely to have left. */
	function pagesLeft(part: Part): number {
		const width = Math.min(part.to, places.end) - part.at;
		return part.isDone || width <= 0 ? 0 : (width * densityOf(part)) / full;
	}

	/**
	 * Number of items that one reader would have read, too; with a limit, without those behind a
	 * gap.
	 */
	function itemsNeeded(): number {
		if (limit === Infinity) return items;
		const gap = parts.findIndex(({ isDone }) => !isDone);
		const behind = gap < 0 ? [] : parts.slice(gap + 1);
		return Math.min(limit, items - behind.reduce((sum, part) => sum + part.items, 0));
	}

	/** True if one more part or page stays within the maximum number of requests. */
	function affordsMore(): boolean {
		const needed = itemsNeeded() / full;
		// The last page of a part is short; if parts overlap, there may be one more.
		const worst = places.mayOverlap ? 2 : 1;
		const open = worst * (1 + parts.filter(({ isDone }) => !isDone).length);
		const flying = limit === Infinity ? 0 : parts.filter(({ isBusy }) => isBusy).length;
		return requests - needed + open + flying <= needed * SPARE_SHARE + readers * SPARE_EACH;
	}

	/** Splits a part `pages` pages after its last read page; returns the second part. */
	function cut(part: Part, pages: number): Part | undefined {
		const margin = places.isDense ? 0 : MARGIN;
		const items = Math.round(pages) * full * (1 - margin);
		const width = Math.max(1, Math.ceil(items / densityOf(part)));
		const to = places.cut(part.at + width);
		if (!Number.isSafeInteger(to) || to >= Math.min(part.to, places.end)) return undefined;
		const behind = partOf({ from: to, to: part.to, at: to });
		part.to = to;
		parts.splice(parts.indexOf(part) + 1, 0, behind);
		return behind;
	}

	/**
	 * Target number of pages of a part now: fewer near the end of the list, so that all readers get
	 * some.
	 */
	function shareOfReader(): number {
		const left = parts.reduce((sum, part) => sum + pagesLeft(part), 0);
		return Math.min(PART_PAGES, Math.max(1, Math.min(left, limit / full) / readers));
	}

	/**
	 * Splits a part that is much longer than a reader's share. If the parts before it are not read
	 * yet either, each may be twice as long as the one before it, as estimates are less reliable
	 * further away.
	 */
	function trim(part: Part): void {
		const guessed = Math.max(0, parts.indexOf(part) - lastRead(part) - 1);
		const share = shareOfReader() * 2 ** guessed;
		if (pagesLeft(part) >= share * MUCH_MORE && affordsMore()) cut(part, share);
	}

	/** The second half of the remaining pages of the reader with the most. */
	function takeFromBusiest(readable: readonly Part[]): Part | undefined {
		const [busiest] = [...readable].sort((a, b) => pagesLeft(b) - pagesLeft(a));
		const left = busiest ? pagesLeft(busiest) : 0;
		if (left < WORTH_CUTTING || !affordsMore()) return undefined;
		// One page is being requested.
		return cut(busiest, 1 + Math.min(Math.floor((left - 1) / 2), shareOfReader()));
	}

	/**
	 * True if a part's next page may be requested before the parts in front of it are delivered.
	 */
	function mayReadAhead(part: Part): boolean {
		const ahead = parts.reduce((sum, each) => sum + each.pages.length + Number(each.isBusy), 0);
		if (part === parts[0] && part.pages.length === 0) return true;
		if (ahead >= readers * AHEAD_PAGES) return false;
		if (limit === Infinity) return true;
		let before = items - parts.reduce((sum, each) => sum + each.items, 0);
		for (const each of parts) {
			if (each === part) break;
			before += each.items + pagesLeft(each) * full;
		}
		return before < limit && affordsMore();
	}

	/**
	 * Items per position in the last third of a page: the best estimate for the positions after it.
	 */
	function densityAtEnd(own: readonly unknown[], from: number, to: number): number {
		const before = Math.floor((own.length * 2) / 3);
		const since = before > 0 ? places.of(own[before - 1]) + Number(places.isDense) : from;
		return Math.max(own.length - before, 0.5) / Math.max(1, to - since);
	}

	return {
		parts,

		/** The part whose next page is requested now, or undefined if there is no work. */
		next(): Part | undefined {
			const failed = parts.findIndex((part) => part.failed);
			const readable = (failed < 0 ? parts : parts.slice(0, failed)).filter((part) => !part.isDone);
			const waiting = readable.find(({ isBusy }) => !isBusy);
			const part = waiting ?? (parts.some(isSequential) ? undefined : takeFromBusiest(readable));
			if (!part || !mayReadAhead(part)) return undefined;
			if (!part.isSequential) trim(part);
			return part;
		},

		/** Records a page of `count` items that ends at a position, with those of the part itself. */
		read(part: Part, own: readonly unknown[], count: number, to: number): void {
			// A part after the end of the list was removed, and its requests were counted then.
			if (!parts.includes(part)) return;
			requests++;
			items += own.length;
			part.items += own.length;
			full = Math.max(full, count);
			if (part.isSequential) return;
			part.density = densityAtEnd(own, part.at, Math.min(to, places.end));
			part.at = Math.max(part.at, to);
		},

		/** Removes the first part after its delivery. */
		shift(): void {
			handedOn = parts.shift()?.density ?? handedOn;
		},

		/** Ends the list with this part: removes the parts after it. */
		endBehind(part: Part): void {
			if (parts.includes(part)) dropBehind(part);
		},

		/**
		 * Lets one reader read the rest of the list from this part on, because an item was out of
		 * order: to the end of the part's query, then from there to the end of the list.
		 */
		readInTurn(part: Part): void {
			if (!parts.includes(part)) return;
			dropBehind(part);
			part.isSequential = true;
			part.to = part.queriedTo;
			if (part.to === Infinity) return;
			const { to } = part;
			parts.push(partOf({ from: to, to: Infinity, at: to, isSequential: true }));
		},
	};

	function dropBehind(part: Part): void {
		const dropped = parts.splice(parts.indexOf(part) + 1);
		requests += dropped.filter(({ isBusy }) => isBusy).length;
	}
}

const isSequential = (part: Part) => part.isSequential;

function partOf(about: Partial<Part> & Pick<Part, 'from' | 'to' | 'at'>): Part {
	const state = { isSequential: false, isBusy: false, isDone: false };
	return { pages: [], held: [], items: 0, queriedTo: NaN, ...state, ...about };
}
