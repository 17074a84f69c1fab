import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../../core/operations/declare';
import { isList } from '../../../core/operations/derived';
import { itemsOf } from '../../../core/protocol/paging';
import { httpTransport } from '../../../core/transports/http';
import { createAsker } from '../operations/ask';
import { API_KEY, type Json, NODE_HEADER, NODE_SECRET, type Setting } from './case';

/** A list of the emulator, which the client of the core reads without n8n. */
export interface EmulatedList {
	items: Json[];
	/** Of a list in pages. */
	pages?: {
		/** Items of a page. */
		size: number;
		/** The options of the form that give this size; none where the service does not let choose. */
		options: INodeParameters;
	};
}

/** The option of the page size. */
const SIZES = { token: 'pageSize', utxo: 'limit', range: 'numToFetch' } as const;

const asItem = (item: unknown) => (typeof item === 'object' ? item : { value: item }) as Json;

/** The whole list of an operation, and a size that makes at least three pages of it; undefined where it gives none. */
export async function listIn(
	operation: Operation,
	values: Json,
	{ emulator, dialect }: Setting,
): Promise<EmulatedList | undefined> {
	if (!isList(operation)) return undefined;
	const keyHeader = dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';
	const { client } = createAsker({
		services: {
			data: { url: emulator.dataUrl, header: { name: keyHeader, value: API_KEY } },
			metrics: { url: emulator.metricsUrl },
			node: { url: emulator.nodeUrl, header: { name: NODE_HEADER, value: NODE_SECRET } },
		},
		transport: httpTransport,
	});
	const { paging } = operation;
	if (!paging) {
		const answer = (await client.call(operation, values)) as Json;
		return { items: itemsOf(operation, answer).map(asItem) };
	}
	const pages: Json[][] = [];
	for await (const { items } of client.pages(operation, values)) pages.push(items.map(asItem));
	const items = pages.flat();
	// Measurements of a node change with every request.
	if (!('maxPageSize' in paging)) return { items, pages: { size: pages[0].length, options: {} } };
	const third = Math.max(1, Math.floor(items.length / 3));
	const size = Math.min(third, paging.maxPageSize ?? third);
	return { items, pages: { size, options: { [SIZES[paging.style]]: size } } };
}
