import { moveNodeClock } from '../../kit/movedClock';
import { ENGINE_MODES, type Item } from '../../kit/pollHost';
import { type Bench, NOON_SECONDS, STAKING, startBench } from './triggerKit';

const hashes = (items: readonly Item[]) => items.map(({ txHash }) => txHash);

describe.each(ENGINE_MODES)('new staking transactions, engine mode %s', (mode) => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await startBench();
	});
	afterEach(async () => {
		await bench.close();
	});

	test('the first poll takes what is there as known and fires nothing', async () => {
		const host = bench.trigger(mode, STAKING);
		expect((await host.publish()).items).toEqual([]);
		expect((await host.poll()).items).toEqual([]);
		expect(host.emitted).toEqual([]);
		expect(host.errors).toEqual([]);
	});

	test('each transaction comes once, oldest first, with its simplified fields', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		const [second, first] = bench.stake(NOON_SECONDS + 20, NOON_SECONDS + 10);
		const { items } = await host.poll();
		expect(hashes(items)).toEqual([first, second]);
		expect(items[0]).toMatchObject({
			txHash: first,
			txType: 'AddPermissionlessDelegatorTx',
			blockTimestamp: '2026-11-07T12:00:10Z',
			nodeId: expect.stringMatching(/^NodeID-/) as string,
			amountStaked: 25,
			amountStakedExact: '25000000000',
			title: expect.stringMatching(/^Delegation of 25 AVAX to NodeID-\w+$/) as string,
			text: expect.stringMatching(/^Delegation of 25 AVAX to NodeID-\w+ at /) as string,
		});
		for (let i = 0; i < 3; i++) expect((await host.poll()).items).toEqual([]);
	});

	test('what happens between activation and the first poll is not lost', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		const expected = bench.stake(NOON_SECONDS + 1);
		await host.restart();
		await host.poll();
		expect(hashes(host.emitted)).toEqual(expected);
	});

	test('transactions that were indexed late are found inside the overlap', async () => {
		const host = bench.trigger(mode, STAKING);
		bench.stake(NOON_SECONDS);
		await host.publish();
		const newest = bench.stake(NOON_SECONDS + 3000);
		expect(hashes((await host.poll()).items)).toEqual(newest);
		// 15 minutes is the default overlap, from the newest transaction.
		const late = bench.stake(NOON_SECONDS + 2999, NOON_SECONDS + 2100, NOON_SECONDS + 2500);
		const { items } = await host.poll();
		expect(hashes(items)).toEqual([late[1], late[2], late[0]]);
		expect((await host.poll()).items).toEqual([]);
	});

	test('equal timestamps across pages and polls lose and repeat nothing', async () => {
		const host = bench.trigger(mode, { ...STAKING, options: { maxEvents: 70 } });
		await host.publish();
		const same = Array.from({ length: 250 }, () => NOON_SECONDS + 60);
		const expected = bench.stake(...same);
		for (let i = 0; i < 6; i++) await host.poll();
		const more = bench.stake(NOON_SECONDS + 60, NOON_SECONDS + 60);
		await host.poll();
		expect(hashes(host.emitted).sort()).toEqual([...expected, ...more].sort());
	});

	test('a backlog is worked off in order over several polls', async () => {
		const host = bench.trigger(mode, { ...STAKING, options: { maxEvents: 60, maxPages: 1 } });
		await host.publish();
		const times = Array.from({ length: 330 }, (_, i) => NOON_SECONDS + 60 * i);
		const expected = bench.stake(...times);
		const sizes: number[] = [];
		for (let i = 0; i < 8; i++) {
			sizes.push((await host.poll()).items.length);
			if (i === 3) await host.restart();
		}
		expect(hashes(host.emitted)).toEqual(expected);
		expect(Math.max(...sizes)).toBe(60);
		expect(sizes.filter((size) => size > 0).length).toBeGreaterThanOrEqual(5);
	});

	test('filters hold on what the service cannot filter', async () => {
		const host = bench.trigger(mode, {
			...STAKING,
			filters: { minAmount: '2000000000000', txTypes: ['AddPermissionlessValidatorTx'] },
		});
		await host.publish();
		const txType = 'AddPermissionlessValidatorTx';
		const base = { timestamp: NOON_SECONDS + 5, txType };
		const [wanted] = bench.control.addTransactions({
			transactions: [
				{ ...base, amount: 2_000_000_000_000n },
				{ ...base, amount: 1_999_999_999_999n },
				{ ...base, txType: 'AddPermissionlessDelegatorTx', amount: 3_000_000_000_000n },
			],
		});
		await host.poll();
		expect(hashes(host.emitted)).toEqual([wanted]);
	});

	test('start from a date-time: the first poll fires what happened since', async () => {
		const since = bench.stake(NOON_SECONDS - 100, NOON_SECONDS - 100, NOON_SECONDS - 50);
		const [older] = bench.stake(NOON_SECONDS - 101);
		const startFrom = new Date((NOON_SECONDS - 100) * 1000).toISOString();
		const host = bench.trigger(mode, { ...STAKING, options: { startFrom } });
		const { items } = await host.publish();
		expect(hashes(items)).toEqual(since);
		await host.poll();
		await host.restart();
		await host.poll();
		expect(hashes(host.emitted)).toEqual(since);
		expect(hashes(host.emitted)).not.toContain(older);
	});

	test('other addresses begin a new baseline instead of a flood', async () => {
		const [mine, other] = [0, 1].map((index) => `P-${bench.world.node.address(index)}`);
		const host = bench.trigger(mode, { ...STAKING, addresses: mine });
		await host.publish();
		bench.stake(NOON_SECONDS + 1);
		expect((await host.poll()).items).toHaveLength(1);
		bench.control.addTransactions({
			transactions: Array.from({ length: 20 }, (_, i) => ({
				address: other,
				timestamp: NOON_SECONDS + 2 + i,
			})),
		});
		await host.publish({ ...STAKING, addresses: other, options: { retries: 0 } });
		await host.poll();
		expect(host.emitted).toHaveLength(1);
		const [news] = bench.control.addTransactions({
			transactions: [{ address: other, timestamp: NOON_SECONDS + 60 }],
		});
		await host.poll();
		expect(host.errors).toEqual([]);
		expect(hashes(host.emitted).slice(1)).toEqual([news]);
	});

	test('the state holds the boundary window only', async () => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		const sizes: number[] = [];
		for (let round = 0; round < 20; round++) {
			const at = NOON_SECONDS + round * 300;
			bench.stake(...Array.from({ length: 20 }, (_, i) => at + i));
			await host.poll();
			sizes.push(host.stateBytes);
		}
		expect(host.emitted).toHaveLength(400);
		// Three rounds and a bit lie in the window of 15 minutes, with 30 bytes each.
		expect(Math.max(...sizes)).toBeLessThan(80 * 40 + 1000);
		expect(sizes.at(-1)).toBeLessThan(sizes[8] + 100);
	});
});

// The default engine gives a poll five minutes, in which it waits for the next window.
test.each(['scheduler', 'durable'] as const)(
	'a backlog that the rate limit cuts off goes on at the next poll, engine mode %s',
	async (mode) => {
		const bench = await startBench();
		const clock = moveNodeClock(bench);
		const host = bench.trigger(mode, { ...STAKING, options: { maxEvents: 10_000, retries: 4 } });
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
		expect(hashes(host.emitted)).toEqual(expected);
		expect(host.errors).toEqual([]);
		clock.restore();
		await bench.close();
	},
);
