import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Client } from '../../core/client';
import type { AnyOperation, Operation } from '../../core/operations/declare';
import { loaders } from '../../core/operations/loaders';
import { itemsOf } from '../../core/protocol/paging';
import { NETWORKS } from '../../core/operations/shared';
import { clientFor } from './client';
import { hintOf, nodeError } from './errors';
import { type Entry, listsOf, type Source } from './lists';

/** The methods that list what fields offer to choose from. */

type Item = Record<string, unknown>;
type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Maximum number of entries; further ones are found by search. */
const MOST_SHOWN = 250;
const MOST_READ = 10_000;
const LARGEST_PAGE = 500;

async function itemsIn(
	client: Client,
	operation: AnyOperation,
	input: Item,
	most: number,
): Promise<unknown[]> {
	const { paging } = operation;
	if (!paging) return itemsOf(operation, (await client.call(operation, input)) as Item);
	const items: unknown[] = [];
	const pageSize = Math.min(('maxPageSize' in paging && paging.maxPageSize) || 100, LARGEST_PAGE);
	const pages = client.pages(operation, { ...input, pageSize }, { limit: most });
	for await (const page of pages) items.push(...page.items);
	return items;
}

/** The network of the form, if it is a known one. */
function networkIn(context: ILoadOptionsFunctions): string | undefined {
	const network = context.getCurrentNodeParameter('network');
	return NETWORKS.find((known) => known === network);
}

async function entriesFor(
	context: ILoadOptionsFunctions,
	{ id, input, entry, whole, more, most = MOST_READ }: Source,
	filter: string,
): Promise<Entry[]> {
	const operation = (await loaders[id]()) as AnyOperation;
	const client = await clientFor(context, { retry: { retries: 1 }, timeoutMs: 15_000 });
	const network = operation.input.keys.includes('network') ? networkIn(context) : undefined;
	const required = network ?? (operation.input.fields.network?.info.required && NETWORKS[0]);
	const asked = { ...(whole?.(filter) ?? input), ...(required && { network: required }) };
	const items = await itemsIn(client, operation, asked, most);
	// The first entry of a value stays: a subnet is listed once for each of its blockchains.
	const byValue = new Map<string, Entry>();
	for (const one of [
		...(more?.(required || NETWORKS[0]) ?? []),
		...items.map((item) => entry(item as Item)),
	]) {
		if (one && !byValue.has(one.value)) byValue.set(one.value, one);
	}
	return [...byValue.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function searchIn(source: Source): Search {
	return async function (filter = '') {
		try {
			const text = filter.trim();
			const wanted = text.toLowerCase();
			const entries = await entriesFor(this, source, text);
			const found = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
			return { results: found.slice(0, MOST_SHOWN) };
		} catch (error) {
			// The menu of a list shows text, not HTML.
			throw nodeError(this.getNode(), error, undefined, hintOf);
		}
	};
}

/** The list search methods of an n8n node. */
export function listSearchOf(node: Operation['node']): Record<string, Search> {
	return Object.fromEntries(listsOf(node).map(([name, source]) => [name, searchIn(source)]));
}
