import type { Operation, Paging } from '../operations/declare';
import { Failure, isFailure } from './failure';

/** The input fields that paging sets by itself. */
type Values = Record<string, unknown>;

/** One page as the service gave it: its items, and the whole response around them. */
export interface Page<Response = Values> {
	items: unknown[];
	response: Response;
}

export interface PageLimits {
	/** Items in all; the last page is cut to it. Default: no limit. */
	limit?: number;
	/** Items a page. Default: as many as the service allows, or `limit` where that is less. */
	pageSize?: number;
}

/** A list's way from one response to the input of the next call. */
interface Walk {
	/** The field that says how many items a page has, where there is one. */
	sizeField?: string;
	/** The fields of the next call, or undefined after the last page. */
	next(input: Values, response: Values, count: number): Values | undefined;
	/** True where a failure after the first page only means that the list has ended. */
	endsWith?(failure: Failure): boolean;
}

const token: Walk = {
	sizeField: 'pageSize',
	next: (_, response) => {
		// The metrics service names it differently in one of its two descriptions.
		const next = response.nextPageToken ?? response.nextPageStartKey;
		return typeof next === 'string' && next !== '' ? { pageToken: next } : undefined;
	},
};

const utxo: Walk = {
	sizeField: 'limit',
	next: (input, response, count) => {
		const end = response.endIndex as Values | undefined;
		if (!end || count < Number(input.limit)) return undefined;
		return { startIndexAddress: end.address, startIndexUtxo: end.utxo };
	},
};

const range: Walk = {
	sizeField: 'numToFetch',
	next: (input, _, count) => {
		if (count === 0 || count < Number(input.numToFetch)) return undefined;
		return { startIndex: String(BigInt(String(input.startIndex)) + BigInt(count)) };
	},
	// A full last page is followed by an index that nothing was accepted at yet.
	endsWith: (failure) => failure.kind === 'rpc' && /last accepted/.test(failure.message),
};

/** Pages in a row without an item: a filter may leave some empty, an endless list leaves all. */
const EMPTY_PAGES = 100;

const WALKS: Record<Paging['style'], Walk> = { token, utxo, range };

/** The array of items in a response. Absent and null count as empty. */
export function itemsOf(operation: Operation, response: Values): unknown[] {
	const name = operation.paging?.items ?? operation.items;
	const items = name === undefined ? undefined : response[name];
	return Array.isArray(items) ? items : [];
}

/**
 * The input of a list's first call: the page size is the one that was asked for, or as many as the
 * service allows and the limit needs.
 */
export function withPageSize(operation: Operation, input: Values, limits: PageLimits): Values {
	const { paging } = operation;
	const sizeField = paging && WALKS[paging.style].sizeField;
	if (!sizeField || paging.maxPageSize === undefined) return input;
	const asked = limits.pageSize ?? input[sizeField];
	const size = asked ?? Math.min(limits.limit ?? Infinity, paging.maxPageSize);
	return { ...input, [sizeField]: size };
}

/**
 * Walks a list page by page, holding one page, from input that `withPageSize` and
 * the check have seen. `call` makes one call with the given input. Ends at
 * the limit or after the last page; throws `invalid-response` where the service repeats a page
 * token or gives empty pages for ever, since it would never end.
 */
export async function* walkPages<Response extends Values>(
	operation: Operation,
	input: Values,
	limits: Pick<PageLimits, 'limit'>,
	call: (input: Values) => Promise<Response>,
): AsyncGenerator<Page<Response>, void, void> {
	const { paging } = operation;
	if (!paging) throw new Error(`${operation.id} is not a list`);
	const walk = WALKS[paging.style];
	const seen = new Set<string>();
	let left = limits.limit ?? Infinity;
	let empty = 0;
	let at: Values = { ...input };
	for (let first = true; left > 0; first = false) {
		if (paging.style === 'range') {
			at.numToFetch = Math.min(Number(at.numToFetch), left);
		}
		let response: Response;
		try {
			response = await call(at);
		} catch (error) {
			if (!first && isFailure(error) && walk.endsWith?.(error)) return;
			throw error;
		}
		const all = itemsOf(operation, response);
		const items = all.length > left ? all.slice(0, left) : all;
		left -= items.length;
		yield { items, response };
		const next = walk.next(at, response, all.length);
		if (!next) return;
		const mark = JSON.stringify(next);
		const here = Object.entries(next).every(([key, value]) => at[key] === value);
		if (here || seen.has(mark)) {
			throw endless(operation, `The service repeated a page after ${seen.size + 1} pages`);
		}
		empty = all.length === 0 ? empty + 1 : 0;
		if (empty >= EMPTY_PAGES) {
			throw endless(operation, `The service gave ${empty} empty pages in a row`);
		}
		seen.add(mark);
		at = { ...at, ...next };
	}
}

function endless(operation: Operation, what: string): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `${what}: the list would never end`,
		operation: operation.id,
		retryable: false,
	});
}
