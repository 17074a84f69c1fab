import type { INodeParameters } from 'n8n-workflow';
import { type MovedClock, moveNodeClock } from '../../kit/movedClock';
import { ENGINE_MODES, type Item } from '../../kit/pollHost';
import { type Bench, HEALTH, startBench } from './triggerKit';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterEach(() => bench.control.reset());
afterAll(async () => {
	await bench.close();
});

const flips = (items: readonly Item[]) =>
	items.map(({ from, to }) => `${String(from)}→${String(to)}`);
const health = (options: INodeParameters = {}): INodeParameters => ({ ...HEALTH, options });

describe.each(ENGINE_MODES)('node health, engine mode %s', (mode) => {
	test('each flip fires once, in both directions, with what fails', async () => {
		const host = bench.trigger(mode, HEALTH);
		expect((await host.publish()).items).toEqual([]);
		expect((await host.poll()).items).toEqual([]);
		const { control } = bench;
		control.setHealth({ healthy: false, check: 'network', error: 'only 0 peers' });
		control.moveClock({ ms: 65_000 });
		const { items } = await host.poll();
		expect(items).toEqual([
			{
				id: expect.stringMatching(/^health\.changed:.+:\d+:unhealthy$/) as string,
				event: 'health.changed',
				severity: 'critical',
				subject: 'node',
				title: 'The node is unhealthy',
				text: 'The node answers with 503. Failing checks: network (only 0 peers).',
				occurredAt: items[0].at,
				url: null,
				alertKey: expect.stringMatching(/^health\.changed:.{12}:node$/) as string,
				from: 'healthy',
				to: 'unhealthy',
				statusCode: 503,
				at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
				previousStateSeconds: expect.any(Number) as number,
				// Columns without a value are null.
				unreachable: null,
				sample: null,
				failingChecks: [
					{
						name: 'network',
						message: expect.objectContaining({
							connectedPeers: expect.any(Number) as number,
						}) as object,
						error: 'only 0 peers',
						since: expect.stringMatching(/^2026-11-07T12:00:00/) as string,
						consecutiveFailures: 3,
					},
				],
			},
		]);
		expect((await host.poll()).items).toEqual([]);
		await host.restart();
		expect((await host.poll()).items).toEqual([]);
		control.setHealth({ healthy: true });
		expect(flips((await host.poll()).items)).toEqual(['unhealthy→healthy']);
		expect(host.emitted).toHaveLength(2);
		expect(host.emitted[1]).toMatchObject({ statusCode: 200, failingChecks: [] });
	});

	test('a 503 without a body is unhealthy', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		bench.control.setHealth({ healthy: false, withoutBody: true });
		const { items } = await host.poll();
		expect(items).toEqual([
			expect.objectContaining({ to: 'unhealthy', statusCode: 503, failingChecks: [] }),
		]);
	});

	test('any other status, no answer and a wrong answer are errors and no flips', async () => {
		const host = bench.trigger(mode, health({ unreachableAfter: 0 }));
		await host.publish();
		const status = { kind: 'status', service: 'node', times: 1 } as const;
		bench.control.addFaults({
			faults: [
				...[500, 502, 504, 404, 429, 204].map((code) => ({ ...status, status: code })),
				{ kind: 'cut', times: 1 },
				{ kind: 'truncate', times: 1 },
				{ kind: 'wrongJson', times: 1 },
				{ kind: 'emptyBody', times: 1 },
				{ kind: 'redirect', url: 'http://127.0.0.1:9/', times: 1 },
			],
		});
		for (let i = 0; i < 11; i++) expect((await host.poll()).error).toBeDefined();
		expect((await host.poll()).error).toBeUndefined();
		expect(host.emitted).toEqual([]);
	});

	test('readiness and tags are watched where they are chosen', async () => {
		const { control, world } = bench;
		const [{ id: tag }, { id: other }] = world.node.subnets;
		const readiness = bench.trigger(mode, { ...HEALTH, path: 'readiness' });
		const tagged = bench.trigger(mode, { ...HEALTH, tags: tag });
		const liveness = bench.trigger(mode, { ...HEALTH, path: 'liveness' });
		const hosts = [readiness, tagged, liveness];
		for (const host of hosts) await host.publish();
		control.setHealth({ healthy: false, check: 'elsewhere', tags: [other] });
		for (const host of hosts) expect((await host.poll()).items).toEqual([]);
		control.setHealth({ healthy: false, check: 'P' });
		for (const host of hosts) await host.poll();
		expect(hosts.map(({ emitted }) => flips(emitted))).toEqual([[], ['healthy→unhealthy'], []]);
		control.setBootstrapping({ bootstrapping: true });
		for (const host of hosts) await host.poll();
		expect(flips(readiness.emitted)).toEqual(['healthy→unhealthy']);
		expect(liveness.emitted).toEqual([]);
	});

	test('the first state fires where it is asked for, once', async () => {
		bench.control.setHealth({ healthy: false });
		const host = bench.trigger(mode, health({ fireFirst: true }));
		expect(flips((await host.publish()).items)).toEqual(['null→unhealthy']);
		await host.restart();
		await host.poll();
		await host.publish();
		await host.poll();
		expect(host.emitted).toHaveLength(1);
	});

	test('an unreachable node is an error, or unhealthy at once, where that is chosen', async () => {
		const ignoring = bench.trigger(mode, health({ unreachableAfter: 0 }));
		const counting = bench.trigger(mode, health({ unreachableAfter: 1 }));
		for (const host of [ignoring, counting]) await host.publish();
		bench.control.addFaults({ faults: [{ kind: 'cut', service: 'node', times: 4 }] });
		for (let i = 0; i < 2; i++) for (const host of [ignoring, counting]) await host.poll();
		expect(ignoring.errors).toHaveLength(2);
		expect(ignoring.emitted).toEqual([]);
		for (const host of [ignoring, counting]) await host.poll();
		expect(flips(counting.emitted)).toEqual(['healthy→unhealthy', 'unhealthy→healthy']);
		expect(counting.emitted[0]).toMatchObject({
			statusCode: null,
			unreachable: expect.stringContaining('closed the connection') as string,
		});
		expect(counting.errors).toEqual([]);
	});

	test('another path begins a new baseline', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		bench.control.setHealth({ healthy: false });
		await host.publish({ ...HEALTH, path: 'health', tags: bench.world.node.subnets[1].id });
		await host.poll();
		expect(host.emitted).toEqual([]);
	});

	test('the state has one size', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		const sizes: number[] = [];
		for (let i = 0; i < 20; i++) {
			bench.control.setHealth({ healthy: i % 2 === 1 });
			await host.poll();
			sizes.push(host.stateBytes);
		}
		expect(host.emitted).toHaveLength(20);
		// The state, its baseline and the event that was reported last.
		expect(Math.max(...sizes)).toBeLessThan(1_200);
		// The texts and lengths of time differ by some bytes.
		expect(sizes[19] - sizes[1]).toBeLessThan(10);
		expect(sizes[18] - sizes[2]).toBeLessThan(10);
	});
});

