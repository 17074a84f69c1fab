import type { AnyOperation } from '../operations/declare';
import type { ListPositions } from './bounds';
import { Failure } from '../failure';
import type { Page, WalkLimits } from './paging';
import { type Pace, createPace } from './pace';
import { type Part, type Plan, createPlan } from './parts';
import type { Clock } from './ports';

type Values = Record<string, unknown>;

/** A list and the options of reading it. */
export interface ListReading {
	operation: AnyOperation;
	positions: ListPositions;
	readers: number;
	/** Items in all. */
	limit?: number;
	clock: Clock;
	/** The pages of an input, one at a time. */
	walk(input: Values, limits: WalkLimits): AsyncGenerator<Page, void, void>;
}

/**
 * The pages of a list with bounds, read by several readers and returned in the list's order: each
 * item once, as with one reader. The first page is read alone and shows the density of the items.
 * The number of pages that are read ahead is limited. A failure is thrown at its position in the
 * list, after all items in front of it.
 *
 * If a page is not in the order of its positions, one reader reads the rest of the list, in the
 * order of the service. Throws `invalid-response` if an item of a later part has no position: it is
 * then unknown if the item was returned before.
 *
 * @param input checked
 */
export async function* readParts(
	input: Values,
	reading: ListReading,
): AsyncGenerator<Page, void, void> {
	const { positions, readers, clock, limit = Infinity } = reading;
	const pace = createPace(clock, readers);
	const walk = reading.walk(input, { limit });
	const opening = await pace(() => walk.next());
	if (opening.done) return;
	yield opening.value;
	const { items, more } = opening.value;
	if (!more || items.length === 0 || !isInOrder(positions, items)) return yield* walk;
	const plan = createPlan({
		positions,
		readers,
		limit,
		first: { walk, at: positions.of(items[0]) },
	});
	plan.read(plan.parts[0], items, items.length, endOf(positions, items));
	yield* pagesInOrder(reading, plan, pace, limit - items.length);
}

/** The pages of all parts in their order, while the readers continue. */
async function* pagesInOrder(
	reading: ListReading,
	plan: Plan,
	pace: Pace,
	limit: number,
): AsyncGenerator<Page, void, void> {
	const { parts } = plan;
	let idle = reading.readers;
	let wake = () => {};

	/** Gives a page to every idle reader. */
	function employ(): void {
		while (idle > 0) {
			const part = plan.next(idle);
			if (!part) return;
			idle--;
			part.isBusy = true;
			void readPage(reading, plan, pace, part).then(() => {
				idle++;
				employ();
				wake();
			});
		}
	}

	for (let left = limit; left > 0 && parts.length > 0; ) {
		employ();
		const [front] = parts;
		const page = front.pages.shift();
		if (page) {
			const items = page.items.length > left ? page.items.slice(0, left) : page.items;
			left -= items.length;
			yield { ...page, items, more: left > 0 && (page.more || parts.length > 1) };
		} else if (front.failed) {
			throw front.failed.error;
		} else if (front.isDone) {
			plan.shift();
		} else {
			await new Promise<void>((resolve) => (wake = resolve));
		}
	}
}

/** Reads a part's next page. Never rejects: the part keeps its failure until it is delivered. */
async function readPage(reading: ListReading, plan: Plan, pace: Pace, part: Part): Promise<void> {
	const { positions } = reading;
	const nextPage = () => {
		if (!part.walk) {
			part.queriedTo = part.to;
			part.walk = reading.walk(positions.input(part.from, part.to), {
				isPart: true,
				...(positions.isDense && { limit: part.to - part.from }),
			});
		}
		return part.walk.next();
	};
	try {
		const { value } = await pace(nextPage);
		takePage(reading, plan, part, value ?? { items: [], response: {}, more: false });
	} catch (error) {
		part.failed = { error };
	}
	part.isBusy = false;
}

/** Stores a page of a part's query: items before the part or after it are not its own. */
function takePage({ operation, positions }: ListReading, plan: Plan, part: Part, page: Page): void {
	const inside = page.items.findIndex((item) => !(positions.of(item) < part.from));
	const items = inside < 0 ? [] : page.items.slice(inside);
	if (!part.isSequential && !isInOrder(positions, items, part.at)) plan.readInTurn(part);
	if (part.isSequential) return takeInTurn(operation, positions, plan, part, page);
	const behind = items.findIndex((item) => positions.of(item) >= part.to);
	const own = behind < 0 ? items : items.slice(0, behind);
	const end = items.length > 0 ? endOf(positions, items) : part.at;
	if (behind >= 0) part.held.push(...items.slice(behind));
	// One item after the part is not enough: if two items are swapped, the next page starts with
	// one of the part.
	part.isDone = !page.more || (positions.isDense ? end >= part.to : part.held.length > 1);
	plan.read(part, own, page.items.length, part.isDone ? part.to : end);
	// If every position has an item, a part that ends early is the end of the list.
	if (positions.isDense && part.isDone && end < part.to) plan.endBehind(part);
	if (own.length > 0 || page.more) part.pages.push({ ...page, items: own });
}

/** Stores a page of a part that is not in order: its own items are those between its ends. */
function takeInTurn(
	operation: AnyOperation,
	positions: ListPositions,
	plan: Plan,
	part: Part,
	page: Page,
): void {
	const isOnlyQuery = part.from === -Infinity && part.to === Infinity;
	const own = [...part.held.splice(0), ...page.items].filter((item) => {
		const position = positions.of(item);
		if (Number.isNaN(position) && !isOnlyQuery) throw withoutPosition(operation);
		return !(position < part.from || position >= part.to);
	});
	part.isDone = !page.more;
	plan.read(part, own, page.items.length, NaN);
	if (own.length > 0 || page.more) part.pages.push({ ...page, items: own });
}

/**
 * The position up to which a page has read the list: that of the last item, or the next one if it
 * is the only item.
 */
function endOf(positions: ListPositions, items: readonly unknown[]): number {
	return positions.of(items[items.length - 1]) + (positions.isDense ? 1 : 0);
}

/** True if every item has a position, in ascending order. */
function isInOrder(positions: ListPositions, items: readonly unknown[], from = -Infinity): boolean {
	let before = from;
	return items.every((item) => {
		const position = positions.of(item);
		const follows = position >= before;
		before = position;
		return follows;
	});
}

function withoutPosition({ id }: AnyOperation): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: 'An item of the list has no position: one reader has to read it',
		hint: 'Set "Parallel Reads" to 1.',
		operation: id,
		retryable: false,
	});
}
