import type { INodeParameters, IPollFunctions } from 'n8n-workflow';
import { quoted } from '../../core/events/words';
import { parseFields } from '../../core/fields/fieldSet';
import type { AnyOperation } from '../../core/operations/declare';
import { PRIMARY_NETWORK } from '../../core/operations/shared';
import type { World } from '../../emulator';
import { watchOf } from '../../nodes/AvalancheTrigger/settings';
import { eventCases, parametersOf } from '../../lab/kit/events/case';
import { transferIn } from '../../core/testing/cases/evmWorld';
import { everyCase } from '../../lab/kit/nodes/cases';
import { operationPairs, selected } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { jsonOf, runOperation, startBench } from './harness';
import { type NodeName, NODES, edited, fieldsIn, methodOf, methodsOf } from './pickers';

/** Fields that are chosen from a list of the service: pickers. */

const bench = forTests(() => startBench('spec'));

/** Fields that name what services list, but are not pickers, and why. */
const TEXTS: Readonly<Record<string, string>> = {
	'info.getBlockchainId alias': 'the list has IDs, and this asks for an alias',
	'webhook.create keys': 'addresses, or a node ID, or a subnet ID',
};

const LISTED = /\b(node|subnet|blockchain|chain|asset|validation) ids?\b/i;

describe('a picker', () => {
	const picked = edited.filter(({ info }) => info.names !== undefined);

	test('is there for every field of a kind that services list', () => {
		expect(picked.length).toBeGreaterThan(150);
		const others = picked.filter(({ property }) => property.type !== 'resourceLocator');
		expect(others.map(({ name }) => name)).toEqual([]);
	});

	test('is there for every field whose rule asks for an ID that services list', () => {
		const asking = edited.filter(
			({ info }) => ['text', 'list'].includes(info.control) && LISTED.test(info.rule),
		);
		const texts = asking.filter(({ property }) => property.type !== 'resourceLocator');
		expect([...new Set(texts.map(({ name }) => name))].sort()).toEqual(Object.keys(TEXTS).sort());
	});

	test('is there in the forms of events that are not declarations', () => {
		const [, trigger] = NODES[2];
		const own = fieldsIn(trigger.description.properties).filter(({ name }) =>
			/^(subnetId|nodeIds?|blockchainId|chainId)$/.test(name),
		);
		expect(own.length).toBeGreaterThan(10);
		const texts = own.filter(({ type }) => type === 'string');
		expect(texts.map(({ name, displayOptions }) => [name, displayOptions])).toEqual([]);
	});

	test.each(NODES)('of %s has a method of its node, and the node has no other', (_, type) => {
		const locators = fieldsIn(type.description.properties).filter(
			(one) => one.type === 'resourceLocator',
		);
		const methods = [...new Set(locators.map((one) => methodOf(one)))].sort();
		expect(methods.length).toBeGreaterThan(3);
		expect(methods).toEqual(methodsOf(type));
	});

	test('can be searched by name, or filled with an ID or several', () => {
		for (const { name, property, info } of picked) {
			const [list, id] = property.modes ?? [];
			expect([name, list.typeOptions?.searchable, list.type, id.type]).toEqual([
				name,
				true,
				'list',
				'string',
			]);
			expect([name, id.displayName]).toEqual([name, info.control === 'list' ? 'By IDs' : 'By ID']);
		}
	});
});

/** A form in which every list has what it needs. */
function formIn(world: World): INodeParameters {
	const holder = transferIn(world).from;
	const [l1] = world.node.subnets.filter(({ kind }) => kind === 'l1');
	return {
		network: 'mainnet',
		chainId: '43114',
		address: holder,
		addresses: holder,
		subnetId: l1.id,
		type: 'TRANSACTION_EXPORT_EVM',
		eventType: 'address_activity',
	};
}

const lists = NODES.flatMap(([node, type]) => methodsOf(type).map((method) => ({ node, method })));

/** Anyone can choose the names in these lists: they stand in quotes. */
const NAMED_BY_ANYONE = /(Token|Collection|Asset|Blockchain|Subnet)s$/;

