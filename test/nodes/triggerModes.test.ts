import type { INodeParameters } from 'n8n-workflow';
import type { Control } from '../../emulator';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { ENGINE_MODES } from '../../lab/kit/pollHost';
import { type Bench, HEALTH, NOON_SECONDS, PRIMARY, STAKING, startBench } from './triggerKit';

/**
 * n8n's engine modes and the options of the form, in the trigger. The rules of each event are tested in
 * test/core/events, its cases in n8n in triggerEvents.slow.ts, and failures in triggerFailures.slow.ts.
 */

let bench: Bench;
let clock: MovedClock;
beforeEach(async () => {
	bench = await startBench();
	clock = moveNodeClock(bench);
});
afterEach(async () => {
	clock.restore();
	await bench.close();
});

describe.each(ENGINE_MODES)('engine mode %s', (mode) => {
	// The scheduler without durable cursors saves no state of a poll without events: it looks within one poll.
	test.each<[string, INodeParameters, (control: Control) => void]>([
		['a flip', { holdPolls: 2 }, (control) => control.setHealth({ healthy: false })],
		['silence', {}, (control) => control.addFaults({ faults: [{ kind: 'cut', service: 'node' }] })],
	])('%s that must be seen twice fires, and again when it is over', async (_, options, act) => {
		const host = bench.trigger(mode, { ...HEALTH, options });
		await host.publish();
		act(bench.control);
		bench.control.clearRequests();
		for (let poll = mode === 'scheduler' ? 1 : 2; poll > 0; poll--) {
			expect(host.emitted).toEqual([]);
			await host.poll();
		}
		const asked = bench.control.requests().filter(({ path }) => path.startsWith('/ext/health'));
		expect(asked).toHaveLength(2);
		await host.restart();
		await host.poll();
		bench.control.clearFaults();
		bench.control.setHealth({ healthy: true });
		for (let poll = 0; poll < 2; poll++) await host.poll();
		expect(host.emitted.map(({ to }) => to)).toEqual(['unhealthy', 'healthy']);
		expect(host.errors).toEqual([]);
	});

	test('a backlog comes in order, with at most Maximum Events and Maximum Pages a poll', async () => {
		const options = { maxEvents: 60, maxPages: 1 };
		const host = bench.trigger(mode, { ...STAKING, options });
		await host.publish();
		const expected = bench.stake(...Array.from({ length: 330 }, (_, i) => NOON_SECONDS + 60 * i));
		const sizes: number[] = [];
		for (let poll = 0; poll < 8; poll++) {
			sizes.push((await host.poll()).items.length);
			if (poll === 3) await host.restart();
		}
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expected);
		expect(Math.max(...sizes)).toBe(60);
	});

	test('what happens between activation and the first poll is not lost', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		const expected = bench.stake(NOON_SECONDS + 1);
		await host.restart();
		await host.poll();
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expected);
	});

	test('Start From a time, and Fire First, deliver at activation, once', async () => {
		const startFrom = new Date((NOON_SECONDS - 100) * 1000).toISOString();
		const since = bench.stake(NOON_SECONDS - 100, NOON_SECONDS - 50);
		bench.stake(NOON_SECONDS - 101);
		bench.control.setHealth({ healthy: false });
		const staking = bench.trigger(mode, { ...STAKING, options: { startFrom } });
		const health = bench.trigger(mode, { ...HEALTH, options: { fireFirst: true } });
		for (const host of [staking, health]) {
			await host.publish();
			const first = host.emitted.length;
			await host.poll();
			await host.restart();
			await host.poll();
			expect([first, host.emitted.length]).toEqual(host === health ? [1, 1] : [2, 2]);
		}
		expect(staking.emitted.map(({ txHash }) => txHash)).toEqual(since);
	});

	test('other settings begin with a new baseline instead of a flood', async () => {
		const { id: subnetId, blockchains } = bench.world.node.subnets.filter(
			({ kind }) => kind === 'l1',
		)[1];
		const subnet = { ...PRIMARY, source: 'subnet', subnetId };
		const host = bench.trigger(mode, subnet);
		await host.publish();
		for (const parameters of [
			PRIMARY,
			{ ...PRIMARY, source: 'evm', blockchainId: blockchains[0].id },
			subnet,
		]) {
			await host.publish({ ...parameters, options: { retries: 0, leaves: true } });
			await host.poll();
		}
		expect(host.emitted).toEqual([]);
		const { nodeId } = bench.control.addValidator({ subnetId });
		await host.poll();
		expect(host.emitted.map((item) => item.nodeId)).toEqual([nodeId]);
	});

	test('the state of a watched list has one size', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		const sizes: number[] = [];
		for (let round = 0; round < 12; round++) {
			bench.stake(...Array.from({ length: 20 }, (_, i) => NOON_SECONDS + round * 300 + i));
			await host.poll();
			sizes.push(host.stateBytes);
		}
		expect(host.emitted).toHaveLength(240);
		// Three rounds and a bit lie in the window of 15 minutes, with 30 bytes each.
		expect(Math.max(...sizes)).toBeLessThan(80 * 40 + 1000);
		expect(sizes[11]).toBeLessThan(sizes[8] + 100);
	});
});

// The default engine gives a poll five minutes, in which it waits for the next window.
test.each(['scheduler', 'durable'] as const)(
	'a backlog that the rate limit cuts off goes on at the next poll, engine mode %s',
	async (mode) => {
		const options = { maxEvents: 10_000, retries: 4 };
		const host = bench.trigger(mode, { ...STAKING, options });
		await host.publish();
		const expected = bench.stake(...Array.from({ length: 450 }, (_, i) => NOON_SECONDS + 60 * i));
		// Two pages a minute.
		bench.control.setRateLimits({ withoutKey: 200 });
		const { items } = await host.poll();
		expect(items.length).toBeGreaterThan(100);
		expect(items.length).toBeLessThanOrEqual(200);
		bench.control.setRateLimits({});
		bench.control.moveClock({ ms: 60_000 });
		await host.poll();
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expected);
		expect(host.errors).toEqual([]);
	},
);
