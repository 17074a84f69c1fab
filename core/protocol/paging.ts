import { bech32Decode } from '../formats/bech32';
import { cb58Decode } from '../formats/cb58';
import { isSharedUtxo, utxoIdentity } from '../formats/utxo';
import type { AnyOperation, Paging } from '../operations/declare';
import { Failure, isFailure } from '../failure';

/** Values of an operation's input. */
type Values = Record<string, unknown>;

/** One page of the service: its items, and the whole response around them. */
export interface Page<Item = unknown, Answer = unknown> {
	items: Item[];
	response: Answer;
	/** True if another page follows; it may be empty. */
	more: boolean;
}

export interface PageLimits {
	/** Items in all; the last page is cut to it. Default: no limit. */
	limit?: number;
	/** Items per page. Default: the service's maximum, or `limit` if that is less. */
	pageSize?: number;
}

/**
 * Limits of `walkPages`. `isPart`: the input is a part of a list, which may start beyond its end.
 */
export interface WalkLimits extends Pick<PageLimits, 'limit'> {
	isPart?: boolean;
}

/** The steps of a paging style: from a response to the input of the next call. */
interface Walk {
	/** The field of the page size, if there is one. */
	sizeField?: string;
	/** The fields of the next call, or undefined after the last page. */
	next(input: Values, response: Values, count: number): Values | undefined;
	/** The identity of an item, in lists whose pages may repeat one. */
	identity?(item: unknown): string;
	/** True for an item that a later page may repeat. */
	mayRepeat?(item: unknown): boolean;
	/** True for a failure after the first page that means the end of the list. */
	endsWith?(failure: Failure): boolean;
}

const token: Walk = {
	sizeField: 'pageSize',
	next: (_, response) => {
		// One of the two descriptions of the metrics service has another name for it.
		const next = response.nextPageToken ?? response.nextPageStartKey;
		return typeof next === 'string' && next !== '' ? { pageToken: next } : undefined;
	},
};

const utxo: Walk = {
	sizeField: 'limit',
	next: (input, response, count) => {
		const end = response.endIndex as Values | undefined;
		if (!end || count < Number(input.limit) || isLastCursor(end)) return undefined;
		const next = { startIndexAddress: end.address, startIndexUtxo: end.utxo };
		// A node at the end of the list returns the position of the request.
		return isAt(input, next) ? undefined : next;
	},
	// An output of several addresses can be repeated on a later page.
	identity: (item) => utxoIdentity(String(item)),
	mayRepeat: (item) => isSharedUtxo(String(item)),
};

/**
 * Nodes since the upgrade Helicon end a list of C-Chain outputs with a position whose bits are all
 * set.
 */
function isLastCursor({ address, utxo: id }: Values): boolean {
	const bare = String(address).replace(/^.*-/, '');
	const isFull = (bytes?: Uint8Array) => bytes?.every((byte) => byte === 0xff) === true;
	return isFull(cb58Decode(String(id))) && isFull(bech32Decode(bare)?.bytes);
}

/** True if the input already has all the values of the next call. */
function isAt(input: Values, next: Values): boolean {
	return Object.entries(next).every(([key, value]) => input[key] === value);
}

const range: Walk = {
	sizeField: 'numToFetch',
	next: (input, _, count) => {
		if (count === 0 || count < Number(input.numToFetch)) return undefined;
		return { startIndex: String(BigInt(String(input.startIndex)) + BigInt(count)) };
	},
	// After a full last page, the next index has no accepted container yet.
	endsWith: (failure) => failure.kind === 'rpc' && /last accepted/.test(failure.message),
};

/** Maximum number of consecutive pages without items: a filter can leave some pages empty. */
const EMPTY_PAGES = 100;

/** Maximum number of stored ids to remove repeated items: about 100 MB. */
const MOST_REMEMBERED = 1_000_000;

const WALKS: Record<Paging['style'], Walk> = { token, utxo, range };

