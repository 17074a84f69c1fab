import { clientWith } from '../../../core/client';
import type { AnyOperation, Bound } from '../../../core/operations/declare';
import { positionsOf } from '../../../core/operations/derived';
import type { HttpRequest, HttpResponse } from '../../../core/protocol/ports';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer, TOLERANT } from './fakes';

/** A service of one list between bounds: as many items at each number as a test wants. */

export interface Item {
	/** The number between the bounds. */
	position: number;
	/** Tells it from the others; decides the order of items at one position. */
	id: string;
}

export interface RangeServiceOptions {
	operation: AnyOperation;
	items: readonly Item[];
	/** True if the list has the items at bounds that are declared as `loose`. */
	boundsCount?: boolean;
	/** Items, by their ids, that the service returns after the next one instead of before it. */
	swaps?: readonly string[];
	/** Items that a page has at most, whatever is asked for. */
	cap?: number;
}

export interface RangeService {
	/** The answer to a request for a page. */
	respond(request: HttpRequest): HttpResponse;
	/** One item more from now on. */
	add(item: Item): void;
	/** All items in the order of a list. */
	inOrder(order: 'asc' | 'desc'): Item[];
}

const compare = (a: Item, b: Item) => a.position - b.position || (a.id < b.id ? -1 : 1);

/** Id that tells an item that was read from the others. */
export const idOf = (item: unknown) => String((item as { testId?: unknown }).testId);

/** An item as the operation's service sends it. */
function recordOf(path: readonly string[], { position, id }: Item): object {
	const leaf: unknown = position;
	return {
		testId: id,
		...(path.reduceRight((value, word) => ({ [word]: value }), leaf) as object),
	};
}

/** The service of an operation over HTTP; a page's token holds the place of its last item. */
export function rangeService(options: RangeServiceOptions): RangeService {
	const { operation, boundsCount = false, cap = Infinity, swaps = [] } = options;
	const { bounds } = operation;
	if (!bounds?.end) throw new Error(`${operation.id} has no bounds`);
	const { start, end, order } = bounds;
	const counts = ({ is }: Bound) => (is === 'loose' ? boundsCount : is === 'inclusive');
	const lowCounts = counts(start);
	const highCounts = counts(end);
	const sorted = [...options.items].sort(compare);
	const [path] = positionsOf(operation);

	/** All items as the service orders them, upwards. */
	function ordered(): Item[] {
		const all = [...sorted];
		for (const id of swaps) {
			const at = all.findIndex((item) => item.id === id);
			if (at >= 0 && at + 1 < all.length) all.splice(at, 2, all[at + 1], all[at]);
		}
		return all;
	}

	function respond({ url }: HttpRequest): HttpResponse {
		const query = new URL(url).searchParams;
		const low = Number(query.get(start.field) ?? -Infinity);
		const high = Number(query.get(end.field) ?? Infinity);
		const sign = (query.get('sortOrder') ?? order) === 'asc' ? 1 : -1;
		const bounded = ordered().filter(
			({ position }) =>
				(lowCounts ? position >= low : position > low) &&
				(highCounts ? position <= high : position < high),
		);
		if (sign < 0) bounded.reverse();
		const [asked, , id] = query.get('pageToken')?.split('|') ?? [];
		if (asked !== undefined && asked !== `${low}..${high}`) {
			return answer({ message: 'pageToken belongs to another query' }, 400);
		}
		const rest = bounded.slice(bounded.findIndex((item) => item.id === id) + 1);
		const page = rest.slice(0, Math.min(cap, Number(query.get('pageSize') ?? 10)));
		const next = page.at(-1);
		const more = next && rest.length > page.length;
		return answer({
			[operation.items as string]: page.map((item) => recordOf(path, item)),
			...(more && { nextPageToken: `${low}..${high}|${next.position}|${next.id}` }),
		});
	}

	return {
		respond,
		add(item) {
			sorted.push(item);
			sorted.sort(compare);
		},
		inOrder: (of) => (of === 'asc' ? [...sorted] : [...sorted].reverse()),
	};
}

export interface Trip {
	/** The time at its beginning (ms). */
	start?: number;
	/** Milliseconds that requests take, in turn. */
	latencies: readonly number[];
	/** Answers in place of the service's own, and what else happens at a request. */
	at?(index: number, request: HttpRequest): HttpResponse | undefined;
	retries?: number;
}

/** A client of a service in virtual time, and what it saw. */
export function listTrip(
	service: Pick<RangeService, 'respond'>,
	{ start = 0, latencies, at, retries = 0 }: Trip,
) {
	const clock = virtualClock(start);
	const url = 'https://service.test';
	const counts = { requests: 0, flying: 0, most: 0 };
	const client = clientWith({
		...TOLERANT,
		services: { data: { url }, metrics: { url }, node: { url } },
		clock,
		retry: { retries },
		async transport(request) {
			const index = counts.requests++;
			counts.most = Math.max(counts.most, ++counts.flying);
			const response = at?.(index, request) ?? service.respond(request);
			await clock.sleep(latencies[index % latencies.length]);
			counts.flying--;
			return response;
		},
	});
	return { client, clock, counts };
}
