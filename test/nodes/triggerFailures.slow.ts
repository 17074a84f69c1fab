import { PollContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../emulator';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { type EngineMode, type PollHost } from '../../lab/kit/pollHost';
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

const QUICK = { timeoutSeconds: 3 };
const SUBNET = () => {
	const [, subnet] = bench.world.node.subnets.filter(({ kind }) => kind === 'l1');
	return { ...PRIMARY, source: 'subnet', subnetId: subnet.id, options: QUICK };
};
/** An event for each engine mode: how the trigger treats a failure does not depend on the event. */
const EVENTS: Array<[EngineMode, string, () => INodeParameters, 'data' | 'node']> = [
	['default', 'staking transaction', () => ({ ...STAKING, options: QUICK }), 'data'],
	['scheduler', 'validator', SUBNET, 'node'],
	// With the option on, as by default, a node that cannot be reached is an event and no failure.
	['durable', 'health', () => ({ ...HEALTH, options: { ...QUICK, unreachableAfter: 0 } }), 'node'],
];

/** Makes one piece of news for each event. */
function makeNews(): void {
	bench.stake(NOON_SECONDS + 30);
	bench.control.addValidator({ subnetId: String(SUBNET().subnetId) });
	bench.control.setHealth({ healthy: false });
}

const always: Fault = { kind: 'status', status: 500 };
const LATER = { cause: 'temporarily-unavailable' };
/** Faults that pass, and what n8n has to do about them. On a health check, 503 is an answer. */
const PASSING: Array<[Fault, object]> = [
	[
		{ kind: 'status', status: 429, retryAfter: 7 },
		{ cause: 'rate-limited', retryAfterMs: 7000 },
	],
	[{ kind: 'status', status: 429 }, { cause: 'rate-limited' }],
	[{ kind: 'status', status: 500 }, LATER],
	[{ kind: 'status', status: 502 }, LATER],
	[{ kind: 'cut' }, LATER],
	[{ kind: 'truncate' }, LATER],
	[{ kind: 'wrongJson' }, LATER],
	[{ kind: 'delay', delayMs: 30_000 }, LATER],
];
const nameOf = ({ kind, status, retryAfter }: Fault) =>
	[kind, status, retryAfter && 'with Retry-After'].filter(Boolean).join(' ');

function stored({ database }: PollHost): string {
	return JSON.stringify(database);
}

describe.each(EVENTS)('failures, engine mode %s: %s', (mode, _, parametersOf, service) => {
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
		for (const [fault, failure] of PASSING) {
			bench.control.addFaults({ faults: [{ ...fault, times: 1 }] });
			const { error, items } = await host.poll();
			expect([nameOf(fault), items, error?.failure]).toEqual([nameOf(fault), [], failure]);
			expect(error?.name).toBe('NodeApiError');
			expect(stored(host)).toBe(before);
		}
		expect((await host.poll()).items).toHaveLength(1);
		await host.restart();
		expect((await host.poll()).items).toEqual([]);
	});

	test.each(PASSING.map(([fault]) => [nameOf(fault), fault] as const))(
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
			expect(bench.warnings()).toEqual([expect.stringMatching(/^Trigger: the first poll failed/)]);
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

	test('a wrong URL or key fails a poll, and throws at activation with a state', async () => {
		for (const [status, cause] of [
			[401, 'credential-invalid'],
			[403, 'credential-invalid'],
			// 404 of a node may be a chain that is bootstrapping.
			[404, service === 'data' ? 'configuration-invalid' : 'temporarily-unavailable'],
		] as const) {
			const host = await published();
			bench.control.addFaults({ faults: [{ kind: 'status', status }] });
			expect((await host.poll()).error?.failure).toEqual({ cause });
			const { error } = await host.publish();
			expect(host.alive).toBe(cause === 'temporarily-unavailable');
			if (!host.alive) expect(error?.description).toMatch(/credential/);
			bench.control.clearFaults();
		}
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
