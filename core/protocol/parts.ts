import type { ListPositions } from './bounds';
import type { Page } from './paging';

/**
 * The plan for reading a list in parts: the order in which readers take them, and the positions at
 * which they are split. The distribution of the items is not known in advance. The first page is
 * followed by pages at equal distances over the whole list; from then on the density between the
 * pages that were read is estimated from these, and an idle reader takes its share of the part with
 * the most estimated pages.
 */

/** Items that were counted, and the number of positions that they take. */
interface Measure {
	items: number;
	width: number;
}

/** The positions from `from` up to `to` (exclusive), which one query reads page by page. */
export interface Part {
	readonly from: number;
	to: number;
	/** The position of the last item that was read, or `from`. */
	at: number;
	/** The first page, with the empty positions before its first item; undefined before it is read. */
	lead?: Measure;
	/**
	 * The latest items whose density hardly varies, from which the density of the next ones is estimated;
	 * undefined before the first page.
	 */
	run?: Measure;
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
	isBusy: boolean;
	isDone: boolean;
	/** The error, if it could not be read completely. */
	failed?: { error: unknown };
}

/** A part that is not read completely, and the pages that it is likely to have left. */
interface OpenPart {
	part: Part;
	left: number;
}

/** Maximum number of pages that are read ahead: for each reader, and in all. */
const AHEAD_EACH = 40;
const AHEAD_PAGES = 320;
/** Estimated number of pages, from the next one to deliver, that are shared out. */
const PLANNED_PAGES = 240;
/** Target number of pages of a part: the last page of each is half empty on average. */
const PART_PAGES = 30;
/** Maximum number of additional requests compared to one reader: a share of these, and some per reader. */
const SPARE_SHARE = 0.1;
const SPARE_EACH = 2;
/** Requests that an open part may add: its last page is not full. */
const OPEN_PART = 1;
/** Pages that a part in progress must have left to be split. */
const WORTH_CUTTING = 1;
/**
 * A part is shorter than its number of full pages by this share: a few items more than expected
 * would otherwise cost a request.
 */
const MARGIN = 0.02;
/**
 * Items often gather at the end of a list, where nothing was read yet: the last part is split so
 * that the second one has only this share of the positions.
 */
const TAIL = 0.03;
/** The end is searched while the last part has at least this part of a reader's share left. */
const SEARCHED_SHARE = 0.5;
/** Densities that differ by less than this factor are about equal. */
const ABOUT_EQUAL = 3;

