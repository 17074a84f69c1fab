import type { INodeParameters } from 'n8n-workflow';
import { getAddress } from 'viem';
import { partAt, type ResolvedColumn } from '../../core/fields/columns';
import type { Output } from '../../core/fields/outputs';
import { othersOf } from '../../core/fields/present';
import { hasWholeUnits, partFor } from '../../core/fields/wholeUnits';
import type { AnyOperation } from '../../core/operations/declare';
import { addedColumns, columnsOf, itemOutput } from '../../core/operations/derived';
import type { Dialect } from '../../emulator';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase } from '../../lab/kit/nodes/cases';
import { operationPairs, selected } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import {
	errorOf,
	itemsOf,
	jsonOf,
	savedParameters,
	parametersFor,
	runOperation,
	startBench,
} from './harness';

/** Every operation of the catalogue, run by n8n's engine against the services in both dialects. */

/** Kinds that are text only if a number would lose digits. */
const NUMBERS: ReadonlySet<string> = new Set(['count', 'percent', 'decimal', 'rate', 'duration']);
const isText = (value: unknown) => typeof value === 'string';
const DIALECTS: Dialect[] = ['spec', 'live'];
const all = selected(everyCase(), operationPairs);
type Entry = (typeof all)[number];
const lists = all.filter(({ use }) => use.list);
const paged = all.filter(({ use }) => use.list?.pages);

/** Runs a test for each entry; jest refuses an empty list, which a folder can have. */
function eachOf<One>(entries: readonly One[]) {
	return (name: string, run: (entry: One) => Promise<void>) =>
		entries.length > 0 && test.each(entries)(name, run);
}

const PLAIN = { simplify: false };
const EVERYTHING = { returnAll: true, simplify: false };

function withOptions(given: INodeParameters, options: INodeParameters): INodeParameters {
	return { ...given, options: { ...(given.options as INodeParameters), ...options } };
}

