import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { knownOperation } from '../core/operations/knownOperation';
import type { Operation } from '../../core/operations/declare';
import type { Action, Run } from '../../nodes/shared/action';
import { manyItems } from '../../nodes/shared/manyItems';
import type { Parameters } from '../../nodes/shared/parameters';
import { type Bench, clearedBench, errorOf, itemsOf, runOperation } from './harness';

/** Many input items whose calls go as batches, and equal ones that share a request. */

const balance = knownOperation('evm.getBalance');
const txOfHeight = knownOperation('xChain.getBlockByHeight');

const bench = clearedBench('spec');
/** Nodes that take fewer calls in a batch, or none. */
const batches = { calls: 8, bytes: 25_000_000 };
const small = clearedBench('spec', { batches });

const addressOf = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`;
const addresses = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, at) => ({ json: { address: addressOf(at) } }));
const byAddress = (options: object = {}, more: object = {}) => ({
	blockchainId: 'C',
	address: '={{ $json.address }}',
	simplify: false,
	...more,
	options: { ...options },
});
const byBlock = byAddress({}, { block: '={{ $json.block || "latest" }}' });

/** The numbers of calls in the requests. */
function sizes({ emulator }: Bench): number[] {
	return emulator.control.requests().map(({ rpcMethods }) => rpcMethods.length);
}

const pairs = (items: INodeExecutionData[]) => items.map(({ pairedItem }) => pairedItem);
const inOrder = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

async function single(items: INodeExecutionData[]) {
	const outcome = await runOperation(bench.engine, balance, byAddress({ batchSize: 1 }), { items });
	const found = itemsOf(outcome);
	bench.emulator.control.clearRequests();
	return found;
}

describe('items of an EVM chain', () => {
	test('go as batches of 40, with the items of single requests', async () => {
		const items = addresses(100);
		const alone = await single(items);
		const outcome = await runOperation(bench.engine, balance, byAddress(), { items });
		expect(itemsOf(outcome)).toEqual(alone);
		expect(pairs(itemsOf(outcome))).toEqual(inOrder(100));
		expect(sizes(bench)).toEqual([40, 40, 20]);
	});

	test('go as batches of the option, and of one as single requests', async () => {
		const items = addresses(12);
		await runOperation(bench.engine, balance, byAddress({ batchSize: 5 }), { items });
		expect(sizes(bench)).toEqual([5, 5, 2]);
		bench.emulator.control.clearRequests();
		await runOperation(bench.engine, balance, byAddress({ batchSize: 1 }), { items });
		expect(sizes(bench)).toEqual(Array(12).fill(1));
	});

	test('go in smaller batches to a node that refuses them, also in later executions', async () => {
		const items = addresses(100);
		const alone = await single(items);
		const run = async () =>
			itemsOf(await runOperation(small.engine, balance, byAddress(), { items }));
		expect(await run()).toEqual(alone);
		small.emulator.control.clearRequests();
		expect(await run()).toEqual(alone);
		expect(Math.max(...sizes(small))).toBe(5);
	});

	test('one that fails is the error of its own item only', async () => {
		const items = addresses(60);
		items[7] = { json: { address: 'nobody' } };
		items[50] = { json: { address: addressOf(50), block: '0xffffffff' } };
		const outcome = await runOperation(bench.engine, balance, byBlock, {
			items,
			continueOnFail: true,
		});
		const out = itemsOf(outcome);
		expect(pairs(out)).toEqual(inOrder(60));
		const failed = out.flatMap(({ json }, at) => ('error' in json ? [[at, json.details]] : []));
		expect(failed).toEqual([
			[7, expect.objectContaining({ kind: 'invalid-input', field: 'address' })],
			[50, expect.objectContaining({ kind: 'rpc' })],
		]);
		expect(sizes(bench).reduce((sum, size) => sum + size)).toBe(59);
	});

	test('one that fails stops the node with its index', async () => {
		const items = addresses(60);
		items[41] = { json: { address: addressOf(41), block: '0xffffffff' } };
		const outcome = await runOperation(bench.engine, balance, byBlock, { items });
		expect(errorOf(outcome).context.itemIndex).toBe(41);
	});

	test('reads of contracts go as batches, too', async () => {
		const items = addresses(50);
		const outcome = await bench.engine.execute({
			node: 'avalancheRpc',
			parameters: {
				resource: 'evmContract',
				operation: 'read',
				blockchainId: 'C',
				address: '={{ $json.address }}',
				function: 'balanceOf(address)(uint256)',
				args: '={{ $json.address }}',
			},
			items,
			continueOnFail: true,
		});
		expect(pairs(itemsOf(outcome))).toEqual(inOrder(50));
		expect(sizes(bench)).toEqual([40, 10]);
	});
});

describe('equal items', () => {
	const chains = knownOperation('chain.getMany');
	const height = knownOperation('pChain.getHeight');
	const repeated = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ json: { height: String((at % 3) + 1) } }));
	const byHeight = (options: object = {}) => ({
		height: '={{ $json.height }}',
		encoding: 'json',
		options: { ...options },
	});

	test('share one request, and each has its own items', async () => {
		const items = repeated(30);
		const shared = itemsOf(await runOperation(bench.engine, txOfHeight, byHeight(), { items }));
		expect(sizes(bench)).toHaveLength(3);
		const each = itemsOf(
			await runOperation(bench.engine, txOfHeight, byHeight({ separateRequests: true }), { items }),
		);
		expect(sizes(bench)).toHaveLength(33);
		expect(shared).toEqual(each);
		expect(pairs(shared)).toEqual(inOrder(30));
		expect(new Set(shared.map(({ json }) => json)).size).toBe(30);
	});

	test('share the pages of a list', async () => {
		const items = Array.from({ length: 4 }, () => ({ json: {} }));
		const outcome = itemsOf(await runOperation(bench.engine, chains, {}, { items }));
		expect(bench.emulator.control.requestCount()).toBe(1);
		expect(new Set(pairs(outcome).map((paired) => (paired as { item: number }).item)).size).toBe(4);
	});

	test('share a failure, as errors of their own', async () => {
		const items = Array.from({ length: 3 }, () => ({ json: { height: '99999999' } }));
		const outcome = await runOperation(bench.engine, txOfHeight, byHeight(), {
			items,
			continueOnFail: true,
		});
		const out = itemsOf(outcome);
		expect(bench.emulator.control.requestCount()).toBe(1);
		expect(pairs(out)).toEqual(inOrder(3));
		expect(out.map(({ json }) => 'error' in json)).toEqual([true, true, true]);
	});

	test('of other options share nothing', async () => {
		const items = [{ json: { encoding: 'json' } }, { json: { encoding: 'hex' } }];
		const parameters = { height: '1', encoding: '={{ $json.encoding }}' };
		await runOperation(bench.engine, txOfHeight, parameters, { items });
		expect(bench.emulator.control.requestCount()).toBe(2);
	});

	test('of an operation whose answer changes by the second are requests of their own', async () => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		await runOperation(bench.engine, height, {}, { items });
		expect(bench.emulator.control.requestCount()).toBe(3);
	});

	test('that write are requests of their own', async () => {
		const update = knownOperation('webhook.delete');
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		await runOperation(bench.engine, update, { id: 'none' }, { items, continueOnFail: true });
		expect(bench.emulator.control.requestCount()).toBe(3);
	});
});

describe('lists of items that differ in a list of the input', () => {
	const validators = knownOperation('staking.getManyValidators');
	const delegators = knownOperation('staking.getManyDelegators');
	const peers = knownOperation('info.getManyPeers');
	const nodeIds = () =>
		bench.world.node.primary
			.current()
			.slice(0, 12)
			.map(({ nodeId }) => nodeId);
	const listOf = (more: object = {}, options: object = {}) => ({
		network: 'mainnet',
		nodeIds: '={{ $json.nodes }}',
		simplify: false,
		returnAll: true,
		...more,
		options: { ...options },
	});
	/** One node, several, one that others ask for as well, and one that the network does not have. */
	const inputs = () => {
		const [first, second, third, ...others] = nodeIds();
		const unknown = 'NodeID-111111111111111111116DBWJs';
		return [first, [second, third], [first, third], unknown, ...others].map(
			(nodes): INodeExecutionData => ({ json: { nodes } }),
		);
	};

	/** The same, each asked for alone: one item in an execution. */
	async function alone(of: Operation, parameters: INodeParameters, items: INodeExecutionData[]) {
		const all: INodeExecutionData[] = [];
		for (const [item, one] of items.entries()) {
			const found = itemsOf(await runOperation(bench.engine, of, parameters, { items: [one] }));
			all.push(...found.map(({ json }) => ({ json, pairedItem: { item } })));
		}
		bench.emulator.control.clearRequests();
		return all;
	}

	test.each([
		['validators', validators],
		['delegators', delegators],
	])('%s are asked for together, and taken apart', async (_, list) => {
		const items = inputs();
		const each = await alone(list, listOf(), items);
		const outcome = await runOperation(bench.engine, list, listOf(), { items });
		expect(itemsOf(outcome)).toEqual(each);
		expect(bench.emulator.control.requestCount()).toBeLessThan(items.length / 2);
		expect(new Set(itemsOf(outcome).map(({ json }) => json)).size).toBe(each.length);
	});

	test('peers of the node are asked for together', async () => {
		const items = nodeIds().map((nodes) => ({ json: { nodes } }));
		const parameters = { filters: { nodeIDs: '={{ $json.nodes }}' }, simplify: false };
		const each = await alone(peers, parameters, items);
		const outcome = await runOperation(bench.engine, peers, parameters, { items });
		expect(itemsOf(outcome)).toEqual(each);
		expect(bench.emulator.control.requestCount()).toBe(1);
	});

	test.each([
		['with a limit', { returnAll: false, limit: 5 }],
		['as whole responses', { output: 'response' }],
	])('%s are asked for one by one', async (_, more) => {
		const items = nodeIds().map((nodes) => ({ json: { nodes } }));
		await runOperation(bench.engine, validators, listOf(more), { items });
		expect(bench.emulator.control.requestCount()).toBeGreaterThanOrEqual(items.length);
	});

	test('with other filters are requests of their own', async () => {
		const items = nodeIds()
			.slice(0, 6)
			.map((nodes, at) => ({ json: { nodes, status: at % 2 ? 'active' : 'completed' } }));
		const parameters = listOf({ filters: { validationStatus: '={{ $json.status }}' } });
		const each = await alone(validators, parameters, items);
		const outcome = await runOperation(bench.engine, validators, parameters, { items });
		expect(itemsOf(outcome)).toEqual(each);
		expect(bench.emulator.control.requestCount()).toBe(2);
	});

	test('one whose input is wrong is the error of its own item only', async () => {
		const items = inputs();
		items[1] = { json: { nodes: 'nobody' } };
		const outcome = await runOperation(bench.engine, validators, listOf(), {
			items,
			continueOnFail: true,
		});
		const failed = itemsOf(outcome).filter(({ json }) => 'error' in json);
		expect(pairs(failed)).toEqual([{ item: 1 }]);
	});

	test('a refused request is made for each alone', async () => {
		const items = inputs();
		const each = await alone(validators, listOf(), items);
		bench.emulator.control.addFaults({ faults: [{ kind: 'status', status: 400, times: 1 }] });
		const outcome = await runOperation(bench.engine, validators, listOf(), { items });
		expect(itemsOf(outcome)).toEqual(each);
		expect(bench.emulator.control.requestCount()).toBe(items.length + 1);
	});
});

describe('after the failure of an item', () => {
	const parameters = { parameter: (_: string, fallback: unknown) => fallback } as Parameters;

	/** The number of items that run of 30, at most two at once; the first of `gathered` is in a batch. */
	async function runs(gathered: number) {
		let begun = 0;
		const { all, run } = manyItems(parameters, 2);
		const action: Action = {
			gathers: ({ itemIndex }) => itemIndex < gathered,
			async run({ itemIndex }) {
				begun++;
				if (itemIndex === gathered) throw new Error('it fails');
				await Promise.resolve();
				return [];
			},
		};
		const each = all(30, async (itemIndex) => await run(action, { itemIndex } as Run));
		await expect(each).rejects.toThrow('it fails');
		// All that is still to begin.
		for (let turn = 0; turn < 1000; turn++) await Promise.resolve();
		return begun;
	}

	test('no other item begins', async () => {
		expect(await runs(0)).toBeLessThan(15);
	});

	test('neither do those that wait for their turn beside a batch', async () => {
		expect(await runs(1)).toBeLessThan(15);
	});
});
