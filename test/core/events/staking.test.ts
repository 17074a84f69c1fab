import type { SourceState } from '../../../core/events/event';
import { caught } from '../protocol/fakes';
import {
	hashOf,
	stakingHost,
	stakingId,
	stakingSource,
	type StakingSettings,
} from './stakingWorld';
import { FAULTS, idsOf } from './world';

const MAINNET: StakingSettings = { network: 'mainnet' };
const OVERLAP = 900;
const START = 1_770_000_000;
const SINCE_START: StakingSettings = { ...MAINNET, startFrom: START };

describe('new staking transactions', () => {
	it('come in the order of time over all polls where none is late', async () => {
		const host = stakingHost({ cap: 7 });
		host.fill(200, (index) => START + Math.floor(index / 9));
		const events = await host.pollAll(SINCE_START, undefined, { maxEvents: 11 });
		const times = events.map(({ timestamp }) => timestamp);
		expect(times).toHaveLength(200);
		expect(times).toEqual([...times].sort());
	});

	it('with one timestamp on more pages than a poll may read all fire', async () => {
		const host = stakingHost({ cap: 10 });
		host.fill(300, () => START);
		const ids = idsOf(await host.pollAll(SINCE_START, undefined, { maxPages: 1 }));
		expect(new Set(ids).size).toBe(300);
		expect(ids).toHaveLength(300);
	});

	it.each([true, false])('are found late in the overlap, not before it: %p', async (inclusive) => {
		const host = stakingHost({ inclusive });
		host.indexed.push({ hash: hashOf(0), time: START });
		const { state } = await host.poll(MAINNET);
		host.indexed.push(
			{ hash: hashOf(1), time: START - OVERLAP },
			{ hash: hashOf(2), time: START - OVERLAP - 1 },
		);
		const { events } = await host.poll(MAINNET, state);
		expect(idsOf(events)).toEqual([stakingId(hashOf(1))]);
	});

	it('are found late during a backlog, too', async () => {
		const host = stakingHost({ cap: 5 });
		host.fill(100, (index) => START + index * 10);
		const settings = SINCE_START;
		const { state, more } = await host.poll(settings, undefined, { maxEvents: 95 });
		expect(more).toBe(true);
		host.indexed.push({ hash: hashOf(500), time: START + 200 });
		const ids = idsOf(await host.pollAll(settings, state, { maxEvents: 2 }));
		expect(ids.sort()).toEqual([95, 96, 97, 98, 99, 500].map((it) => stakingId(hashOf(it))).sort());
	});
});

