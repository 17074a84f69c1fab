import type { INodeParameters } from 'n8n-workflow';
import { infoOf } from '../../core/fields/fieldSet';
import { createClient } from '../../core/client';
import { type AnyOperation, isList } from '../../core/operations/declare';
import { itemsOf } from '../../core/protocol/paging';
import type { Transport } from '../../core/protocol/ports';
import type { Emulator } from '../../emulator';
import type { OperationCase } from '../operations/case';
import { API_KEY, type Case, type Json, NODE_HEADER, NODE_SECRET, type Setting } from './case';

/**
 * The case of an operation that has none written for the n8n nodes. Its parameters are those of its
 * `OperationCase`; what a list holds is what the core's client reads from the same service.
 */

/** The form's parameters for values of the fields. */
export function formOf({ input }: AnyOperation, values: Json): INodeParameters {
	const form: Json = {};
	const under = (name: string) => (form[name] ??= {}) as Json;
	for (const [key, value] of Object.entries(values)) {
		const { show, control } = infoOf(input, key);
		const isText = Array.isArray(value) && control !== 'multiOptions';
		const isObject = typeof value === 'object' && !Array.isArray(value);
		const shown = isText && control !== 'json' ? value.join(', ') : value;
		const given = control === 'json' || isObject ? JSON.stringify(value) : shown;
		if (show === 'main') form[key] = given;
		else under(show === 'filter' ? 'filters' : 'options')[key] = given;
	}
	return form as INodeParameters;
}

const transport: Transport = async ({ method, url, headers, body }) => {
	const response = await fetch(url, { method, headers, body });
	return { status: response.status, headers: {}, text: await response.text() };
};

/** All items of a list, read without n8n. */
async function itemsWithoutHost(
	operation: AnyOperation,
	values: Json,
	{ emulator, dialect }: Setting,
) {
	const keyHeader = dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';
	const client = createClient({
		services: {
			data: { url: emulator.dataUrl, header: { name: keyHeader, value: API_KEY } },
			metrics: { url: emulator.metricsUrl },
			node: { url: emulator.nodeUrl, header: { name: NODE_HEADER, value: NODE_SECRET } },
		},
		transport,
		clock: { now: () => 0, sleep: () => Promise.resolve(), random: () => 0 },
		retry: { retries: 0 },
	});
	if (!operation.paging) return itemsOf(operation, (await client.call(operation, values)) as Json);
	const items: unknown[] = [];
	for await (const page of client.pages(operation, values)) items.push(...page.items);
	return items;
}

const asItem = (item: unknown) => (typeof item === 'object' ? item : { value: item }) as Json;

/** The option of the page size. */
const SIZES = { token: 'pageSize', utxo: 'limit', range: 'numToFetch' } as const;

/** A case for the n8n nodes, made of an `OperationCase`; undefined where
 * a test of its own runs it. */
export function caseFrom(operation: AnyOperation, use: OperationCase): Case | undefined {
	const { world, input } = use;
	if (world === 'sent') return undefined;
	const held = new WeakMap<Emulator, { values: Json; items: unknown[] }>();
	let latest: unknown[] = [];
	const itemsIn = ({ emulator }: Setting) => held.get(emulator)?.items ?? [];
	const valuesIn = (setting: Setting) => world?.(setting.world) ?? input;
	if (!isList(operation)) {
		return {
			parameters: (setting) => formOf(operation, valuesIn(setting)),
			check: () => undefined,
		};
	}
	const { paging, call } = operation;
	// What a node measures moves with every request.
	const moves = call.type === 'http' && call.format !== undefined;
	return {
		async parameters(setting) {
			const known = held.get(setting.emulator);
			const values = known?.values ?? valuesIn(setting);
			const items = known?.items ?? (await itemsWithoutHost(operation, values, setting));
			held.set(setting.emulator, { values, items });
			latest = items;
			return formOf(operation, values);
		},
		check(items, setting) {
			const expected = itemsIn(setting).map(asItem);
			if (moves) expect(items.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
			else expect(items).toEqual(expected);
		},
		list: {
			total: (setting) => itemsIn(setting).length,
			key: (item) => JSON.stringify(item),
			...(paging && {
				pages: {
					option: SIZES[paging.style],
					// Three pages, two where the list is that short, or more where pages are.
					get size() {
						const third = Math.max(1, Math.floor(latest.length / 3));
						return Math.min(third, paging.maxPageSize ?? third);
					},
				},
			}),
		},
	};
}
