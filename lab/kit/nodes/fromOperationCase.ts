import type { INodeParameters } from 'n8n-workflow';
import { infoOf } from '../../../core/fields/fieldSet';
import type { AnyOperation } from '../../../core/operations/declare';
import { isList } from '../../../core/operations/derived';
import { itemsOf } from '../../../core/protocol/paging';
import { httpTransport } from '../../../core/transports/http';
import type { Emulator } from '../../../emulator';
import { createAsker } from '../operations/ask';
import { type OperationCase, responseOf } from '../operations/case';
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

/** All items of a list, read without n8n, and the number of items on the first page. */
async function itemsWithoutHost(
	operation: AnyOperation,
	values: Json,
	{ emulator, dialect }: Setting,
) {
	const keyHeader = dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';
	const { client } = createAsker({
		services: {
			data: { url: emulator.dataUrl, header: { name: keyHeader, value: API_KEY } },
			metrics: { url: emulator.metricsUrl },
			node: { url: emulator.nodeUrl, header: { name: NODE_HEADER, value: NODE_SECRET } },
		},
		transport: httpTransport,
	});
	if (!operation.paging) {
		const items = itemsOf(operation, (await client.call(operation, values)) as Json);
		return { items, firstPage: items.length };
	}
	const items: unknown[] = [];
	let firstPage = 0;
	for await (const page of client.pages(operation, values)) {
		items.push(...page.items);
		firstPage ||= page.items.length;
	}
	return { items, firstPage };
}

const asItem = (item: unknown) => (typeof item === 'object' ? item : { value: item }) as Json;

/** The fields beside the list in the answer of a case; none where the answer is the list itself. */
function envelopeOf(operation: AnyOperation, use: OperationCase): string[] {
	const { call, items = '' } = operation;
	if (call.type === 'http' && call.format !== undefined) return [];
	const body = JSON.parse(responseOf(operation, use).text) as Json;
	const answer = (call.type === 'rpc' ? body.result : body) as Json;
	const left = [items, 'nextPageToken', 'nextPageStartKey'];
	return items in answer ? Object.keys(answer).filter((name) => !left.includes(name)) : [];
}

/** The option of the page size. */
const SIZES = { token: 'pageSize', utxo: 'limit', range: 'numToFetch' } as const;

/** A case for the n8n nodes, made of an `OperationCase`; undefined where a test of its own runs it. */
export function caseFrom(operation: AnyOperation, use: OperationCase): Case | undefined {
	const { world, input, refused } = use;
	if (world === 'sent') return undefined;
	const inWorld: Case['check'] = (items, { world: data, dialect }) => {
		if (!use.inWorld) return;
		const { part = (item: Json) => item, expected, unordered } = use.inWorld;
		const inOrder = (all: unknown[]) => {
			if (!unordered) return all;
			const texts = all.map((one) => JSON.stringify(one)).sort();
			return texts.map((text) => JSON.parse(text) as unknown);
		};
		expect(inOrder(items.map((item) => part(item, data)))).toMatchObject(
			inOrder(expected(data, dialect)),
		);
	};
	const common = refused && {
		refused: {
			parameters: ({ world: data }: Setting) => formOf(operation, refused.input(data)),
			message: refused.message,
		},
	};
	interface Held {
		values: Json;
		items: unknown[];
		firstPage: number;
	}
	const held = new WeakMap<Emulator, Held>();
	let latest: Held = { values: {}, items: [], firstPage: 0 };
	const itemsIn = ({ emulator }: Setting) => held.get(emulator)?.items ?? [];
	const valuesIn = (setting: Setting) => world?.(setting.world) ?? input;
	if (!isList(operation)) {
		return {
			parameters: (setting) => formOf(operation, valuesIn(setting)),
			check: inWorld,
			...common,
		};
	}
	const { paging, call } = operation;
	// Measurements of a node change with every request.
	const sized = paging && 'maxPageSize' in paging;
	const moves = call.type === 'http' && call.format !== undefined;
	return {
		async parameters(setting) {
			const known = held.get(setting.emulator);
			const values = known?.values ?? valuesIn(setting);
			latest = known ?? { values, ...(await itemsWithoutHost(operation, values, setting)) };
			held.set(setting.emulator, latest);
			return formOf(operation, values);
		},
		check(items, setting) {
			const expected = itemsIn(setting).map(asItem);
			if (moves) expect(items.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
			else expect(items).toEqual(expected);
			inWorld(items, setting);
		},
		list: {
			total: (setting) => itemsIn(setting).length,
			key: (item) => JSON.stringify(item),
			...(paging && {
				pages: {
					option: sized ? SIZES[paging.style] : undefined,
					// A size that makes at least three pages of the list, within the largest that the service
					// allows; without a choice of sizes, that of the first page.
					get size() {
						const third = Math.max(1, Math.floor(latest.items.length / 3));
						return sized ? Math.min(third, paging.maxPageSize ?? third) : latest.firstPage;
					},
				},
			}),
			envelope: envelopeOf(operation, use),
		},
		...common,
	};
}