export interface PlanOptions {
	positions: ListPositions;
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
export function createPlan({ positions, readers, limit, first }: PlanOptions) {
	const parts: Part[] = [partOf({ ...first, from: -Infinity, to: Infinity, queriedTo: Infinity })];
	/** Items of a full page: the largest page so far. */
	let full = 1;
	/** The items at the end of the delivered parts, from which the density after them is estimated. */
	let handedOn: Measure = { items: 1, width: 1 };
	/** All that was read. */
	const all: Measure = { items: 0, width: 0 };
	let requests = 0;

	/**
	 * The pages that a part is likely to have up to a position. Everywhere between two pages that
	 * were read, the density is at least the lower one of these and of the whole list. In addition
	 * it decreases from each of the two pages with the distance: the wider a stretch of equal
	 * density already is, the farther it is likely to continue.
	 */
	function pagesUpTo(part: Part, to: number): number {
		const stop = Math.min(to, positions.end);
		if (part.isDone || stop <= part.at) return 0;
		if (stop === Infinity) return Infinity;
		const index = parts.indexOf(part);
		const before = parts.findLast(({ run }, at) => at <= index && run);
		const after = parts.find(({ lead }, at) => at > index && lead);
		const left = before?.run ?? handedOn;
		const right = after?.lead;
		const base = right
			? Math.min(densityOf(left), densityOf(right), densityOf(all))
			: densityOf(left);
		// One page says little about the list: the next ones are spread over all of it.
		if (requests === 1 && limit === Infinity && positions.end < Infinity) {
			return (
				(stop - part.at) *
				Math.min(base / full, (readers * PART_PAGES) / (positions.end - first.at))
			);
		}
		const above = (measure: Measure, distance: number) =>
			(densityOf(measure) - base) * measure.width * Math.log1p(distance / measure.width);
		const begin = before?.at ?? part.from;
		let items = base * (stop - part.at) + above(left, stop - begin) - above(left, part.at - begin);
		if (right && after)
			items += above(right, after.from - part.at) - above(right, after.from - stop);
		return items / full;
	}

	/** The parts of the next pages to deliver, and how many of these each is likely to have left. */
	function nextParts(): OpenPart[] {
		const waiting = parts.flatMap(({ pages }) => pages);
		const delivered = all.items - waiting.reduce((sum, page) => sum + page.items.length, 0);
		const ahead = Math.min(PLANNED_PAGES, (limit - delivered) / full);
		const next: OpenPart[] = [];
		let before = 0;
		for (const part of parts) {
			if (part.failed || (next.length > 0 && before >= ahead)) break;
			const left = pagesUpTo(part, part.to);
			if (!part.isDone) next.push({ part, left: Math.min(left, Math.max(0, ahead - before)) });
			before += part.pages.length + left;
		}
		return next;
	}

	/** True if one more part or page is likely to stay within the maximum number of requests. */
	function affordsMore(): boolean {
		const unfinished = parts.findIndex(({ isDone }) => !isDone);
		const behind = unfinished < 0 ? [] : parts.slice(unfinished + 1);
		const inBehind = behind.flatMap(({ pages }) => pages);
		// With a limit, one reader would not have read what is behind a gap.
		const unsure =
			limit === Infinity ? 0 : inBehind.reduce((sum, page) => sum + page.items.length, 0);
		const needed = Math.min(limit, all.items - unsure) / full;
		// If parts overlap, there may be one more.
		const each = OPEN_PART + Number(positions.mayOverlap);
		const open = each * (1 + parts.filter(({ isDone }) => !isDone).length);
		const flying = limit === Infinity ? 0 : parts.filter(({ isBusy }) => isBusy).length;
		const spare = needed * SPARE_SHARE + readers * SPARE_EACH;
		return requests - needed + open + flying <= spare;
	}

	/** Splits a part `pages` pages after its last read page; returns the second part. */
	function cut(part: Part, pages: number): Part | undefined {
		const target = Math.max(1, Math.round(pages)) * (1 - (positions.isDense ? 0 : MARGIN));
		const end = Math.min(part.to, positions.end);
		let low = part.at;
		let high = end === Infinity ? low + 1 : end;
		while (end === Infinity && high < Number.MAX_SAFE_INTEGER && pagesUpTo(part, high) < target) {
			high += high - part.at;
		}
		while (high - low > 1 && high < Number.MAX_SAFE_INTEGER) {
			const middle = Math.floor((low + high) / 2);
			if (pagesUpTo(part, middle) < target) low = middle;
			else high = middle;
		}
		return cutAt(part, high);
	}

	/** Splits a part at a position, or the next one where a part may start. */
	function cutAt(part: Part, position: number): Part | undefined {
		const at = positions.cut(position);
		if (!Number.isSafeInteger(at) || at <= part.at) return undefined;
		if (at >= Math.min(part.to, positions.end)) return undefined;
		const behind = partOf({ from: at, to: part.to, at });
		part.to = at;
		parts.splice(parts.indexOf(part) + 1, 0, behind);
		return behind;
	}

	/** The second part of the part with the most pages left, if there is one that is worth it. */
	function split(open: readonly OpenPart[], idle: number): Part | undefined {
		const share = shareOf(open);
		for (const { part, left } of [...open].sort((a, b) => b.left - a.left)) {
			if (left < WORTH_CUTTING || !affordsMore()) return undefined;
			// One page is being requested.
			const half = Math.min(Math.floor((left - 1) / 2), share);
			const pages = Math.min(PART_PAGES, Math.max((left - 1) / (idle + 1), half));
			const behind = isUnknownEnd(part) ? cutTail(part) : cut(part, 1 + pages);
			if (behind) return behind;
		}
		return undefined;
	}

	/** The end of the list, if much may be there and nothing was read of it. */
	function searchedEnd(open: readonly OpenPart[]): Part | undefined {
		const last = open.at(-1);
		if (!last || !isUnknownEnd(last.part)) return undefined;
		const isMuch = last.left >= Math.max(WORTH_CUTTING, SEARCHED_SHARE * shareOf(open));
		return isMuch && affordsMore() ? cutTail(last.part) : undefined;
	}

	/** Pages that each reader has to read of these parts. */
	function shareOf(open: readonly OpenPart[]): number {
		return Math.max(1, open.reduce((sum, { left }) => sum + left, 0) / readers);
	}

	/** True for the last part of a list with a known end, once a page of it was read. */
	function isUnknownEnd(part: Part): boolean {
		const hasEnd = limit === Infinity && positions.end < Infinity;
		return hasEnd && requests > 1 && part.run !== undefined && part === parts.at(-1);
	}

	function cutTail(part: Part): Part | undefined {
		return cutAt(part, Math.floor(positions.end - (positions.end - part.at) * TAIL));
	}

	/**
	 * True if a part's next page may be requested before the parts in front of it are delivered.
	 */
	function mayReadAhead(part: Part): boolean {
		if (part === parts[0] && part.pages.length === 0) return true;
		const ahead = parts.reduce((sum, each) => sum + each.pages.length + Number(each.isBusy), 0);
		return (
			ahead < Math.min(AHEAD_PAGES, readers * AHEAD_EACH) && (limit === Infinity || affordsMore())
		);
	}

	/** The latest items of about equal density, including those of the next page of a part. */
	function runOf(part: Part, own: readonly unknown[], to: number): Measure {
		const page = measureOf(own.length, to - part.at);
		const before = Math.floor((own.length * 2) / 3);
		const since = before > 0 ? positions.of(own[before - 1]) + Number(positions.isDense) : part.at;
		const last = measureOf(own.length - before, to - since);
		if (!areLike(last, page)) return last;
		return part.run && areLike(part.run, page) ? sumOf(part.run, page) : page;
	}

	return {
		parts,

		/**
		 * The part whose next page is requested now, or undefined if there is no work.
		 *
		 * @param idle readers without work
		 */
		next(idle: number): Part | undefined {
			const open = nextParts();
			const isInTurn = parts.some(isSequential);
			const part =
				(isInTurn ? undefined : searchedEnd(open)) ??
				open.find((each) => !each.part.isBusy)?.part ??
				(isInTurn ? undefined : split(open, idle));
			return part && mayReadAhead(part) ? part : undefined;
		},

		/** Records a page of `count` items that ends at a position, with those of the part itself. */
		read(part: Part, own: readonly unknown[], count: number, to: number): void {
			// A part after the end of the list was removed, and its requests were counted then.
			if (!parts.includes(part)) return;
			requests++;
			all.items += own.length;
			full = Math.max(full, count);
			if (part.isSequential) return;
			part.at = Math.max(part.at, first.at);
			// Nothing is known of what is behind the last item of a list without a known end.
			const known = Math.min(to, positions.end);
			const end =
				known < Infinity ? known : own.length > 0 ? positions.of(own[own.length - 1]) : part.at;
			part.lead ??= measureOf(own.length, end - part.at);
			part.run = runOf(part, own, end);
			all.width += Math.max(0, end - part.at);
			part.at = Math.max(part.at, to < Infinity ? to : end);
		},

		/** Removes the first part after its delivery. */
		shift(): void {
			handedOn = parts.shift()?.run ?? handedOn;
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

/** A number of items and of positions, neither of them 0: half an item and one position at least. */
function measureOf(items: number, width: number): Measure {
	return { items: Math.max(0.5, items), width: Math.max(1, width) };
}

function sumOf(one: Measure, other: Measure): Measure {
	return { items: one.items + other.items, width: one.width + other.width };
}

function densityOf({ items, width }: Measure): number {
	return items / Math.max(1, width);
}

function areLike(one: Measure, other: Measure): boolean {
	const quotient = densityOf(one) / densityOf(other);
	return quotient < ABOUT_EQUAL && quotient > 1 / ABOUT_EQUAL;
}

function partOf(about: Partial<Part> & Pick<Part, 'from' | 'to' | 'at'>): Part {
	const state = { isSequential: false, isBusy: false, isDone: false };
	return { pages: [], held: [], queriedTo: NaN, ...state, ...about };
}
