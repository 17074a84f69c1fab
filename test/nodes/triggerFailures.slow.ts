import { PollContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../emulator';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { ENGINE_MODES, type PollHost } from '../../lab/kit/pollHost';
import { HEALTH, NOON_SECONDS, PRIMARY, STAKING, startBench } from './triggerKit';
import { forTests } from '../emulatorForTests';

/** Waiting for a rate limit, and for an answer that is late, takes no real time. */
let clock: MovedClock;
const bench = forTests(() => startBench({ wait: async (ms) => await clock.hold(ms) }));
beforeEach(() => {
	clock = moveNodeClock(bench);
});
afterEach(() => {
	clock.restore();
	bench.engine.credential = {
		dataUrl: bench.dataUrl,
		metricsUrl: bench.metricsUrl,
		nodeUrl: bench.nodeUrl,
	};
	bench.control.reset();
	bench.warnings();
});

const SUBNET = () => {
	const [, subnet] = bench.world.node.subnets.filter(({ kind }) => kind === 'l1');
	return { ...PRIMARY, source: 'subnet', subnetId: subnet.id };
};
const EVENTS: Array<[string, () => INodeParameters, 'data' | 'node']> = [
	['staking transaction', () => STAKING, 'data'],
	['validator', SUBNET, 'node'],
	// With the option on, as by default, a node that cannot be reached is an event and no failure.
	['health', () => ({ ...HEALTH, options: { unreachableAfter: 0 } }), 'node'],
];

/** Makes one piece of news for each event. */
function makeNews(): void {
	bench.stake(NOON_SECONDS + 30);
	bench.control.addValidator({ subnetId: String(SUBNET().subnetId) });
	bench.control.setHealth({ healthy: false });
}

const always: Fault = { kind: 'status', status: 500 };
// On a health check, 503 is an answer.
const PASSING: Fault[] = [
	{ kind: 'status', status: 429, retryAfter: 7 },
	{ kind: 'status', status: 429 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502 },
	{ kind: 'cut' },
	{ kind: 'truncate' },
	{ kind: 'wrongJson' },
];
const nameOf = ({ kind, status, retryAfter }: Fault) =>
	[kind, status, retryAfter && 'with Retry-After'].filter(Boolean).join(' ');

function stored({ database }: PollHost): string {
	return JSON.stringify(database);
}

describe.each(ENGINE_MODES)('failures, engine mode %s', (mode) => {
	describe.each(EVENTS)('%s', (_, parametersOf, service) => {
		const published = async () => {
			const host = bench.trigger(mode, parametersOf());
			await host.publish();
			await host.poll();
			return host;
		};

		test('a failed poll changes nothing: the next one delivers the events', async () => {
			const host = await published();
			makeNews();
			const before = stored(host);
			for (const fault of PASSING) {
				bench.control.addFaults({ faults: [{ ...fault, times: 1 }] });
				const { error, items } = await host.poll();
				expect([nameOf(fault), items]).toEqual([nameOf(fault), []]);
				expect(error).toBeDefined();
				expect(stored(host)).toBe(before);
			}
			expect((await host.poll()).items).toHaveLength(1);
			await host.restart();
			expect((await host.poll()).items).toEqual([]);
		});

		test.each(PASSING.map((fault) => [nameOf(fault), fault] as const))(
			'activation with a state: %s is logged and left to the next poll',
			async (_name, fault) => {
				const host = await published();
				makeNews();
				bench.warnings();
				bench.control.addFaults({ faults: [fault] });
				const { items, error } = await host.publish();
				expect(items).toEqual([]);
				expect(error).toBeUndefined();
				expect(host.alive).toBe(true);
				expect(bench.warnings()).toEqual([
					expect.stringMatching(/^Trigger: the first poll failed/),
				]);
				bench.control.clearFaults();
				expect((await host.poll()).items).toHaveLength(1);
			},
		);

		test('activation without a state throws, and publishing again continues', async () => {
			bench.control.addFaults({ faults: [always] });
			const host = bench.trigger(mode, parametersOf());
			const { error } = await host.publish();
			expect(host.alive).toBe(false);
			expect(host.polls).toBe(5);
			expect(error?.message).toContain('injected fault 500');
			bench.control.clearFaults();
			expect((await host.publish()).items).toEqual([]);
			makeNews();
			expect((await host.poll()).items).toHaveLength(1);
		});

		test('activation with a state and a wrong URL or key throws', async () => {
			const host = await published();
			// 404 of a node may be a chain that is bootstrapping.
			for (const status of service === 'data' ? [401, 403, 404] : [401, 403]) {
				bench.control.addFaults({ faults: [{ kind: 'status', status }] });
				const { error } = await host.publish();
				expect(host.alive).toBe(false);
				expect(error?.description).toMatch(/credential/);
				bench.control.clearFaults();
			}
		});

		test('a failure says what n8n has to do about it', async () => {
			const host = await published();
			for (const [fault, failure] of [
				[PASSING[0], { cause: 'rate-limited', retryAfterMs: 7000 }],
				[PASSING[1], { cause: 'rate-limited' }],
				[PASSING[2], { cause: 'temporarily-unavailable' }],
				[PASSING[3], { cause: 'temporarily-unavailable' }],
				[PASSING[4], { cause: 'temporarily-unavailable' }],
				[PASSING[5], { cause: 'temporarily-unavailable' }],
				[PASSING[6], { cause: 'temporarily-unavailable' }],
				[{ kind: 'status', status: 401 }, { cause: 'credential-invalid' }],
				[{ kind: 'status', status: 403 }, { cause: 'credential-invalid' }],
				[
					{ kind: 'status', status: 404 },
					{ cause: service === 'data' ? 'configuration-invalid' : 'temporarily-unavailable' },
				],
			] as const) {
				bench.control.addFaults({ faults: [{ ...fault, times: 1 } as Fault] });
				const { error } = await host.poll();
				// n8n may ask again by itself after a 401.
				bench.control.clearFaults();
				expect(error?.name).toBe('NodeApiError');
				expect(error?.failure).toEqual(failure);
			}
		});
	});

	test('a list that breaks off passes: a stale token and a repeated page', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		await host.poll();
		const expected = bench.stake(...Array.from({ length: 150 }, (_, i) => NOON_SECONDS + i));
		const before = stored(host);
		for (const kind of ['staleToken', 'repeatPage'] as const) {
			bench.control.addFaults({ faults: [{ kind }] });
			const { error } = await host.poll();
			expect(error?.message).toContain('ended early');
			expect(error?.failure).toEqual({ cause: 'temporarily-unavailable' });
			expect((await host.publish()).items).toEqual([]);
			expect(host.alive).toBe(true);
			expect(stored(host)).toBe(before);
			bench.control.clearFaults();
		}
		await host.poll();
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expected);
	});

	test('an answer that takes too long is a failure that passes', async () => {
		const host = bench.trigger(mode, { ...STAKING, options: { timeoutSeconds: 3 } });
		await host.publish();
		const expected = bench.stake(NOON_SECONDS + 1);
		bench.control.addFaults({ faults: [{ kind: 'delay', delayMs: 30_000, times: 1 }] });
		const { error } = await host.poll();
		expect(error?.failure).toEqual({ cause: 'temporarily-unavailable' });
		expect((await host.poll()).items.map(({ txHash }) => txHash)).toEqual(expected);
	});

	test('retries inside a poll bridge a short failure', async () => {
		const host = bench.trigger(mode, { ...STAKING, options: { retries: 1 } });
		await host.publish();
		bench.stake(NOON_SECONDS + 1);
		bench.control.addFaults({ faults: [{ ...PASSING[0], retryAfter: 0, times: 1 }] });
		expect((await host.poll()).items).toHaveLength(1);
		expect(host.errors).toEqual([]);
	});

	test('a wrong parameter is named, at activation and later, and is not a service failure', async () => {
		for (const [parameters, words] of [
			[{ ...STAKING, addresses: 'avax1nonsense' }, /Addresses/],
			[{ ...PRIMARY, source: 'subnet', subnetId: 'nonsense' }, /Subnet ID/],
			[{ ...STAKING, filters: { minAmount: '1,5' } }, /Minimum Amount/],
		] as const) {
			const host = bench.trigger(mode, parameters as INodeParameters);
			const { error } = await host.publish();
			expect(host.alive).toBe(false);
			expect(error?.message).toMatch(words);
			expect(error?.name).toBe('NodeOperationError');
		}
		expect(bench.control.requestCount()).toBe(0);
	});
});

