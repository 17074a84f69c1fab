import fc from '../../../core/testing/properties';
import type { AnyClient } from '../../../core/client';
import type { AnyOperation } from '../../../core/operations/declare';
import * as evmTransaction from '../../../core/subjects/evmTransaction';
import { getManyTransactions } from '../../../core/subjects/staking/stakingTransaction';

import * as metric from '../../../core/subjects/metric/chainMetric';
import type { PageLimits } from '../../../core/protocol/paging';
import { answer, caught } from './fakes';
import {
	type Item,
	type RangeService,
	type Trip,
	idOf,
	listTrip,
	rangeService,
} from './rangeService';
import { DAY } from '../../../core/formats/timeUnits';

/** Lists with bounds, read by several readers: the same items in the same order as by one. */

const START = 1_700_000_000 - (1_700_000_000 % DAY);
const NOW = START + 4_000 * DAY;
const ADDRESS = `0x${'1'.repeat(40)}`;

interface List {
	operation: AnyOperation;
	input: Record<string, unknown>;
	/** The number of the first item, and how far two positions of the test lie apart. */
	from: number;
	step: number;
}

const evm = { chainId: '43114', address: ADDRESS };
const staking = { network: 'mainnet' };
const LISTS: Record<string, List> = {
	blocks: { operation: evmTransaction.getManyErc20Transfers, input: evm, from: 0, step: 1 },
	'blocks upwards': {
		operation: evmTransaction.getMany,
		input: { ...evm, sortOrder: 'asc' },
		from: 1,
		step: 3,
	},
	time: { operation: getManyTransactions, input: staking, from: START, step: 1 },
	'time upwards': {
		operation: getManyTransactions,
		input: { ...staking, sortOrder: 'asc' },
		from: START,
		step: 1,
	},
	series: {
		operation: metric.getChainMetric,
		input: { chainId: '43114', metric: 'txCount' },
		from: START,
		step: DAY,
	},
};

/** Numbers of items at positions: stretches of any width and any number of items. */
const densities = fc.array(
	fc.record({
		width: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 3_000 })),
		items: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(400)),
	}),
	{ minLength: 1, maxLength: 8 },
);

/** Nine tenths of the items in a hundredth of the range, at any place. */
const dense = fc.tuple(fc.nat(99), fc.integer({ min: 200, max: 1_000 })).map(([at, items]) => [
	{ width: at * 30 + 1, items: Math.round((items * at) / 1_000) },
	{ width: 30, items: Math.round(items * 0.9) },
	{ width: (99 - at) * 30 + 1, items: Math.round((items * (99 - at)) / 1_000) },
]);

const shapes = fc.oneof(densities, dense);

function itemsOf({ from, step }: List, shape: ReadonlyArray<{ width: number; items: number }>) {
	const items: Item[] = [];
	let begin = 0;
	for (const { width, items: count } of shape) {
		for (let nth = 0; nth < count; nth++) {
			// Some share a position; all lie inside of the stretch.
			const position =
				from + step * (begin + (Math.floor((nth * nth * 7 + nth * width) / count) % width));
			items.push({ position, id: String(items.length).padStart(5, '0') });
		}
		begin += width;
	}
	return { items, end: from + step * begin };
}

const tripTo = (service: RangeService, trip: Trip) =>
	listTrip(service, { start: NOW * 1000, ...trip });

type Options = PageLimits & { readers?: number | 'auto'; signal?: AbortSignal };

async function idsOf(
	client: AnyClient,
	{ operation, input }: List,
	more: object,
	options: Options,
) {
	const ids: string[] = [];
	for await (const { items } of client.pages(operation, { ...input, ...more }, options)) {
		ids.push(...items.map(idOf));
	}
	return ids;
}

const latencies = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 });
const readers = fc.integer({ min: 2, max: 16 });
const names = fc.constantFrom(...Object.keys(LISTS));

