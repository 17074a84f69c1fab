import fc from '../../../core/testing/properties';
import type { AnyClient } from '../../../core/client';
import type { AnyOperation } from '../../../core/operations/declare';
import * as evmTransaction from '../../../core/subjects/evmTransaction';
import { getManyTransactions } from '../../../core/subjects/staking/stakingTransaction';

import * as metric from '../../../core/subjects/metric/chainMetric';
import type { PageLimits } from '../../../core/protocol/paging';
import {
	type Item,
	type RangeService,
	type Trip,
	idOf,
	listTrip,
	rangeService,
} from './rangeService';
import { DAY } from '../../../core/formats/timeUnits';

/** Lists with bounds, for tests of several readers: the same items in the same order as by one. */

export const START = 1_700_000_000 - (1_700_000_000 % DAY);
export const NOW = START + 4_000 * DAY;
const ADDRESS = `0x${'1'.repeat(40)}`;

export interface List {
	operation: AnyOperation;
	input: Record<string, unknown>;
	/** The number of the first item, and how far two positions of the test lie apart. */
	from: number;
	step: number;
}

const evm = { chainId: '43114', address: ADDRESS };
const staking = { network: 'mainnet' };
export const LISTS: Record<string, List> = {
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
export const dense = fc
	.tuple(fc.nat(99), fc.integer({ min: 200, max: 1_000 }))
	.map(([at, items]) => [
		{ width: at * 30 + 1, items: Math.round((items * at) / 1_000) },
		{ width: 30, items: Math.round(items * 0.9) },
		{ width: (99 - at) * 30 + 1, items: Math.round((items * (99 - at)) / 1_000) },
	]);

export const shapes = fc.oneof(densities, dense);

export function itemsOf(
	{ from, step }: List,
	shape: ReadonlyArray<{ width: number; items: number }>,
) {
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

export const tripTo = (service: RangeService, trip: Trip) =>
	listTrip(service, { start: NOW * 1000, ...trip });

export type Options = PageLimits & { readers?: number | 'auto'; signal?: AbortSignal };

export async function idsOf(
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

export const latencies = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 });
export const readers = fc.integer({ min: 2, max: 16 });
export const names = fc.constantFrom(...Object.keys(LISTS));

/** Bounds of the whole list, of a piece of it, or none. */
export function boundsOf(list: List, end: number, [low, high]: [number?, number?]): object {
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
export const pageSizes = fc.integer({ min: 3, max: 40 });

/** Several readers give the items of one reader in its order, with few requests more. */
export async function expectSameAsOneReader(numRuns: number): Promise<void> {
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
		{ numRuns },
	);
}

/** Several readers read in turn what follows a swap of two items, each item once. */
export async function expectInTurnAfterSwaps(numRuns: number): Promise<void> {
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
		{ numRuns },
	);
}

/**
 * Several readers take at most a quarter longer than readers that are always busy: of a list that is spread evenly, or
 * with 90 % of its items from a percentage of the blocks on.
 */
export async function expectBusyReaders(at: number | undefined): Promise<void> {
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
}
