import type {
	INodeParameters,
	INodeProperties,
	INodePropertyMode,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { infoOf } from '../../core/fields/fieldSet';
import type { AnyOperation } from '../../core/operations/declare';
import { PRIMARY_NETWORK } from '../../core/operations/shared';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { listsOf, searchOf } from '../../nodes/shared/lists';
import { everyCase } from './cases';
import { type Bench, jsonOf, runOperation, startBench } from './harness';

/** Fields that are chosen from a list of the service. */

const NODES: ReadonlyArray<readonly [name: AnyOperation['node'], type: INodeType]> = [
	['avalanche', new Avalanche()],
	['avalancheRpc', new AvalancheRpc()],
];

let bench: Bench;
beforeAll(async () => (bench = await startBench('spec')));
afterAll(async () => await bench.close());

function locatorsOf({ properties }: INodeTypeDescription): INodeProperties[] {
	const all = properties.flatMap((one) =>
		one.type === 'collection' ? (one.options as INodeProperties[]) : [one],
	);
	return all.filter(({ type }) => type === 'resourceLocator');
}

const listMode = ({ modes }: INodeProperties) =>
	(modes as INodePropertyMode[]).find(({ type }) => type === 'list');

/** The fields of an operation that its n8n node offers a list for. */
function locatedKeys({ input, node }: AnyOperation): string[] {
	return input.keys.filter((key) => searchOf(node, infoOf(input, key).names) !== undefined);
}

describe.each(NODES)('%s', (name, { description, methods }) => {
	const lists = listsOf(name);

	test('every locator has a method that lists, and every method has locators', () => {
		const searched = locatorsOf(description).map(
			(one) => listMode(one)?.typeOptions?.searchListMethod,
		);
		expect(new Set(searched)).toEqual(new Set(lists.map(([method]) => method)));
		expect(Object.keys(methods?.listSearch ?? {}).sort()).toEqual([...new Set(searched)].sort());
	});

	test.each(lists)('%s lists what the fields take, and finds it by ID and name', async (method) => {
		const search = async (filter?: string) => {
			const form = { node: name, parameters: { network: 'mainnet' } };
			return (await bench.engine.search(method, filter, form)).results;
		};
		const all = await search();
		expect(all.length).toBeGreaterThan(1);
		const names = all.map((entry) => entry.name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(new Set(all.map(({ value }) => value)).size).toBe(all.length);
		const fields = everyCase()
			.filter(({ operation }) => operation.node === name)
			.flatMap(({ operation: { input } }) => Object.values(input.fields))
			.filter(({ info }) => searchOf(name, info.names) === method);
		for (const { value, name: shown } of all) {
			expect(shown).toContain(String(value));
			for (const { schema } of fields) expect(schema.safeParse(value).success).toBe(true);
		}
		const [{ value, name: shown }] = all.slice(-1);
		const prefix = String(value).slice(0, 12).toUpperCase();
		for (const filter of [String(value), ` ${shown} `, prefix]) {
			expect((await search(filter)).map((entry) => entry.value)).toContain(value);
		}
		expect(await search('nothing has this name')).toEqual([]);
	});
});

test('the list of chains is that of the service', async () => {
	const { results } = await bench.engine.search('searchChains');
	const ids = bench.world.evmChains.map(({ chainId }) => chainId);
	expect(results.map(({ value }) => value).sort()).toEqual([...ids].sort());
});

test('where the service is down, the menu shows what to do as plain text', async () => {
	bench.emulator.control.addFaults({ faults: [{ kind: 'status', status: 503, times: 10 }] });
	try {
		const error = await bench.engine.search('searchChains').then(
			() => undefined,
			(thrown: unknown) => thrown as { message: string; description?: string },
		);
		expect(error?.description).toMatch(/try again later/);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/<|https?:/);
	} finally {
		bench.emulator.control.reset();
	}
});

test('a node lists each subnet once, by the name of a blockchain', async () => {
	const form = { node: 'avalancheRpc', parameters: {} } as const;
	const { results } = await bench.engine.search('searchSubnets', '', form);
	const { subnets } = bench.world.node;
	const shown = new Map(results.map(({ value, name }) => [value, name]));
	expect(shown.get(PRIMARY_NETWORK)).toBe(`Primary Network (${PRIMARY_NETWORK})`);
	const others = subnets.filter(({ id }) => id !== PRIMARY_NETWORK);
	for (const { id, blockchains } of others.filter((one) => one.blockchains.length > 0)) {
		expect(blockchains.map((one) => `${one.name} (${id})`)).toContain(shown.get(id));
	}
});

/** The forms in which a workflow can hold the value of such a field. */
const FORMS: Record<string, (value: string) => INodeParameters[string]> = {
	'text, as workflows saved it before': (value) => value,
	'an expression': (value) => `={{ ${JSON.stringify(value)} }}`,
	'a chosen entry': (value) => ({ __rl: true, mode: 'list', value, cachedResultName: 'Name' }),
	'an ID': (value) => ({ __rl: true, mode: 'id', value }),
	'an ID by an expression': (value) => ({
		__rl: true,
		mode: 'id',
		value: `={{ ${JSON.stringify(value)} }}`,
	}),
};

function plainOf(value: INodeParameters[string]): string {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return String(isLocator ? value.value : value);
}

/** Form parameters with the fields of these keys in another form, wherever they stand. */
function rewritten(
	parameters: INodeParameters,
	keys: readonly string[],
	write: (value: string) => INodeParameters[string],
): INodeParameters {
	const entries = Object.entries(parameters).map(([key, value]) => {
		if (keys.includes(key)) return [key, write(plainOf(value))];
		const inner = key === 'filters' || key === 'options';
		return [key, inner ? rewritten(value as INodeParameters, keys, write) : value];
	});
	return Object.fromEntries(entries) as INodeParameters;
}

const located = everyCase().filter(({ operation }) => locatedKeys(operation).length > 0);

test('there are operations with such fields on both nodes', () => {
	const nodes = located.map(({ operation }) => operation.node);
	expect(new Set(nodes)).toEqual(new Set(['avalanche', 'avalancheRpc']));
});

test.each(located)('$id takes its fields in every form', async ({ operation, use }) => {
	const given = { limit: 2, ...(await use.parameters(bench)) };
	const keys = locatedKeys(operation);
	const results: Record<string, unknown> = {};
	for (const [form, write] of Object.entries(FORMS)) {
		const parameters = rewritten(given, keys, write);
		results[form] = jsonOf(await runOperation(bench.engine, operation, parameters));
	}
	const [first, ...others] = Object.values(results);
	for (const other of others) expect(other).toEqual(first);
});