describe.each(ENGINE_MODES)('checks that must agree, engine mode %s', (mode) => {
	// Clock for the pause between two checks in one poll, in modes without a saved state between
	// polls.
	let clock: MovedClock;
	beforeEach(() => {
		clock = moveNodeClock(bench);
	});
	afterEach(() => clock.restore());
	const polls = mode === 'scheduler' ? 1 : 2;

	test('an unreachable node is unhealthy after two checks, not a failed poll', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		bench.control.addFaults({ faults: [{ kind: 'cut', service: 'node' }] });
		bench.control.clearRequests();
		for (let i = 0; i < polls; i++) {
			expect(host.emitted).toEqual([]);
			await host.poll();
		}
		expect(bench.control.requestCount()).toBe(2);
		expect(flips(host.emitted)).toEqual(['healthy→unhealthy']);
		for (let i = 0; i < 3; i++) await host.poll();
		bench.control.clearFaults();
		await host.poll();
		expect(flips(host.emitted)).toEqual(['healthy→unhealthy', 'unhealthy→healthy']);
		expect(host.errors).toEqual([]);
	});

	test('one check without a response is not an event', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		for (let i = 0; i < 3; i++) {
			bench.control.addFaults({ faults: [{ kind: 'cut', service: 'node', times: 1 }] });
			await host.poll();
			await host.poll();
		}
		expect([host.emitted, host.errors]).toEqual([[], []]);
	});

	test('a flip that must hold fires in every mode', async () => {
		const host = bench.trigger(mode, health({ holdPolls: 2 }));
		await host.publish();
		bench.control.setHealth({ healthy: false });
		for (let i = 0; i < polls; i++) {
			expect(host.emitted).toEqual([]);
			await host.poll();
		}
		expect(flips(host.emitted)).toEqual(['healthy→unhealthy']);
	});
});

// The scheduler without durable cursors saves no state of a poll without events.
describe.each(['default', 'durable'] as const)('counted polls, engine mode %s', (mode) => {
	test('a flip that must hold fires once it has held', async () => {
		const host = bench.trigger(mode, health({ holdPolls: 3 }));
		await host.publish();
		const { control } = bench;
		const seen = async (healthy: boolean) => {
			control.setHealth({ healthy });
			return flips((await host.poll()).items);
		};
		expect(await seen(false)).toEqual([]);
		expect(await seen(false)).toEqual([]);
		// Back before it held: the count begins anew.
		expect(await seen(true)).toEqual([]);
		expect(await seen(false)).toEqual([]);
		expect(await seen(false)).toEqual([]);
		// A poll without an answer says nothing.
		control.addFaults({ faults: [{ kind: 'status', status: 500, times: 1 }] });
		await host.poll();
		expect(await seen(false)).toEqual(['healthy→unhealthy']);
		expect(await seen(false)).toEqual([]);
	});

	test('a node that does not answer for N polls counts as unhealthy', async () => {
		const host = bench.trigger(mode, health({ unreachableAfter: 3 }));
		await host.publish();
		const { control } = bench;
		const polls = async (count: number) => {
			const found: string[] = [];
			for (let i = 0; i < count; i++) found.push(...flips((await host.poll()).items));
			return found;
		};
		control.addFaults({ faults: [{ kind: 'cut', service: 'node', times: 2 }] });
		expect(await polls(3)).toEqual([]);
		control.addFaults({ faults: [{ kind: 'cut', service: 'node', times: 5 }] });
		expect(await polls(2)).toEqual([]);
		expect(await polls(3)).toEqual(['healthy→unhealthy']);
		expect(await polls(2)).toEqual(['unhealthy→healthy']);
		expect(host.errors).toEqual([]);
	});
});
