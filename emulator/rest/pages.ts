import { createRandom, uuidOf } from '../../core/testing/random';
import type { Clock } from '../world';
import { ServiceFailure } from './failure';

const LIFETIME_MS = 24 * 3_600_000;
/** The oldest tokens are forgotten beyond this, so that a long campaign stays small. */
const MAX_TOKENS = 100_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A place in a list: two numbers that order its items, so that newcomers shift no page. */
export type Position = readonly [number, number];

interface Page {
	query: string;
	after: Position;
	expires: number;
}

/** The page tokens of a service: random UUIDs that live 24 hours and belong to one query. */
export interface PageStore {
	issue(query: string, after: Position): string;
	/**
	 * Position at which the page begins. Throws 400 for tokens that are malformed, expired or of
	 * another query.
	 */
	read(query: string, token: string): Position;
}

export function createPageStore(seed: string, clock: Clock): PageStore {
	const random = createRandom(seed);
	const pages = new Map<string, Page>();
	let issued = 0;
	return {
		issue(query, after) {
			const token = uuidOf(random.bytes('page token', issued++));
			pages.set(token, { query, after, expires: clock.now() + LIFETIME_MS });
			if (pages.size > MAX_TOKENS) pages.delete(pages.keys().next().value ?? '');
			return token;
		},
		read(query, token) {
			if (!UUID.test(token)) throw new ServiceFailure(400, 'pageToken is malformed');
			const page = pages.get(token.toLowerCase());
			if (!page) throw new ServiceFailure(400, 'pageToken is invalid');
			if (clock.now() >= page.expires) {
				throw new ServiceFailure(400, 'pageToken has expired: start again from the first page');
			}
			if (page.query !== query) {
				throw new ServiceFailure(400, 'pageToken belongs to a request with other parameters');
			}
			return page.after;
		},
	};
}

/** Key of a query: all of it except the page and its size. */
export function queryKey(path: string, query: URLSearchParams): string {
	const rest = [...query].filter(([name]) => name !== 'pageToken' && name !== 'pageSize');
	return `${path}?${JSON.stringify(rest.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Parameters of one page of a list. */
export interface PageRequest {
	store: PageStore;
	query: string;
	token?: string;
	size: number;
	descending?: boolean;
}

/**
 * One page of items that are in ascending order of their positions, and the token of the next
 * page where there are more.
 */
export function paginate<T>(
	items: readonly T[],
	position: (item: T, index: number) => Position,
	{ store, query, token, size, descending = false }: PageRequest,
): { items: T[]; nextPageToken?: string } {
	const after = token === undefined ? undefined : store.read(query, token);
	const count = items.length;
	const at = (i: number) => (descending ? count - 1 - i : i);
	const passed = (i: number) => {
		if (!after) return false;
		const [major, minor] = position(items[at(i)], at(i));
		const order = major - after[0] || minor - after[1];
		return descending ? order >= 0 : order <= 0;
	};
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (passed(middle)) low = middle + 1;
		else high = middle;
	}
	const page: T[] = [];
	for (let i = low; i < count && page.length < size; i++) page.push(items[at(i)]);
	if (low + size >= count) return { items: page };
	const last = at(low + size - 1);
	return { items: page, nextPageToken: store.issue(query, position(items[last], last)) };
}

/** The position of items that never move: their index. */
export const byIndex = (_item: unknown, index: number): Position => [index, 0];