test('durable cursors lose the baseline of the activation poll: events since then fire', async () => {
	const host = bench.trigger('durable', STAKING);
	await host.publish();
	// State in n8n 2.41 after an activation poll: an empty cursor, and the workflow's own data.
	expect(JSON.parse(host.database.cursor ?? '')).toEqual({});
	expect(Object.keys(JSON.parse(host.database.staticData) as object)).toContain('global');
	const expected = bench.stake(NOON_SECONDS + 1, NOON_SECONDS + 2);
	await host.restart();
	// Even where the first polls fail.
	bench.control.addFaults({ faults: [{ ...always, times: 2 }] });
	await host.poll();
	await host.poll();
	expect((await host.poll()).items.map(({ txHash }) => txHash)).toEqual(expected);
	expect(JSON.parse(host.database.cursor ?? '')).toHaveProperty('state');
});

test.each(ENGINE_MODES)(
	'n8n is killed while it stores an execution, engine mode %s',
	async (mode) => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		await host.poll();
		bench.stake(NOON_SECONDS + 1);
		await host.poll();
		await host.restart({ lost: 'state' });
		await host.poll();
		await host.poll();
		// Without durable cursors the execution is there, and drops what comes again; with them it never was.
		expect(host.emitted).toHaveLength(1);
	},
);

