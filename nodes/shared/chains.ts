import type { AnyClient } from '../../core/client';
import type { AnyOperation } from '../../core/operations/declare';
import { explorerItemsOf } from '../../core/operations/derived';
import { type Chain, explorerColumns, primaryChain } from '../../core/operations/explorer';
import { loadOperation } from '../../core/subjects/load';
import { itemsOf } from '../../core/protocol/paging';
import type { Run } from './action';
import { clientFor } from './client';

/** The columns that Simplify adds to items for their chains: names, symbols and links to block explorers. */

type Input = Readonly<Record<string, unknown>>;
type Book = ReadonlyMap<string, Chain>;

/** A name is not worth more than a short wait, once in a run. */
const TIMEOUT_MS = 2_000;

/** The chains of the data service, by EVM chain id and by blockchain id. */
async function readChains(context: Run['context']): Promise<Book> {
	const chainsOfService = (await loadOperation('chain.getMany')) as AnyOperation;
	const client = await clientFor(context, { retry: { retries: 0 }, timeoutMs: TIMEOUT_MS });
	const answer = await client.call(chainsOfService, {});
	const entries = itemsOf(chainsOfService, answer as Record<string, unknown>).flatMap((each) => {
		const { chainId, platformChainId, chainName, explorerUrl, networkToken } = each as Record<
			string,
			unknown
		>;
		const { symbol } = (networkToken ?? {}) as { symbol?: unknown };
		const chain = {
			...(chainName ? { name: String(chainName) } : {}),
			...(symbol ? { symbol: String(symbol) } : {}),
			...(explorerUrl ? { explorer: String(explorerUrl) } : {}),
		};
		return [chainId, platformChainId].map((id) => [String(id), chain] as const);
	});
	return new Map(entries);
}

/** Chains by client, so that they are read once for all items of a run. */
const books = new WeakMap<AnyClient, Promise<Book>>();

/**
 * The chains of a run. If the service fails to list them, the result is empty: the items do not
 * fail because of a missing link.
 */
function bookOf({ client, context }: Run): Promise<Book> {
	let book = books.get(client);
	if (!book) books.set(client, (book = readChains(context).catch(() => new Map())));
	return book;
}

/** The columns that Simplify adds to an item. Requests the list of chains if the item has one. */
export async function columnsOfChains(
	operation: AnyOperation,
	item: unknown,
	input: Input,
	run: Run,
): Promise<Record<string, string | null>> {
	const columns = explorerItemsOf(operation);
	if (operation.explorer?.on === 'primary') {
		const chain = primaryChain(input);
		return explorerColumns(columns, item, () => chain);
	}
	const book = await bookOf(run);
	return explorerColumns(columns, item, (id) => book.get(String(id ?? input.chainId)));
}