describe('the state of staking', () => {
	it('is taken without telling anything, and is small', async () => {
		const host = stakingHost({ cap: 10 });
		host.fill(5_000, (index) => START + index * 10);
		const { events, state, more } = await host.poll(MAINNET, undefined, {
			maxEvents: 1,
			maxPages: 1,
		});
		expect({ events, more }).toEqual({ events: [], more: false });
		// 91 transactions stand in the 15 minutes before the newest.
		expect(JSON.stringify(state).length).toBeLessThan(91 * 32 + 100);
		expect(host.requests.length).toBeLessThan(15);
	});

	it('does not grow with the number of delivered transactions', async () => {
		const host = stakingHost();
		let { state } = await host.poll(MAINNET);
		for (let round = 0; round < 30; round++) {
			for (let index = 0; index < 50; index++) {
				host.indexed.push({
					hash: hashOf(round * 50 + index),
					time: START + round * 1_000 + index,
				});
			}
			({ state } = await host.poll(MAINNET, state));
			expect(JSON.stringify(state).length).toBeLessThan(100 * 32);
		}
	});

	it('begins anew with other settings, without a flood', async () => {
		const host = stakingHost();
		host.fill(50, (index) => START + index);
		const { state } = await host.poll(MAINNET);
		for (const change of [
			{ network: 'fuji' },
			{ addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] },
			{ txTypes: ['AddValidatorTx'] },
			{ minAmount: '5' },
			{ nodeIds: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'] },
			{ subnetId: '11111111111111111111111111111111LpoYY' },
			{ blockchainId: '11111111111111111111111111111111LpoYY' },
		]) {
			host.indexed.push({ hash: hashOf(host.indexed.length), time: START + 60 });
			const settings: StakingSettings = { ...MAINNET, ...change };
			const result = await host.poll(settings, state);
			expect(result.events).toEqual([]);
			expect(result.state.k).not.toBe(state.k);
		}
	});

	it('stays with other overlaps, which repeat nothing and lose nothing', async () => {
		const host = stakingHost();
		const ids: string[] = [];
		let state: SourceState | undefined;
		for (let round = 0; round < 40; round++) {
			host.indexed.push({ hash: hashOf(round), time: START + round * 60 });
			const overlapSeconds = [900, 10, 86_400, 0, 3_600][round % 5];
			const result = await host.poll({ ...MAINNET, startFrom: START, overlapSeconds }, state);
			ids.push(...idsOf(result.events));
			state = result.state;
		}
		expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => stakingId(hashOf(index))));
	});

	it('loses nothing where the overlap shrinks while late ones wait', async () => {
		const host = stakingHost();
		host.indexed.push({ hash: hashOf(0), time: START });
		const wide = { ...MAINNET, overlapSeconds: 3_600 };
		const { state } = await host.poll(wide);
		for (let index = 1; index <= 10; index++) {
			host.indexed.push({ hash: hashOf(index), time: START - 3_000 + index });
		}
		const narrow = { ...MAINNET, overlapSeconds: 10 };
		const ids = idsOf(await host.pollAll(narrow, state, { maxEvents: 3 }));
		expect(ids).toEqual(Array.from({ length: 10 }, (_, index) => stakingId(hashOf(index + 1))));
	});

	it.each([...FAULTS])('does not change where the first request fails: %s', async (fault) => {
		const host = stakingHost();
		host.indexed.push({ hash: hashOf(0), time: START });
		const { state } = await host.poll(MAINNET);
		host.indexed.push({ hash: hashOf(1), time: START + 5 });
		host.fail(new Map([[0, fault]]));
		expect(await caught(() => host.poll(MAINNET, state))).toMatchObject({
			name: 'Failure',
		});
		host.fail(new Map());
		const { events } = await host.poll(MAINNET, state);
		expect(idsOf(events)).toEqual([stakingId(hashOf(1))]);
	});

	it('is not taken from an answer that is empty by mistake', async () => {
		let empty = true;
		const real = stakingHost();
		real.fill(50, (index) => START + index);
		const host = stakingHost({
			onRequest: () => {
				host.indexed.splice(0, Infinity, ...(empty ? [] : real.indexed));
				empty = false;
			},
		});
		const { state } = await host.poll(MAINNET);
		const { events } = await host.poll(MAINNET, state);
		expect(events).toEqual([]);
	});
});