describe.each(lists)('$method of $node', ({ node, method }) => {
	const search = async (filter?: string, given: INodeParameters = {}) => {
		const form = { node, parameters: { ...formIn(bench.world), ...given } };
		return (await bench.engine.search(method, filter, form)).results;
	};

	test('lists what the fields take, and finds it by ID and name', async () => {
		const all = await search();
		// One blockchain of the world has the X-Chain's API, and one is the C-Chain.
		const isOne = /^searchNode(Avm|C)Blockchains$/.test(method);
		expect(all.length).toBeGreaterThan(isOne ? 0 : 1);
		const names = all.map((entry) => entry.name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(new Set(all.map(({ value }) => value)).size).toBe(all.length);
		const fields = edited.filter((one) => one.node === node && methodOf(one.property) === method);
		for (const { value, name: label } of all) {
			expect(label).toContain(String(value));
			if (NAMED_BY_ANYONE.test(method))
				expect(label).toMatch(/^("|(AVAX|P-Chain|Primary Network) \(|\w{40,}$)/);
			for (const { name, field } of fields) {
				expect([name, value, field.schema.safeParse(value).success]).toEqual([name, value, true]);
			}
		}
		const [{ value, name: label }] = all.slice(-1);
		const prefix = String(value).slice(0, 12).toUpperCase();
		for (const filter of [String(value), ` ${label} `, prefix]) {
			expect((await search(filter)).map((entry) => entry.value)).toContain(value);
		}
		expect(await search('nothing has this name')).toEqual([]);
	});

	test('says as a plain sentence why it cannot list', async () => {
		bench.emulator.control.addFaults({
			faults: [{ kind: 'status', status: 503, times: 20, retryAfter: 0 }],
		});
		try {
			const error = await search().then(
				() => undefined,
				(thrown: unknown) => thrown as { message: string; description?: string },
			);
			expect(error?.description).toMatch(/try again later/);
			expect(`${error?.message} ${error?.description}`).not.toMatch(/<|https?:/);
		} finally {
			bench.emulator.control.reset();
		}
	});
});

async function sentence(method: string, node: NodeName, parameters: INodeParameters) {
	const outcome = await bench.engine.search(method, '', { node, parameters }).then(
		({ results }) => `${results.length} entries`,
		(error: unknown) => (error as Error).message,
	);
	return outcome;
}

test('a list that needs another field says which', async () => {
	expect(await sentence('searchTokens', 'avalanche', { chainId: '43114' })).toMatch(
		/^The list has the ERC-20 tokens that an address holds: fill in the address/,
	);
	// An expression has no value before the run.
	const expression = { address: '={{ $json.address }}' };
	expect(await sentence('searchCollections', 'avalanche', expression)).toMatch(
		/fill in the address/,
	);
	const byEvm = { observer: 'evm', network: 'mainnet' };
	expect(await sentence('searchValidators', 'avalancheTrigger', byEvm)).toMatch(
		/fill in its Blockchain ID first/,
	);
});

test('the list of chains is that of the service', async () => {
	const { results } = await bench.engine.search('searchChains');
	const ids = bench.world.evmChains.map(({ chainId }) => chainId);
	expect(results.map(({ value }) => value).sort()).toEqual([...ids].sort());
});

test('what is about the primary network is offered its chains', async () => {
	const of = async (parameters: INodeParameters) => {
		const form = { node: 'avalanche', parameters } as const;
		return (await bench.engine.search('searchAnyChains', '', form)).results.map((one) => one.value);
	};
	const type = 'TRANSACTION_EXPORT_PRIMARY_NETWORK';
	expect(await of({ type })).toEqual(['p-chain', 'x-chain', 'c-chain']);
	expect(await of({ eventType: 'primary_network_address_activity' })).toEqual([
		'p-chain',
		'x-chain',
	]);
	expect(await of({ type: 'TRANSACTION_EXPORT_EVM' })).toContain('43114');
});

test('validators are those of the subnet, of the EVM L1 or of the observer that the form has', async () => {
	const { node } = bench.world;
	const of = async (method: string, parameters: INodeParameters) => {
		const form = { node: 'avalancheTrigger', parameters } as const;
		const { results } = await bench.engine.search(method, '', form);
		return results.map(({ value }) => String(value)).sort();
	};
	const primary = node.primary
		.current()
		.map(({ nodeId }) => nodeId)
		.sort();
	expect(await of('searchNodeValidators', {})).toEqual(primary);
	expect(await of('searchValidators', { observer: 'node', network: 'fuji' })).toEqual(primary);
	const l1 = node.subnets.filter(({ kind }) => kind === 'l1')[0];
	const [blockchain] = l1.blockchains;
	const located = { __rl: true, mode: 'list', value: blockchain.id };
	const ofL1 = await of('searchNodeValidators', { blockchainId: located });
	expect(ofL1.length).toBeGreaterThan(0);
	expect(ofL1).toEqual(
		await of('searchValidators', { observer: 'evm', blockchainId: blockchain.id }),
	);
	expect(ofL1).not.toEqual(primary);
});

test('subnets are listed by what validators are read from: the node or the data service', async () => {
	const { control } = bench.emulator;
	const askedFor = async (parameters: INodeParameters) => {
		control.clearRequests();
		const form = { node: 'avalancheTrigger', parameters } as const;
		const { results } = await bench.engine.search('searchSubnets', '', form);
		expect(results.length).toBeGreaterThan(0);
		return [...new Set(control.requests().map(({ service }) => service))];
	};
	const event = 'validator';
	expect(await askedFor({ event, source: 'subnet' })).toEqual(['node']);
	expect(await askedFor({ event, source: 'l1', network: 'mainnet' })).toEqual(['data']);
});

test('a node lists each subnet once, by the name of a blockchain', async () => {
	const form = { node: 'avalancheRpc', parameters: {} } as const;
	const { results } = await bench.engine.search('searchNodeSubnets', '', form);
	const { subnets } = bench.world.node;
	const labels = new Map(results.map(({ value, name }) => [value, name]));
	expect(labels.get(PRIMARY_NETWORK)).toBe(`Primary Network (${PRIMARY_NETWORK})`);
	const others = subnets.filter(({ id }) => id !== PRIMARY_NETWORK);
	for (const { id, blockchains } of others.filter((one) => one.blockchains.length > 0)) {
		expect(blockchains.map((one) => `${quoted(one.name)} (${id})`)).toContain(labels.get(id));
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

const namesIn = ({ fields, keys }: AnyOperation['input']) =>
	keys.filter((key) => fields[key].info.names !== undefined);

const NEW_IDS = { id: 'new', operationId: 'new' };

const located = selected(everyCase(), operationPairs).filter(
	({ operation }) => namesIn(operation.input).length > 0,
);

test('there are operations with such fields on both nodes', () => {
	const nodes = located.map(({ operation }) => operation.node);
	expect(new Set(nodes)).toEqual(new Set(['avalanche', 'avalancheRpc']));
});

test.each(located)('$id takes its fields in every form', async (one) => {
	const { operation } = one;
	const given = { limit: 2, ...one.parameters(bench) };
	const keys = namesIn(operation.input);
	const results: Record<string, unknown> = {};
	for (const [form, write] of Object.entries(FORMS)) {
		const parameters = rewritten(given, keys, write);
		const items = jsonOf(await runOperation(bench.engine, operation, parameters));
		// Objects that are created have an ID of their own each time.
		results[form] = operation.creates ? items.map((item) => ({ ...item, ...NEW_IDS })) : items;
	}
	const [first, ...others] = Object.values(results);
	for (const other of others) expect(other).toEqual(first);
});

const watched = eventCases.filter(({ event }) => namesIn(event.fields).length > 0);

test.each(watched)('$event.name takes its fields in every form', ({ event, settings }) => {
	const given = settings(bench.world);
	const expected = { ...parseFields(event.fields, given, 'test') };
	// A threshold that is the event's own default is left out of the settings.
	for (const key of event.fields.keys) {
		const { wasOption, default: own } = event.fields.fields[key].info;
		if (wasOption && parametersOf(event, given)[key] === own) delete expected[key];
	}
	const saved = { event: event.value, ...parametersOf(event, given) };
	for (const [form, write] of Object.entries(FORMS)) {
		const parameters = rewritten(saved, namesIn(event.fields), write);
		const { context } = bench.engine.pollContext({ parameters });
		const { settings: read } = watchOf(context as unknown as IPollFunctions, 0);
		expect([form, read]).toEqual([form, expect.objectContaining(expected)]);
	}
});