function without(item: Json, names: readonly string[]): Json {
	return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** True for a value that a cell of a table can show: no object, and no list of objects. */
const isPlain = (value: unknown): boolean =>
	Array.isArray(value) ? value.every(isPlain) : typeof value !== 'object' || value === null;

/**
 * Checks that an item with values that a cell can show begins with one. The input may ask for the contents
 * of an item as an object of any form: it is first all the same.
 */
function checkFirst(operation: AnyOperation, given: INodeParameters, item: Json): void {
	const [[name, value], ...others] = Object.entries(item);
	const declared = partAt(itemOutput(operation) as Output, [name]);
	if (declared && partFor(declared as Output, given).type === 'open') return;
	if (others.some(([, other]) => other !== null && isPlain(other))) {
		expect([name, isPlain(value)]).toEqual([name, true]);
	}
}

/** A value in which EVM addresses have the checksum that viem gives them. */
function addressed(output: Output | undefined, value: unknown, input: Json): unknown {
	if (output === undefined || value === null || value === undefined) return value;
	const part = partFor(output, input);
	if (part.type === 'list' && Array.isArray(value)) {
		return value.map((one) => addressed(part.each, one, input));
	}
	if (part.type === 'object' && typeof value === 'object') {
		const entries = Object.entries(value).map(([name, one]) => {
			return [name, addressed(part.fields[name], one, input)] as const;
		});
		return Object.fromEntries(entries);
	}
	const isEvm = part.type === 'leaf' && part.kind === 'address' && /^0x.{40}$/.test(String(value));
	return isEvm ? getAddress(String(value).toLowerCase()) : value;
}

/** The columns of an item: each path's value under its name. */
function columnsIn(columns: readonly ResolvedColumn[], item: Json, input: Json): Json {
	const entries = columns.flatMap(({ path, base, name, part }) => {
		const from = base ? base(item, input) : item;
		const value = path.reduce<unknown>((at, part) => (at as Json | undefined)?.[part], from);
		return [[name, addressed(part, value, input) ?? null]];
	});
	return Object.fromEntries(entries) as Json;
}

test('every operation that the catalogue calls a list has a case that says how long it is', () => {
	for (const { id, operation, use } of all) {
		expect([id, use.list !== undefined]).toEqual([id, operation.items !== undefined]);
		expect([id, use.list?.pages !== undefined]).toEqual([id, operation.paging !== undefined]);
	}
});

describe.each(DIALECTS)('dialect %s', (dialect) => {
	const bench = forTests(() => startBench(dialect));
	/** The items of each operation with Simplify off, all of them: one run for all of its tests. */
	const complete = new Map<string, Promise<Json[]>>();
	const completeOf = async ({ id, operation, use }: Entry): Promise<Json[]> => {
		const given = { ...(await use.parameters(bench)), ...EVERYTHING };
		const run = complete.get(id) ?? runOperation(bench.engine, operation, given).then(jsonOf);
		complete.set(id, run);
		return await run;
	};
	afterAll(() => {
		// Requests of all runs of this dialect.
		const requests = bench.emulator.control.requests();
		for (const { service, secrets } of requests) {
			expect(secrets).toEqual({ apiKey: service === 'data', nodeHeader: service === 'node' });
		}
	});

	// The form knows no dialect.
	const formed = dialect === 'spec' ? all : [];
	eachOf(formed)('$id: the form keeps every parameter of the case', async ({ operation, use }) => {
		const given = await use.parameters(bench);
		const saved = savedParameters(bench.engine, operation, given);
		expect(saved).toMatchObject(parametersFor(operation, given));
	});

	test.each(all)('$id gives what the service has', async ({ operation, use }) => {
		const given = { ...(await use.parameters(bench)), ...EVERYTHING };
		const outcome = await runOperation(bench.engine, operation, given);
		const items = jsonOf(outcome);
		if (use.list) {
			const total = use.list.total(bench);
			expect(total).toBeGreaterThan(0);
			expect(items).toHaveLength(total);
			expect(new Set(items.map(use.list.key)).size).toBe(total);
		} else {
			expect(items).toHaveLength(1);
		}
		use.check(items, bench);
		for (const { pairedItem } of itemsOf(outcome)) expect(pairedItem).toEqual({ item: 0 });
	});

	eachOf(paged)('$id: small pages give the same list', async (entry) => {
		const { operation, use } = entry;
		const { pages, key, total } = use.list as NonNullable<typeof use.list>;
		const given = { ...(await use.parameters(bench)), ...EVERYTHING };
		const large = await completeOf(entry);
		const needed = Math.ceil(total(bench) / (pages?.size ?? 1));
		expect(needed).toBeGreaterThan(1);
		const size = pages?.option ? { [pages.option]: pages.size } : {};
		for (const parallelReads of operation.bounds ? [1, 8] : [1]) {
			bench.emulator.control.clearRequests();
			const sized = withOptions(given, { ...size, ...(operation.bounds && { parallelReads }) });
			const small = jsonOf(await runOperation(bench.engine, operation, sized));
			const requests = bench.emulator.control
				.requests()
				.map(({ path, query }) => `${path}?${query}`);
			expect(small.map(key)).toEqual(large.map(key));
			expect(requests.length).toBeGreaterThanOrEqual(needed);
			// A list without an end mark needs one request more to see that nothing follows.
			const most = parallelReads === 1 ? needed : needed * 1.1 + parallelReads * 2;
			expect(requests.slice(most + 1)).toEqual([]);
		}
	});

	eachOf(paged)('$id: Limit cuts the list over pages', async (entry) => {
		const { operation, use } = entry;
		const { pages, key, total } = use.list as NonNullable<typeof use.list>;
		const given = await use.parameters(bench);
		const full = await completeOf(entry);
		const size = pages?.size ?? 1;
		for (const limit of [1, size, Math.min(size + 1, total(bench))]) {
			const sized = pages?.option ? withOptions(given, { [pages.option]: size }) : given;
			const cut = { ...sized, ...PLAIN, limit };
			const items = jsonOf(await runOperation(bench.engine, operation, cut));
			expect(items.map(key)).toEqual(full.slice(0, limit).map(key));
		}
	});

	eachOf(lists)('$id: the whole response is there', async ({ operation, use }) => {
		const { pages, total, key, envelope = [] } = use.list as NonNullable<typeof use.list>;
		const given = { ...(await use.parameters(bench)), ...EVERYTHING, output: 'response' };
		const sized = pages?.option ? withOptions(given, { [pages.option]: pages.size }) : given;
		const responses = jsonOf(await runOperation(bench.engine, operation, sized));
		const name = operation.items as string;
		// A map holds the key of each beside it.
		const contents = responses.flatMap((response) =>
			Array.isArray(response[name])
				? (response[name] as Json[])
				: Object.entries(response[name] as Record<string, Json>).map(([of, one]) => ({
						...one,
						[operation.itemKey as string]: of,
					})),
		);
		expect(contents).toHaveLength(total(bench));
		const asItem = (one: unknown) => (typeof one === 'object' ? one : { value: one }) as Json;
		expect(new Set(contents.map((one) => key(asItem(one)))).size).toBe(total(bench));
		if (pages) expect(responses.length).toBeGreaterThan(1);
		for (const response of responses) {
			for (const field of envelope) expect(response).toHaveProperty(field);
		}
	});

	test.each(all)('$id: Simplify keeps its columns only', async (entry) => {
		const { operation, use } = entry;
		const given = { ...(await use.parameters(bench)), returnAll: true };
		const simplified = async (parameters: INodeParameters) => {
			const items = jsonOf(await runOperation(bench.engine, operation, parameters));
			// The columns that it adds for chains are tested in explorer.test.ts.
			return items.map((item) => without(item, addedColumns(operation)));
		};
		const items = await simplified(given);
		const raw = await completeOf(entry);
		for (const item of items) checkFirst(operation, given, item);
		const columns = columnsOf(operation);
		if (!columns) {
			const shown = savedParameters(bench.engine, operation, given);
			expect(shown).not.toHaveProperty('simplify');
			// Starting a job anew gives it a new id.
			if (!operation.creates && !operation.id.startsWith('transactionExport.'))
				expect(items).toEqual(raw);
			return;
		}
		expect(columns.length).toBeLessThanOrEqual(15);
		const rows = operation.rows ? raw.flatMap((item) => operation.rows?.of(item) ?? []) : raw;
		const keepsOthers = !operation.columns && !operation.rows;
		const others = rows.map((item) => (keepsOthers ? othersOf(columns, item) : {}));
		const expected = rows.map((item, at): Json => {
			return { ...columnsIn(columns, item as Json, given as Json), ...others[at] };
		});
		// An answer of one field has one column.
		const fewest = raw.every((item) => Object.keys(item).length === 1) ? 1 : 2;
		for (const item of expected) expect(Object.keys(item).length).toBeGreaterThanOrEqual(fewest);
		if (operation.creates) {
			// Each run makes another thing, with an id of its own.
			expect(items.map((item) => Object.keys(item))).toEqual(expected.map(Object.keys));
			return;
		}
		const asSent = { amounts: 'baseUnits', times: 'asSent' };
		expect(await simplified(withOptions(given, asSent))).toEqual(expected);
		// By default amounts are numbers, and their exact texts are the last columns.
		const amounts = columns
			.filter(({ part }) => part && hasWholeUnits(partFor(part, given)))
			.map(({ name }) => name);
		const numbers = columns.filter(({ part }) => part?.type === 'leaf' && NUMBERS.has(part.kind));
		for (const [at, item] of items.entries()) {
			// A number that is rounded has its exact text as well.
			const rounded = numbers.map(({ name }) => name).filter((name) => isText(expected[at][name]));
			for (const name of rounded) expect(item[`${name}Exact`]).toBe(expected[at][name]);
			const exact = columns.filter(({ name }) => amounts.includes(name) || rounded.includes(name));
			expect(Object.keys(item)).toEqual([
				...columns.map(({ name }) => name),
				...Object.keys(others[at]),
				...exact.map(({ name }) => `${name}Exact`),
			]);
			for (const name of amounts) {
				const text = expected[at][name];
				expect(item[`${name}Exact`]).toEqual(text);
				if (text === null) expect(item[name]).toBeNull();
				else if (typeof text === 'object')
					expect(JSON.stringify(item[name])).toMatch(/^[[{][^"]*("\w+":[^"]*)*[\]}]$/);
				else if (item[name] !== null) expect(typeof item[name]).toBe('number');
			}
			for (const { name, part } of columns) {
				if (part?.type !== 'leaf' || part.kind !== 'time') continue;
				const time = expected[at][name] as number | null;
				const ms = time === null ? null : time * (part.unit === 'ms' ? 1 : 1000);
				expect(ms === null ? item[name] : Date.parse(String(item[name]))).toBe(ms);
			}
		}
	});

	const refusals = all.flatMap(({ id, operation, use }) =>
		use.refused ? [{ id, operation, refused: use.refused }] : [],
	);
	eachOf(refusals)('$id: what the service refuses is an error in its words', async (one) => {
		const { operation, refused } = one;
		const given = refused.parameters(bench);
		const error = errorOf(await runOperation(bench.engine, operation, given));
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toMatch(refused.message);
		expect(error.description).toMatch(
			/\w{4}.*\. <a href="https:[^"]+" target="_blank">Troubleshooting<\/a>$/,
		);
		expect(error.context.itemIndex).toBe(0);
	});
});