/** Bounds of the whole list, of a piece of it, or none. */
function boundsOf(list: List, end: number, [low, high]: [number?, number?]): object {
	const { start, end: last } = list.operation.bounds ?? {};
	const at = (share: number) =>
		list.from + list.step * Math.floor(((end - list.from) / list.step) * share);
	return {
		...(start && low !== undefined && { [start.field]: at(Math.min(low, high ?? 1)) }),
		...(last && high !== undefined && { [last.field]: at(Math.max(low ?? 0, high)) }),
	};
}

function mostAtOnePosition(items: readonly Item[]): number {
	const counts = new Map<number, number>();
	for (const { position } of items) counts.set(position, (counts.get(position) ?? 0) + 1);
	return Math.max(0, ...counts.values());
}

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
const pageSizes = fc.integer({ min: 3, max: 40 });

describe('several readers', () => {
	it('give the items of one reader in its order, with few requests more', async () => {
		await fc.assert(
			fc.asyncProperty(
				names,
				shapes,
				fc.tuple(share, share),
				fc.boolean(),
				readers,
				pageSizes,
				fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined }),
				latencies,
				async (name, shape, given, boundsCount, count, pageSize, limit, times) => {
					const list = LISTS[name];
					const { items, end } = itemsOf(list, shape);
					const service = rangeService({ operation: list.operation, items, boundsCount });
					const bounds = boundsOf(list, end, given);
					const read = async (options: Options) => {
						const trip = tripTo(service, { latencies: times });
						const ids = await trip.clock.run(() => idsOf(trip.client, list, bounds, options));
						return { ids, ...trip.counts };
					};
					const one = await read({ pageSize, limit });
					const many = await read({ pageSize, limit, readers: count });
					expect(many.ids).toEqual(one.ids);
					expect(many.most).toBeLessThanOrEqual(count);
					// Parts overlap by one second: if it has more than a page, each part would read
					// these pages again.
					if (boundsCount && mostAtOnePosition(items) > pageSize) return;
					expect(many.requests).toBeLessThanOrEqual(one.requests * 1.1 + 2 * count);
				},
			),
			{ numRuns: 300 },
		);
	});

	it.each([
		['spread evenly', undefined],
		...[0, 10, 37, 50, 80, 99].map((at) => [`90 % of the items at ${at} % of the blocks`, at]),
	] as Array<[string, number | undefined]>)(
		'take at most a quarter longer than readers that are always busy: %s',
		async (_, at) => {
			const [pages, pageSize, count] = [200, 50, 8];
			const all = pages * pageSize;
			const list = LISTS.blocks;
			const spread = (of: number, from: number, width: number) =>
				Array.from({ length: of }, (_, nth) => from + Math.floor((nth * width) / of));
			const near = at === undefined ? 0 : 0.9 * all;
			const width = 10_000_000;
			const positions = [
				...spread(near, ((at ?? 0) * width) / 100, width / 100),
				...spread(all - near, 0, width),
			];
			const items = positions.map((position, nth) => ({
				position,
				id: String(nth).padStart(5, '0'),
			}));
			const service = rangeService({ operation: list.operation, items });
			const { client, clock, counts } = tripTo(service, { latencies: [100] });
			const begun = clock.now();
			const bounds = { startBlock: 0, endBlock: width };
			const ids = await clock.run(() => idsOf(client, list, bounds, { pageSize, readers: count }));
			expect(ids).toHaveLength(all);
			expect(clock.now() - begun).toBeLessThanOrEqual(((pages / count) * 100) / 0.8);
			expect(counts.requests).toBeLessThanOrEqual(pages * 1.1 + 2 * count);
		},
	);

	it('find every item once that was there before, while new ones arrive', async () => {
		await fc.assert(
			fc.asyncProperty(
				names,
				shapes,
				fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { maxLength: 40 }),
				readers,
				pageSizes,
				latencies,
				async (name, shape, arrivals, count, pageSize, times) => {
					const list = LISTS[name];
					const { items, end } = itemsOf(list, shape);
					const service = rangeService({ operation: list.operation, items });
					const { client, clock } = tripTo(service, {
						latencies: times,
						at(index) {
							const share = arrivals[index];
							if (share === undefined) return undefined;
							const steps = Math.floor(((end - list.from) / list.step) * share);
							service.add({ position: list.from + list.step * steps, id: `new ${index}` });
							return undefined;
						},
					});
					const ids = await clock.run(() => idsOf(client, list, {}, { pageSize, readers: count }));
					expect(new Set(ids).size).toBe(ids.length);
					const isDown = (list.input.sortOrder ?? list.operation.bounds?.order) !== 'asc';
					const inOrder = service.inOrder(isDown ? 'desc' : 'asc').map(({ id }) => id);
					const read = new Set(ids);
					expect(ids).toEqual(inOrder.filter((id) => read.has(id)));
					for (const { id } of items) expect(read).toContain(id);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('give everything in front of a page that fails, then its failure, and end', async () => {
		await fc.assert(
			fc.asyncProperty(
				names,
				dense,
				readers,
				fc.nat(60),
				latencies,
				async (name, shape, count, fails, times) => {
					const list = LISTS[name];
					const { items } = itemsOf(list, shape);
					const service = rangeService({ operation: list.operation, items });
					const one = tripTo(service, { latencies: [1] });
					const all = await one.clock.run(() => idsOf(one.client, list, {}, { pageSize: 20 }));
					const { client, clock, counts } = tripTo(service, {
						latencies: times,
						at: (index) => (index === fails ? answer({ message: 'no' }, 500) : undefined),
					});
					const ids: string[] = [];
					const read = async () => {
						const options = { pageSize: 20, readers: count };
						for await (const page of client.pages(list.operation, list.input, options)) {
							ids.push(...page.items.map(idOf));
						}
					};
					const error = await clock.run(async () => await caught(read).catch(() => undefined));
					expect(ids).toEqual(all.slice(0, ids.length));
					if (counts.requests <= fails) expect(ids).toEqual(all);
					else expect(error).toMatchObject({ kind: 'server', status: 500 });
				},
			),
			{ numRuns: 80 },
		);
	});

	it('ask for nothing behind a page that failed', async () => {
		const list = LISTS.blocks;
		const { items } = itemsOf(list, [{ width: 2_000, items: 2_000 }]);
		const service = rangeService({ operation: list.operation, items });
		const { client, clock, counts } = tripTo(service, {
			latencies: [1],
			at: (index) => (index === 1 ? answer({ message: 'no' }, 500) : undefined),
		});
		await clock.run(async () => {
			const pages = client.pages(list.operation, list.input, { pageSize: 20, readers: 4 });
			await pages.next();
			await caught(() => pages.next());
			await clock.sleep(1_000);
		});
		expect(counts.requests).toBeLessThanOrEqual(1 + 4);
	});

	it('repeat what fails for a moment', async () => {
		const list = LISTS.time;
		const { items } = itemsOf(list, [{ width: 900, items: 900 }]);
		const service = rangeService({ operation: list.operation, items });
		const { client, clock } = tripTo(service, {
			latencies: [3, 1, 9],
			retries: 4,
			at: (index) => (index % 3 === 1 ? answer({ message: 'soon' }, 503) : undefined),
		});
		const ids = await clock.run(() => idsOf(client, list, {}, { pageSize: 20, readers: 5 }));
		expect(ids).toEqual(service.inOrder('desc').map(({ id }) => id));
	});

	it('stop at once if the signal aborts, and if the caller stops reading', async () => {
		const list = LISTS.blocks;
		const { items } = itemsOf(list, [{ width: 2_000, items: 2_000 }]);
		const service = rangeService({ operation: list.operation, items });
		await fc.assert(
			fc.asyncProperty(readers, fc.nat(90), fc.boolean(), async (count, after, breaks) => {
				const controller = new AbortController();
				const reason = new Error('enough');
				const { client, clock, counts } = tripTo(service, {
					latencies: [5, 2],
					at(index) {
						if (index === after && !breaks) controller.abort(reason);
						return undefined;
					},
				});
				await clock.run(async () => {
					const options = { pageSize: 20, readers: count, signal: controller.signal };
					const read = async () => {
						let items = 0;
						for await (const page of client.pages(list.operation, list.input, options)) {
							items += page.items.length;
							if (breaks && items > after * 20) break;
						}
					};
					if (breaks) await read();
					else expect(await caught(read)).toBe(reason);
					const sent = counts.requests;
					await clock.sleep(1_000);
					expect(counts.requests).toBe(sent);
				});
			}),
			{ numRuns: 60 },
		);
	});

	it('send nothing before it is wanted, and read only so much ahead', async () => {
		const list = LISTS.blocks;
		const { items } = itemsOf(list, [{ width: 20_000, items: 20_000 }]);
		const service = rangeService({ operation: list.operation, items });
		for (const count of [2, 4, 16]) {
			const { client, clock, counts } = tripTo(service, { latencies: [2, 7, 3] });
			await clock.run(async () => {
				const pages = client.pages(list.operation, list.input, { pageSize: 20, readers: count });
				await clock.sleep(1_000);
				expect(counts.requests).toBe(0);
				await pages.next();
				await clock.sleep(1_000);
				expect(counts.requests).toBe(1);
				for (let taken = 2; taken < 60; taken++) {
					await pages.next();
					await clock.sleep(1_000);
					expect(counts.requests - taken).toBeLessThanOrEqual(Math.min(320, 40 * count) + 1);
				}
				await pages.return();
			});
		}
	});

	it.each([
		['nothing', 0, 1],
		['one page', 20, 1],
		['two pages', 40, 3],
	])('send few requests for little: %s', async (_, size, most) => {
		const list = LISTS.time;
		const { items, end } = itemsOf(list, [{ width: 500, items: size }]);
		const service = rangeService({ operation: list.operation, items });
		const { client, clock, counts } = tripTo(service, { latencies: [1] });
		const bounds = boundsOf(list, end, [0, 1]);
		await clock.run(() => idsOf(client, list, bounds, { pageSize: 20, readers: 'auto' }));
		expect(counts.requests).toBeLessThanOrEqual(most);
	});

	it('leave a list to one reader that is not in the order of its places', async () => {
		const list = LISTS.blocks;
		const { items } = itemsOf(list, [{ width: 500, items: 500 }]);
		const upwards = { ...list.operation, bounds: { ...list.operation.bounds, order: 'asc' } };
		const service = rangeService({ operation: upwards as AnyOperation, items });
		const { client, clock, counts } = tripTo(service, { latencies: [1] });
		const ids = await clock.run(() => idsOf(client, list, {}, { pageSize: 20, readers: 8 }));
		expect(ids).toEqual(service.inOrder('asc').map(({ id }) => id));
		expect(counts).toMatchObject({ requests: 25, most: 1 });
	});

	it('read in turn what follows a swap of two items, each item once', async () => {
		await fc.assert(
			fc.asyncProperty(
				names,
				shapes,
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
				fc.boolean(),
				readers,
				pageSizes,
				latencies,
				async (name, shape, at, boundsCount, count, pageSize, times) => {
					const list = LISTS[name];
					const { items } = itemsOf(list, shape);
					const swaps = at.map((share) => Math.floor(share * items.length));
					const service = rangeService({
						operation: list.operation,
						items,
						boundsCount,
						swaps: swaps.map((nth) => String(nth).padStart(5, '0')),
					});
					const read = async (options: Options) => {
						const trip = tripTo(service, { latencies: times });
						return await trip.clock.run(() => idsOf(trip.client, list, {}, options));
					};
					const one = await read({ pageSize });
					const many = await read({ pageSize, readers: count });
					expect([...many].sort()).toEqual([...one].sort());
					// Two items that are swapped over the edge of a part are each in their part.
					const moved = many.filter((id, index) => id !== one[index]);
					expect(moved.length).toBeLessThanOrEqual(2 * swaps.length);
				},
			),
			{ numRuns: 300 },
		);
	});

	it.each([1, 19, 20, 21, 39, 59, 60, 61, 200, 380, 498])(
		'read a list of which items %i and the next are swapped, by default',
		async (swapped) => {
			const list = LISTS.time;
			const { items, end } = itemsOf(list, [{ width: 500, items: 500 }]);
			const service = rangeService({
				operation: list.operation,
				items,
				swaps: [String(swapped).padStart(5, '0')],
			});
			const read = async (readers: Options['readers']) => {
				const { client, clock } = tripTo(service, { latencies: [3, 1, 9] });
				const bounds = boundsOf(list, end, [0, 1]);
				return await clock.run(() => idsOf(client, list, bounds, { pageSize: 20, readers }));
			};
			const one = await read(1);
			expect(one.length).toBeGreaterThan(480);
			expect(await read('auto')).toEqual(one);
		},
	);

	it('fail where an item of a later part has no position', async () => {
		const list = LISTS.blocks;
		const { items } = itemsOf(list, [{ width: 500, items: 500 }]);
		const service = rangeService({ operation: list.operation, items });
		const { client, clock } = tripTo(service, {
			latencies: [1],
			at(index, request) {
				if (index === 0 || !request.url.includes('Block=')) return undefined;
				const { transactions, ...rest } = JSON.parse(service.respond(request).text) as {
					transactions: object[];
				};
				return answer({ ...rest, transactions: [...transactions, { testId: 'lost' }] });
			},
		});
		const error = await clock.run(() =>
			caught(() => idsOf(client, list, {}, { pageSize: 20, readers: 4 })),
		);
		expect(error).toMatchObject({ kind: 'invalid-response', retryable: false });
		expect(error.message).toContain('one reader');
	});

	it.each([0, 17, 1.5, NaN, '4', null])('refuse %p as a number of readers', async (given) => {
		const list = LISTS.blocks;
		const service = rangeService({ operation: list.operation, items: [] });
		const { client, clock, counts } = tripTo(service, { latencies: [1] });
		const options = { readers: given as number };
		const error = await clock.run(() => caught(() => idsOf(client, list, {}, options)));
		expect(error).toMatchObject({ kind: 'invalid-input', field: 'readers' });
		expect(error.message).toContain('from 1 to 16');
		expect(counts.requests).toBe(0);
	});

	it.each([
		['blocks', {}, 1],
		['blocks', { startBlock: 0 }, 4],
		['blocks upwards', {}, 1],
		['blocks upwards', { endBlock: 5_000 }, 4],
		['time', { endTimestamp: NOW }, 1],
		['time', { startTimestamp: START - 1 }, 4],
		['time upwards', {}, 4],
		['time', { startTimestamp: START - 1, pageToken: '..' }, 1],
	])('are four by themselves where the end is known: %s, %j', async (name, bounds, most) => {
		const list = LISTS[name];
		const { items } = itemsOf(list, [{ width: 1_500, items: 1_500 }]);
		const service = rangeService({ operation: list.operation, items });
		const { client, clock, counts } = tripTo(service, { latencies: [1] });
		const more =
			'pageToken' in bounds ? { pageToken: '1699919999..Infinity|1699921000|01000' } : {};
		const options = { pageSize: 20, readers: 'auto' } as const;
		await clock.run(() => idsOf(client, list, { ...bounds, ...more }, options));
		expect(counts.most).toBe(most);
	});
});
