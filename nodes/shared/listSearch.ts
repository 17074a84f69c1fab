import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { AnyClient } from '../../core/client';
import type { AnyOperation } from '../../core/operations/declare';
import { loadOperation } from '../../core/subjects/load';
import { preview } from '../../core/fields/preview';
import { Failure } from '../../core/failure';
import { itemsOf } from '../../core/protocol/paging';
import { NETWORKS } from '../../core/operations/shared';
import { clientFor } from './client';
import { hintOf, nodeError } from './errors';
import { type ListForm, listFormOf } from './listForm';
import { listsByMethod } from './lists';
import type { Entry, Source } from './listSource';

/** The methods that list the choices of fields. */

type Item = Record<string, unknown>;
export type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
) => Promise<INodeListSearchResult>;

/** Maximum number of entries; further ones are found by search. */
const MOST_ENTRIES = 250;
const MOST_READ = 10_000;
const LARGEST_PAGE = 500;

async function itemsIn(
	client: AnyClient,
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

/** The network for a list: that of the form, or of the node if the form has none. */
async function networkFor(
	client: AnyClient,
	operation: AnyOperation,
	{ networkOfNode }: Source,
	form: ListForm,
): Promise<string | undefined> {
	if (!operation.input.keys.includes('network')) return undefined;
	if (form.network) return form.network;
	if (!networkOfNode)
		return operation.input.fields.network?.info.required ? NETWORKS[0] : undefined;
	const { networkName } = await client.call(await loadOperation('info.getNetworkName'), {});
	const known = NETWORKS.find((network) => network === networkName);
	if (known) return known;
	const message = `The node is on the network ${preview(networkName)}, of which the data service has no list: give the ID`;
	throw new Failure({ kind: 'invalid-input', message });
}

async function entriesFor(
	context: ILoadOptionsFunctions,
	listed: Source,
	filter: string,
): Promise<readonly Entry[]> {
	const form = listFormOf(context);
	const source = listed.instead?.(form) ?? listed;
	const { id, input, entry, whole, more, fixed, missing, most = MOST_READ } = source;
	const chosen = fixed?.(form);
	if (chosen) return chosen;
	const message = missing?.(form);
	if (message !== undefined) throw new Failure({ kind: 'invalid-input', message });
	const operation = (await loadOperation(id)) as AnyOperation;
	const client = await clientFor(context, { retry: { retries: 1 }, timeoutMs: 15_000 });
	const network = await networkFor(client, operation, source, form);
	const asked = { ...(whole?.(filter) ?? input?.(form)), ...(network && { network }) };
	const items = await itemsIn(client, operation, asked, most);
	// The first entry of a value stays: a subnet is listed once for each of its blockchains.
	const byValue = new Map<string, Entry>();
	for (const one of [
		...(more?.(network ?? NETWORKS[0]) ?? []),
		...items.flatMap((item) => entry(item as Item)),
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
			return { results: found.slice(0, MOST_ENTRIES) };
		} catch (error) {
			// Without HTML: the menu of a list shows plain text.
			throw nodeError(this.getNode(), error, undefined, hintOf);
		}
	};
}

/** The method that lists the choices of the fields that name it. Throws if there is none. */
export function searchBy(method: string): Search {
	const source = listsByMethod.get(method);
	if (!source) throw new Error(`There is no list ${method}`);
	return searchIn(source);
}