test('an n8n whose polls have no budget, as before 2.38', async () => {
	const budget = { configurable: true, get: () => undefined, set: () => {} };
	Object.defineProperty(PollContext.prototype, 'getPollBudgetMs', budget);
	try {
		const host = bench.trigger('default', STAKING);
		await host.publish();
		const expected = bench.stake(NOON_SECONDS + 1);
		expect((await host.poll()).items.map(({ txHash }) => txHash)).toEqual(expected);
		expect(host.errors).toEqual([]);
	} finally {
		Reflect.deleteProperty(PollContext.prototype, 'getPollBudgetMs');
	}
});

describe('an event that needs an own node, with the Node URL of a public endpoint', () => {
	const { properties } = new AvalancheTrigger().description;
	const notices = properties.filter(({ name }) => name === 'ownNodeNotice');
	const NODE = () => bench.world.node.primary.current()[3].nodeId;

	test.each([
		['health', {}],
		['nodeVersionBehind', {}],
		['newContainer', { index: 'P/block' }],
		['validatorUptime', { observer: 'node', nodeIds: 'own' }],
		['validatorDisconnected', { observer: 'node', nodeIds: 'own' }],
	])('%s says so in its form, and is refused at once without a request', async (event, given) => {
		const notice = notices.find(({ displayOptions }) =>
			displayOptions?.show?.event?.includes(event),
		);
		expect(notice).toMatchObject({
			type: 'notice',
			displayName: expect.stringContaining('<b>Node URL</b>') as unknown,
		});
		// The notice comes before every other field of the event.
		const [first] = properties.filter(({ displayOptions }) =>
			displayOptions?.show?.event?.includes(event),
		);
		expect(first).toBe(notice);
		bench.engine.credential = { ...bench.engine.credential, nodeUrl: 'https://api.avax.network' };
		const nodeIds = 'nodeIds' in given ? { nodeIds: NODE() } : {};
		const host = bench.trigger('default', { event, ...given, ...nodeIds, options: { retries: 4 } });
		const { error } = await host.publish();
		expect(error?.message).toContain('Set Node URL in the credential to your node');
		expect(bench.control.requests()).toEqual([]);
	});
});
