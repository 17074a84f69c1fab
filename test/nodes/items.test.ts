import type { INodeExecutionData } from 'n8n-workflow';
import { knownOperation } from '../core/operations/knownOperation';
import { ACTION } from '../../lab/kit/engine';
import { clearedBench, errorOf, itemsOf, jsonOf, runOperation } from './harness';
import { expectNoSecrets } from './secrets';

/** Many input items at once: their order, their pairing, and what one of them does to the others. */

const MANY = 40;

const byHeight = knownOperation('xChain.getBlockByHeight');
const delegators = knownOperation('staking.getManyDelegators');

const bench = clearedBench('spec');
beforeEach(() => {
	const { control } = bench.emulator;
	control.setEcho({ echo: false });
	control.setRateLimits({});
});

/** One input item for each height, given by an expression. */
const heights = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, at) => ({ json: { height: String(at + 1) } }));

const byExpression = (options: object = {}) => ({
	height: '={{ $json.height }}',
	encoding: 'json',
	options: { ...options },
});

const heightsOf = (items: INodeExecutionData[]) =>
	items.map(({ json }) => (json.block as { height: number } | undefined)?.height);

test.each([1, 5, 50])('come out in the order of the input, %i at a time', async (concurrency) => {
	// Some answers are late, so that later items overtake earlier ones.
	bench.emulator.control.addFaults({ faults: [{ kind: 'delay', delayMs: 30, probability: 0.3 }] });
	const outcome = await runOperation(bench.engine, byHeight, byExpression({ concurrency }), {
		items: heights(MANY),
	});
	const items = itemsOf(outcome);
	expect(heightsOf(items)).toEqual(heights(MANY).map(({ json }) => Number(json.height)));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, at) => ({ item: at })));
});

test('a list of each item is paired with the item that it came from', async () => {
	const nodeIds = bench.world.node.primary.current().map(({ nodeId }) => nodeId);
	const outcome = await runOperation(
		bench.engine,
		delegators,
		{ network: 'mainnet', nodeIds: '={{ $json.nodeId }}', returnAll: true },
		{ items: nodeIds.map((nodeId) => ({ json: { nodeId } })) },
	);
	const items = itemsOf(outcome);
	const expected = nodeIds.flatMap((nodeId, at) =>
		bench.world.node.staking.delegations(nodeId).map(() => [nodeId, at]),
	);
	expect(
		items.map(({ json, pairedItem }) => [json.nodeId, (pairedItem as { item: number }).item]),
	).toEqual(expected);
});

test('no more requests are under way than the concurrency allows', async () => {
	const { control } = bench.emulator;
	// The third request fails at once while the first two wait: with two at a time nothing follows.
	control.addFaults({
		faults: [
			{ kind: 'delay', delayMs: 200, times: 1 },
			{ kind: 'status', status: 500, times: 1 },
		],
	});
	const outcome = await runOperation(bench.engine, byHeight, byExpression({ concurrency: 2 }), {
		items: heights(MANY),
	});
	expect(errorOf(outcome).message).toMatch(/injected fault 500/);
	expect(control.requestCount()).toBe(2);
});

test('a failing item stops the node with its index', async () => {
	const items = heights(10);
	items[6] = { json: { height: 'seven' } };
	const outcome = await runOperation(bench.engine, byHeight, byExpression({ concurrency: 1 }), {
		items,
	});
	const error = errorOf(outcome);
	expect(error.name).toBe('NodeOperationError');
	expect(error.context.itemIndex).toBe(6);
	expect(error.message).toMatch(/^"Height" \(height\) must be a whole number.*given: "seven"$/);
});

test('Continue On Fail returns an error item in its place and continues', async () => {
	const { control } = bench.emulator;
	const items = heights(12);
	items[2] = { json: { height: '../../admin' } };
	items[7] = { json: { height: '99999999' } };
	control.setEcho({ echo: true });
	const outcome = await runOperation(bench.engine, byHeight, byExpression(), {
		items,
		continueOnFail: true,
	});
	const out = itemsOf(outcome);
	expect(out).toHaveLength(12);
	expect(out.map(({ pairedItem }) => pairedItem)).toEqual(out.map((_, at) => ({ item: at })));
	expect(out[2].json).toMatchObject({
		error: expect.stringMatching(/^"Height" \(height\) must be a whole number/),
		details: { kind: 'invalid-input', field: 'height', hint: expect.stringMatching(/\.$/) },
	});
	expect(out[7].json).toMatchObject({
		error: expect.stringMatching(/not found/),
		details: { kind: 'rpc', code: -32000, hint: expect.stringMatching(/\.$/) },
	});
	const others = heightsOf(out).filter((height) => height !== undefined);
	expect(others).toEqual([1, 2, 4, 5, 6, 7, 9, 10, 11, 12]);
	expectNoSecrets(outcome);
});

test('Continue On Fail with an error output sends failed items there', async () => {
	const single = { resource: 'xChain', operation: 'getBlockByHeight', ...byExpression() };
	const items = heights(3);
	items[1] = { json: { height: '-1' } };
	const outcome = await bench.engine.execute({
		node: 'avalancheRpc',
		parameters: single,
		items,
		onError: 'continueErrorOutput',
	});
	const [data] = outcome.run.data.resultData.runData[ACTION];
	const [good, bad] = data.data?.main ?? [];
	expect(good).toHaveLength(2);
	expect(bad).toHaveLength(1);
	expect(bad?.[0].json.error).toMatch(/^"Height" \(height\)/);
});

test('no input items give no output and no request', async () => {
	const outcome = await runOperation(bench.engine, byHeight, byExpression(), { items: [] });
	expect(jsonOf(outcome)).toEqual([]);
	expect(bench.emulator.control.requestCount()).toBe(0);
});

describe('a rate limit', () => {
	const COST = delegators.cost ?? 1;

	test('is an error that says how long to wait, and a key raises it', async () => {
		const { control } = bench.emulator;
		const given = { network: 'mainnet', limit: 1 };
		control.setRateLimits({ withKey: COST });
		expect(jsonOf(await runOperation(bench.engine, delegators, given))).toHaveLength(1);
		const error = errorOf(await runOperation(bench.engine, delegators, given));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '429' });
		expect(error.description).toMatch(/API Key/);
		// The window of the service is a minute, and its clock stands still.
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 60_000 });
	});

	test('is waited for as long as the service asks', async () => {
		const { control } = bench.emulator;
		control.addFaults({
			faults: [{ kind: 'status', status: 429, retryAfter: 0, times: 3 }],
		});
		const outcome = await runOperation(
			bench.engine,
			byHeight,
			byExpression({ concurrency: 2, retries: 4 }),
			{ items: heights(6) },
		);
		expect(heightsOf(itemsOf(outcome))).toEqual([1, 2, 3, 4, 5, 6]);
		expect(control.requestCount()).toBe(9);
	});
});
