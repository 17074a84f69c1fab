import type { INodeParameters } from 'n8n-workflow';
import { getAddress } from 'viem';
import { partAt, type ResolvedColumn } from '../../core/fields/columns';
import type { Output } from '../../core/fields/outputs';
import { othersOf } from '../../core/fields/present';
import { hasWholeUnits, partFor } from '../../core/fields/wholeUnits';
import type { AnyOperation } from '../../core/operations/declare';
import { addedColumns, columnsOf, itemOutput } from '../../core/operations/derived';
import type { Dialect } from '../../emulator';
import type { Outcome } from '../../lab/kit/engine';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase, parametersWith } from '../../lab/kit/nodes/cases';
import { type EmulatedList, listIn } from '../../lab/kit/nodes/lists';
import { responseOf } from '../../lab/kit/operations/case';
import { type Cases, type OperationTarget, runCases } from '../../lab/kit/operations/run';
import { operationPairs, selected } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import {
	type Bench,
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
const all = selected(everyCase(), operationPairs);
type Entry = (typeof all)[number];
type Pages = NonNullable<EmulatedList['pages']>;

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

/** The fields beside the list in the answer of a case; none where the answer is the list itself. */
function envelopeOf({ operation, use }: Entry): string[] {
	const { call, items = '' } = operation;
	if (call.type === 'http' && call.format !== undefined) return [];
	const body = JSON.parse(responseOf(operation, use).text) as Json;
	const answer = (call.type === 'rpc' ? body.result : body) as Json;
	const left = [items, 'nextPageToken', 'nextPageStartKey'];
	return items in answer ? Object.keys(answer).filter((name) => !left.includes(name)) : [];
}

const textOf = (item: Json) => JSON.stringify(item);
const textsOf = (items: readonly Json[]) => items.map(textOf);

/** Looks at items by what the case expects in this world. */
function checkInWorld({ inWorld }: Entry['use'], items: Json[], { world, dialect }: Bench): void {
	if (!inWorld) return;
	const { part = (item: Json) => item, expected, unordered } = inWorld;
	const inOrder = (values: unknown[]) => {
		if (!unordered) return values;
		const texts = values.map((one) => JSON.stringify(one)).sort();
		return texts.map((text) => JSON.parse(text) as unknown);
	};
	expect(inOrder(items.map((item) => part(item, world)))).toMatchObject(
		inOrder(expected(world, dialect)),
	);
}

/** A run of an operation's node. */
interface Run {
	name: string;
	parameters: INodeParameters;
}
type Runs = Generator<Run, void, Outcome>;
const run = (name: string, parameters: INodeParameters): Run => ({ name, parameters });

/** A case with what its runs share. */
interface Judged extends Entry {
	bench: Bench;
	given: INodeParameters;
	/** All items with Simplify off. */
	items: Json[];
}

async function* runsOf(entry: Entry, bench: Bench): Cases<Run, Outcome> {
	const { operation, use } = entry;
	const { call } = operation;
	const values = entry.values(bench.world);
	const given = parametersWith(operation, values);
	// The form knows no dialect.
	if (bench.dialect === 'spec')
		expect(savedParameters(bench.engine, operation, given)).toMatchObject(
			parametersFor(operation, given),
		);
	const list = await listIn(operation, values, bench);
	const outcome = yield run('gives what the service has', { ...given, ...EVERYTHING });
	const items = jsonOf(outcome);
	if (list) {
		expect(items.length).toBeGreaterThan(0);
		expect(new Set(textsOf(items)).size).toBe(items.length);
		// Measurements move.
		const isMetric = call.type === 'http' && call.format !== undefined;
		const namesOf = (all: Json[]) => (isMetric ? all.map(({ name }) => name) : all);
		expect(namesOf(items)).toEqual(namesOf(list.items));
	} else {
		expect(items).toHaveLength(1);
	}
	checkInWorld(use, items, bench);
	for (const { pairedItem } of itemsOf(outcome)) expect(pairedItem).toEqual({ item: 0 });
	const judged = { ...entry, bench, given, items };
	if (list?.pages) yield* pagesOf(judged, list.pages);
	if (list) yield* wholeResponse(judged, list.pages);
	yield* simplified(judged);
	if (use.refused) yield* refusal(judged, use.refused);
}

/** Small pages give the same list, and Limit cuts it over pages. */
function* pagesOf({ operation, bench, given, items }: Judged, { size, options }: Pages): Runs {
	const { control } = bench.emulator;
	const sized = withOptions(given, options);
	const needed = Math.ceil(items.length / size);
	expect(needed).toBeGreaterThan(1);
	for (const parallelReads of operation.bounds ? [1, 8] : [1]) {
		const parallel = withOptions(sized, operation.bounds ? { parallelReads } : {});
		const small = yield run(`small pages, ${parallelReads} at a time`, {
			...parallel,
			...EVERYTHING,
		});
		const requests = control.requests().map(({ path, query }) => `${path}?${query}`);
		expect(textsOf(jsonOf(small))).toEqual(textsOf(items));
		expect(requests.length).toBeGreaterThanOrEqual(needed);
		// A list without an end mark needs one request more to see that nothing follows.
		const most = parallelReads === 1 ? needed : needed * 1.1 + parallelReads * 2;
		expect(requests.slice(most + 1)).toEqual([]);
	}
	for (const limit of [1, size, Math.min(size + 1, items.length)]) {
		const cut = yield run(`Limit ${limit}`, { ...sized, simplify: false, limit });
		expect(textsOf(jsonOf(cut))).toEqual(textsOf(items.slice(0, limit)));
	}
}

function* wholeResponse({ given, items, ...entry }: Judged, pages?: Pages): Runs {
	const sized = { ...withOptions(given, pages?.options ?? {}), ...EVERYTHING };
	const outcome = yield run('the whole response is there', { ...sized, output: 'response' });
	const responses = jsonOf(outcome);
	const { items: name, itemKey } = entry.operation as { items: string; itemKey?: string };
	// A map holds the key of each beside it.
	const contents = responses.flatMap((response) =>
		Array.isArray(response[name])
			? (response[name] as Json[])
			: Object.entries(response[name] as Record<string, Json>).map(([of, one]) => ({
					...one,
					[itemKey as string]: of,
				})),
	);
	expect(contents).toHaveLength(items.length);
	const asItem = (one: unknown) => (typeof one === 'object' ? one : { value: one }) as Json;
	expect(new Set(contents.map((one) => textOf(asItem(one)))).size).toBe(items.length);
	if (pages) expect(responses.length).toBeGreaterThan(1);
	for (const response of responses) {
		for (const field of envelopeOf(entry)) expect(response).toHaveProperty(field);
	}
}

/** Simplify keeps its columns only. */
function* simplified({ operation, bench, given, items: raw }: Judged): Runs {
	// The columns that it adds for chains are tested in explorer.test.ts.
	const itemsIn = (outcome: Outcome) =>
		jsonOf(outcome).map((item) => without(item, addedColumns(operation)));
	const items = itemsIn(yield run('Simplify', { ...given, returnAll: true }));
	for (const item of items) checkFirst(operation, given, item);
	const columns = columnsOf(operation);
	if (!columns) {
		const saved = savedParameters(bench.engine, operation, given);
		expect(saved).not.toHaveProperty('simplify');
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
	const sent = yield run('Simplify as sent', { ...withOptions(given, asSent), returnAll: true });
	expect(itemsIn(sent)).toEqual(expected);
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
}

function* refusal(
	{ operation, bench }: Judged,
	refused: NonNullable<Entry['use']['refused']>,
): Runs {
	const given = parametersWith(operation, refused.input(bench.world));
	const error = errorOf(yield run('what the service refuses is an error in its words', given));
	expect(error.name).toBe('NodeApiError');
	expect(error.message).toMatch(refused.message);
	expect(error.description).toMatch(
		/\w{4}.*\. <a href="https:[^"]+" target="_blank">Troubleshooting<\/a>$/,
	);
	expect(error.context.itemIndex).toBe(0);
}

describe.each<Dialect>(['spec', 'live'])('dialect %s', (dialect) => {
	const bench = forTests(() => startBench(dialect));
	const target: OperationTarget<Entry, Run, Outcome> = {
		casesOf: (entry) => runsOf(entry, bench),
		async call({ operation }, { parameters }) {
			const { control } = bench.emulator;
			control.clearRequests();
			const outcome = await runOperation(bench.engine, operation, parameters);
			for (const { service, secrets } of control.requests()) {
				expect(secrets).toEqual({ apiKey: service === 'data', nodeHeader: service === 'node' });
			}
			return outcome;
		},
	};

	test.each(all)('$id', async (entry) => await runCases(target, [entry]));
});
