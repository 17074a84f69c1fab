import type { Places } from './bounds';
import type { Page } from './paging';

/**
 * The plan of a list that is read in parts: which part a reader takes next, and where parts are cut.
 * Nothing is known beforehand of how many items lie where: the last page that was read says how dense
 * the places after it are likely to be, until the next one corrects it.
 */

/** The places from `from` up to `to`, which one query reads page by page. */
export interface Part {
	readonly from: number;
	to: number;
	/** The place of the last item that was read, or `from`. */
	at: number;
	/** Items a place, by the last page; undefined before the first. */
	density?: number;
	/** Its pages as they come; undefined before the first is asked for. */
	walk?: AsyncGenerator<Page, void, void>;
	/** Pages that were read and wait to be handed on. */
	pages: Page[];
	/** Items that were read. */
	items: number;
	isBusy: boolean;
	isDone: boolean;
	/** Why it could not be read to its end. */
	failed?: { error: unknown };
}

/** Pages that a part is meant to have: the last one of each is half empty on average. */
const PART_PAGES = 16;
/** Pages a reader that may be read ahead. */
const AHEAD_PAGES = 20;
/** Requests that parts may cost beyond those of one reader: a share of these, and some a reader. */
const SPARE_SHARE = 0.1;
const SPARE_EACH = 2;
/** A part that has so much more left than a reader's share is cut. */
const MUCH_MORE = 1.5;
/** Pages that a part which is being read must have left to be worth cutting. */
const WORTH_CUTTING = 2;

export interface PlanOptions {
	places: Places;
	readers: number;
	/** Items in all. */
	limit: number;
	/** The pages of the whole list, and the place of its first item. */
	first: { walk: Part['walk']; at: number };
}

export type Plan = ReturnType<typeof createPlan>;

/**
 * A plan of which the whole list is the first part. `parts` are in the order of the list; who has handed
 * one on takes it out.
 */
export function createPlan({ places, readers, limit, first }: PlanOptions) {
	const parts: Part[] = [partOf({ ...first, from: -Infinity, to: Infinity })];
	/** Items of a full page: the most that came. */
	let full = 1;
	/** Items a place where the list was handed on. */
	let handedOn = 1;
	let requests = 0;
	let items = 0;

	/** Items a place: of a part that was not read yet, as in the last one before it that was. */
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

	/** Items that one reader would read, too: with a limit only those with nothing missing before them. */
	function itemsNeeded(): number {
		if (limit === Infinity) return items;
		const gap = parts.findIndex(({ isDone }) => !isDone);
		const behind = gap < 0 ? [] : parts.slice(gap + 1);
		return Math.min(limit, items - behind.reduce((sum, part) => sum + part.items, 0));
	}

	/** True where one more part or page keeps within the requests that may be spent. */
	function affordsMore(): boolean {
		const needed = itemsNeeded() / full;
		// The last page of a part is short; where parts overlap, there may be one more.
		const worst = places.mayOverlap ? 2 : 1;
		const open = worst * (1 + parts.filter(({ isDone }) => !isDone).length);
		const flying = limit === Infinity ? 0 : parts.filter(({ isBusy }) => isBusy).length;
		return requests - needed + open + flying <= needed * SPARE_SHARE + readers * SPARE_EACH;
	}

	/** Cuts a part so many pages after what it has read; gives the part behind the cut. */
	function cut(part: Part, pages: number): Part | undefined {
		const width = Math.max(1, Math.ceil((Math.round(pages) * full) / densityOf(part)));
		const to = places.cut(part.at + width);
		if (!Number.isSafeInteger(to) || to >= Math.min(part.to, places.end)) return undefined;
		const behind = partOf({ from: to, to: part.to, at: to });
		part.to = to;
		parts.splice(parts.indexOf(part) + 1, 0, behind);
		return behind;
	}

	/** Pages of a part now: fewer where little is left, so that all readers have some of it. */
	function shareOfReader(): number {
		const left = parts.reduce((sum, part) => sum + pagesLeft(part), 0);
		return Math.min(PART_PAGES, Math.max(1, Math.min(left, limit / full) / readers));
	}

	/**
	 * Cuts off what is much more than a reader's share. Where the parts before are not read yet either,
	 * each is twice as wide as the one before it: the guess is worth less the further it reaches.
	 */
	function trim(part: Part): void {
		const guessed = Math.max(0, parts.indexOf(part) - lastRead(part) - 1);
		const share = shareOfReader() * 2 ** guessed;
		if (pagesLeft(part) >= share * MUCH_MORE && affordsMore()) cut(part, share);
	}

	/** The second half of what the busiest reader has before it. */
	function takeFromBusiest(readable: readonly Part[]): Part | undefined {
		const [busiest] = [...readable].sort((a, b) => pagesLeft(b) - pagesLeft(a));
		const left = busiest ? pagesLeft(busiest) : 0;
		if (left < WORTH_CUTTING || !affordsMore()) return undefined;
		// One page is on its way already.
		return cut(busiest, 1 + Math.min(Math.floor((left - 1) / 2), shareOfReader()));
	}

	/** True where a part's next page may be asked for before the parts in front of it are handed on. */
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

	return {
		parts,

		/** The part whose next page is asked for now, or undefined where no reader has anything to do. */
		next(): Part | undefined {
			const failed = parts.findIndex((part) => part.failed);
			const readable = (failed < 0 ? parts : parts.slice(0, failed)).filter((part) => !part.isDone);
			const part = readable.find(({ isBusy }) => !isBusy) ?? takeFromBusiest(readable);
			if (!part || !mayReadAhead(part)) return undefined;
			trim(part);
			return part;
		},

		/** Takes in a page that ends at a place, of which so many items are the part's own. */
		read(part: Part, own: number, count: number, to: number): void {
			// A part behind the end of the list was counted when it was dropped.
			if (!parts.includes(part)) return;
			requests++;
			items += own;
			part.items += own;
			full = Math.max(full, count);
			part.density = Math.max(own, 0.5) / Math.max(1, Math.min(to, places.end) - part.at);
			part.at = Math.max(part.at, to);
		},

		/** The first part has been handed on. */
		shift(): void {
			handedOn = parts.shift()?.density ?? handedOn;
		},

		/** The list ends with this part. */
		endBehind(part: Part): void {
			if (!parts.includes(part)) return;
			const dropped = parts.splice(parts.indexOf(part) + 1);
			requests += dropped.filter(({ isBusy }) => isBusy).length;
		},
	};
}

function partOf(about: Partial<Part> & Pick<Part, 'from' | 'to' | 'at'>): Part {
	return { pages: [], items: 0, isBusy: false, isDone: false, ...about };
}