describe('a poll', () => {
	it.each(['now', '60m', '2h'] as const)('starts from %s', async (startFrom) => {
		const host = stakingHost();
		const now = Math.floor(host.clock.now() / 1000);
		const ages = [30, 3_600, 3_601, 7_200, 7_201];
		ages.forEach((age, index) => host.indexed.push({ hash: hashOf(index), time: now - age }));
		const { events } = await host.poll({ ...MAINNET, startFrom });
		const expected = { now: 0, '60m': 2, '2h': 4 }[startFrom];
		expect(events).toHaveLength(expected);
	});

	it('continues only within its time, but always makes progress', async () => {
		const host = stakingHost({ cap: 5 });
		host.fill(40, (index) => START + index);
		const context = host.context({ deadline: host.clock.now() });
		const first = await stakingSource.poll(SINCE_START, undefined, context);
		expect(first.events).toHaveLength(5);
		expect(first.more).toBe(true);
		const second = await stakingSource.poll(SINCE_START, first.state, context);
		expect(second.events).toHaveLength(5);
	});

	it('that reaches the rate limit returns what it has, in order', async () => {
		const host = stakingHost({ cap: 5 });
		host.fill(40, (index) => START + index);
		host.fail(new Map([[3, '429']]));
		const first = await host.poll(SINCE_START);
		expect(idsOf(first.events)).toEqual(
			Array.from({ length: 15 }, (_, index) => stakingId(hashOf(index))),
		);
		expect(first.more).toBe(true);
		host.fail(new Map());
		const second = await host.poll(SINCE_START, first.state);
		expect(second.events).toHaveLength(25);
		host.fail(new Map([[0, '429']]));
		expect(await caught(() => host.poll(MAINNET, second.state))).toMatchObject({
			kind: 'rate-limited',
		});
	});

	it('that fails at a later page returns nothing', async () => {
		const host = stakingHost({ cap: 5 });
		host.fill(40, (index) => START + index);
		for (const fault of FAULTS.filter((it) => it !== '429')) {
			host.fail(new Map([[3, fault]]));
			const error = await caught(() => host.poll(SINCE_START));
			expect(error).toMatchObject({ name: 'Failure' });
			if (fault !== 'stale token' && fault !== 'repeated page') continue;
			expect(error).toMatchObject({ retryable: true });
			expect(error.message).toContain('ended early');
		}
	});

	it('asks for what the settings say, in ascending order from inside the overlap', async () => {
		const host = stakingHost();
		host.indexed.push({ hash: hashOf(0), time: START });
		const settings = {
			...MAINNET,
			addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
			txTypes: ['AddValidatorTx', 'AddDelegatorTx'],
			overlapSeconds: 100,
		};
		const { state } = await host.poll(settings);
		await host.poll(settings, state);
		const { pathname, searchParams } = new URL(host.requests.at(-1)?.url ?? '');
		expect(pathname).toBe('/v1/networks/mainnet/blockchains/p-chain/transactions:listStaking');
		expect([...searchParams]).toEqual([
			['addresses', 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
			['txTypes', 'AddValidatorTx'],
			['txTypes', 'AddDelegatorTx'],
			['startTimestamp', String(START - 101)],
			['sortOrder', 'asc'],
			['pageSize', '100'],
		]);
	});

	it('leaves out what the filters do not want, however large the amounts', async () => {
		const host = stakingHost();
		const node = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const rows: Array<[string, string, string]> = [
			[node, 'subnet', '18446744073709551615'],
			[node, 'subnet', '18446744073709551614'],
			[node, 'other', '18446744073709551615'],
			['NodeID-other', 'subnet', '18446744073709551615'],
		];
		rows.forEach(([nodeId, subnetId, amount], index) =>
			host.indexed.push({ hash: hashOf(index), time: START, nodeId, subnetId, amount }),
		);
		const numbersWith = async (filters: Partial<StakingSettings>) => {
			const settings = { ...MAINNET, startFrom: START, ...filters };
			const { events } = await host.poll(settings);
			return idsOf(events)
				.map((id) => Number(id.slice(-2)))
				.sort();
		};
		expect(await numbersWith({})).toEqual([0, 1, 2, 3]);
		expect(await numbersWith({ minAmount: '18446744073.709551615' })).toEqual([0, 2, 3]);
		expect(await numbersWith({ nodeIds: [node] })).toEqual([0, 1, 2]);
		expect(await numbersWith({ nodeIds: [] })).toEqual([0, 1, 2, 3]);
		expect(await numbersWith({ subnetId: 'subnet' })).toEqual([0, 1, 3]);
		expect(
			await numbersWith({
				subnetId: 'subnet',
				nodeIds: [node],
				minAmount: '18446744073.709551615',
			}),
		).toEqual([0]);
	});
});

describe('a sample', () => {
	it('is the newest that fit, newest first', async () => {
		const host = stakingHost({ cap: 3 });
		for (let index = 0; index < 40; index++) {
			host.indexed.push({
				hash: hashOf(index),
				time: START + index,
				nodeId: index % 2 ? 'a' : 'b',
			});
		}
		const events = await stakingSource.sample({ ...MAINNET, nodeIds: ['a'] }, host.context(), 4);
		expect(idsOf(events)).toEqual([39, 37, 35, 33].map((it) => stakingId(hashOf(it))));
		expect(events[0]).toMatchObject({
			type: 'staking.transaction',
			timestamp: new Date((START + 39) * 1000).toISOString().replace('.000Z', 'Z'),
			data: { txHash: hashOf(39), blockTimestamp: START + 39 },
		});
	});

	it('is generated where there is nothing', async () => {
		const events = await stakingSource.sample(MAINNET, stakingHost().context(), 10);
		expect(events.map(({ data }) => data.sample)).toEqual([true]);
	});
});