/** The items in a response. Absent and null count as empty; the values of a map get their key. */
export function itemsOf({ items: name, itemKey }: AnyOperation, answer: Values): unknown[] {
	const items = name === undefined ? undefined : answer[name];
	if (Array.isArray(items)) return items;
	if (itemKey === undefined || typeof items !== 'object' || items === null) return [];
	return Object.entries(items).map(([key, value]) => ({ [itemKey]: key, ...(value as Values) }));
}

/**
 * The input of a list's first call: the page size is the requested one, or the maximum that the
 * service allows and the limit needs.
 */
export function withPageSize(operation: AnyOperation, input: Values, limits: PageLimits): Values {
	const { paging } = operation;
	const sizeField = paging && WALKS[paging.style].sizeField;
	if (!sizeField || paging.maxPageSize === undefined) return input;
	const asked = limits.pageSize ?? input[sizeField];
	const size = asked ?? Math.min(limits.limit ?? Infinity, paging.maxPageSize);
	return { ...input, [sizeField]: size };
}

/**
 * Walks a list page by page with one page in memory. The input must come from `withPageSize` and be
 * checked. `call` makes one call with the given input. Ends at the limit or after the last page;
 * throws `invalid-response` if the service repeats a page token or returns too many empty pages.
 * Each item is returned once, even if the service repeats it; `response` is the service's unchanged
 * page.
 */
export async function* walkPages(
	operation: AnyOperation,
	input: Values,
	limits: WalkLimits,
	call: (input: Values) => Promise<unknown>,
): AsyncGenerator<Page, void, void> {
	const { paging } = operation;
	if (!paging) throw new Error(`${operation.id} is not a list`);
	const walk = WALKS[paging.style];
	const seen = new Set<string>();
	const once = onlyNew(operation, walk);
	let left = limits.limit ?? Infinity;
	let empty = 0;
	let at: Values = { ...input };
	for (let first = true; left > 0; first = false) {
		if (paging.style === 'range') {
			at.numToFetch = Math.min(Number(at.numToFetch), left);
		}
		let response: Values;
		try {
			response = (await call(at)) as Values;
		} catch (error) {
			const mayEnd = !first || limits.isPart === true;
			if (mayEnd && isFailure(error) && walk.endsWith?.(error)) return;
			throw error;
		}
		const all = itemsOf(operation, response);
		const fresh = once(all);
		const items = fresh.length > left ? fresh.slice(0, left) : fresh;
		left -= items.length;
		const next = walk.next(at, response, all.length);
		yield { items, response, more: next !== undefined && left > 0 };
		if (!next) return;
		const mark = JSON.stringify(next);
		if (isAt(at, next) || seen.has(mark)) {
			throw endless(operation, `The service repeated a page after ${seen.size + 1} pages`);
		}
		empty = all.length === 0 ? empty + 1 : 0;
		if (empty >= EMPTY_PAGES) {
			throw endless(operation, `The service returned ${empty} empty pages in a row`);
		}
		seen.add(mark);
		at = { ...at, ...next };
	}
}

/** Leaves out repeated items. Throws if it would have to store too many ids. */
function onlyNew(operation: AnyOperation, { identity, mayRepeat }: Walk) {
	if (!identity) return (items: unknown[]) => items;
	const known = new Set<string>();
	const isNew = (item: unknown): boolean => {
		const key = identity(item);
		if (known.has(key)) return false;
		if (known.size < MOST_REMEMBERED) known.add(key);
		else if (mayRepeat?.(item)) {
			throw new Failure({
				kind: 'invalid-response',
				message: `More than ${MOST_REMEMBERED} results may be repeated in later pages: request fewer addresses at a time`,
				operation: operation.id,
				retryable: false,
			});
		}
		return true;
	};
	return (items: unknown[]) => items.filter(isNew);
}

function endless(operation: AnyOperation, what: string): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `${what}: the list would not end`,
		operation: operation.id,
		retryable: false,
	});
}
