import type { AnyOperation, InputOf, ItemOf } from '../operations/declare';
import { Failure, isFailure } from '../failure';
import type { ListPage } from './arrivalSource';
import type { PollContext } from './event';
import { type Needs, hasNeeds } from './unreadable';

const PAGE_SIZE = 100;
/**
 * Maximum number of requests in a row for one page of a whole list, and of interruptions of the
 * list.
 */
const PAGE_TRIES = 6;
const BREAKS = 8;
/** Upper bound of the first pause before a page is requested again (ms); it doubles each time. */
const PAUSE_MS = 500;

/**
 * The pages of a list, without the items that lack needed values. After the first page, the input
 * is known to be valid: if the service then rejects a page (its token is stale) or repeats one, the
 * list was interrupted, and may be read again from the start.
 */
export async function* pagesOfList<O extends AnyOperation>(
	context: Pick<PollContext, 'client' | 'skip'>,
	operation: O,
	input: InputOf<O>,
	needs: Needs,
): AsyncGenerator<ListPage<ItemOf<O, 'tolerant'>>> {
	let pages = 0;
	try {
		const list = context.client.pages(operation, input, { pageSize: PAGE_SIZE });
		for await (const { items, response } of list) {
			pages += 1;
			const usable = items.filter((item) => hasNeeds(item, needs, operation.id, context));
			yield { items: usable, more: Boolean(nextPageOf(response)) };
		}
	} catch (error) {
		throw isFailure(error) ? brokenOff(error, pages) : error;
	}
}

/** The token of the next page, if any. */
function nextPageOf(response: unknown): string | undefined {
	return (response as { nextPageToken?: string }).nextPageToken;
}

/** The failure of a list after the first page: the input is not the cause. */
function brokenOff(failure: Failure, pages: number): Failure {
	const refused = failure.kind === 'invalid-input' || failure.kind === 'invalid-response';
	if (pages === 0 || !refused) return failure;
	return new Failure({
		kind: 'invalid-response',
		status: failure.status,
		operation: failure.operation,
		message: `The list ended early, after ${pages} pages: ${failure.message}`,
		cause: failure,
		retryable: true,
	});
}

/**
 * All items of a list that is read by page tokens. A failure of a further page does not discard the
 * pages before it: the page is requested again until the poll's deadline, and the list is read
 * again from its start if its token is rejected. Items may be returned twice. Throws `Failure`.
 */
export async function wholeList<O extends AnyOperation>(
	{ client, clock, deadline }: PollContext,
	operation: O,
	input: InputOf<O>,
): Promise<Array<ItemOf<O, 'tolerant'>>> {
	let items: Array<ItemOf<O, 'tolerant'>> = [];
	let pageToken: string | undefined;
	let pages = 0;
	let tries = 0;
	let breaks = 0;
	for (;;) {
		try {
			const from = { ...(input as object), pageToken } as unknown as InputOf<O>;
			for await (const page of client.pages(operation, from, { pageSize: PAGE_SIZE })) {
				items.push(...page.items);
				const next = nextPageOf(page.response);
				// A page whose next token is its own makes no progress.
				if (next === pageToken) continue;
				pageToken = next;
				pages += 1;
				tries = 0;
			}
			return items;
		} catch (error) {
			if (!isFailure(error)) throw error;
			const failure = brokenOff(error, pages);
			const pause = Math.max(clock.random() * PAUSE_MS * 2 ** tries, error.retryAfterMs ?? 0);
			tries += 1;
			if (failure !== error) breaks += 1;
			if (pages === 0 || !failure.retryable || tries >= PAGE_TRIES || breaks > BREAKS)
				throw failure;
			if (clock.now() + pause >= deadline) throw failure;
			await clock.sleep(pause);
			if (error.kind === 'invalid-input') [items, pageToken] = [[], undefined];
		}
	}
}

/**
 * Returns a list that is served newest first only, oldest first from a position on: it is read back
 * to there and returned as one page. It ends when a whole page is before `from`. Throws `Failure`
 * at the poll's deadline, so that no item is skipped.
 */
export async function* readBack<Item>(
	pages: AsyncIterable<ListPage<Item>>,
	from: number,
	positionOf: (item: Item) => number,
	{ clock, deadline }: Pick<PollContext, 'clock' | 'deadline'>,
): AsyncGenerator<ListPage<Item>> {
	const found: Item[] = [];
	let count = 0;
	for await (const { items, more } of pages) {
		found.push(...items);
		count += 1;
		if (items.length > 0 && items.every((item) => positionOf(item) < from)) break;
		if (more && clock.now() >= deadline) {
			throw new Failure({
				kind: 'invalid-response',
				message: `The list is served newest first, and ${count} pages of it are newer than what is known: poll more often, or filter for fewer`,
			});
		}
	}
	const news = found.filter((item) => positionOf(item) >= from);
	yield { items: news.sort((a, b) => positionOf(a) - positionOf(b)), more: false };
}
