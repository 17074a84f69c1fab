import fc, { occurrences } from '../../../core/testing/properties';
import { arrivalsSource } from '../../../core/events/arrivals';
import { sourceMemoryOf } from '../../../core/events/arrivalItems';
import type { ArrivalSettings, Arrivals, ListPage } from '../../../core/events/arrivalSource';
import type { NetworkEvent, PollContext, SourceState } from '../../../core/events/event';
import { readBack } from '../../../core/events/lists';
import { merged } from '../../../core/events/merged';
import { firstPositionSince } from '../../../core/events/firstPosition';
import { Failure } from '../../../core/failure';
import { fakeClock } from '../protocol/fakes';
import { newContainer } from '../../../core/subjects/events/newContainer/declare';
import { idsOf, isOldestFirst } from './world';

/** The engine over lists of the kinds that sources have: by blocks, several at once, newest first only. */

/** Seconds of a block, and when the first one was made. */
const BLOCK = 2;
const BEGIN = 1_770_000_000;
const OVERLAP = 20;

interface Item {
	id: string;
	block: number;
	/** The time of its event, where it is not that of its block. */
	time?: number;
}

/** Lists of one service: each item in one or two of them, in the order of arrival. */
interface Lists {
	head: number;
	lists: Item[][];
	/** Requests until one fails; none fails where it is negative. */
	failsAfter: number;
	requests: number;
}

const timeOf = ({ block, time = BEGIN + block * BLOCK }: Item) => time;

async function* pagesOf(
	given: Lists,
	list: number,
	size: number,
	from: number,
	descending = false,
): AsyncGenerator<ListPage<Item>> {
	for (let page = 0, position = descending ? Infinity : from, last = ''; ; page++) {
		given.requests += 1;
		if (given.failsAfter-- === 0) throw new Failure({ kind: 'server', message: 'no answer' });
		await Promise.resolve();
		const sign = descending ? -1 : 1;
		const sorted = given.lists[list]
			.filter(({ block }) => descending || block >= from)
			.sort((a, b) => sign * (a.block - b.block) || sign * (a.id < b.id ? -1 : 1));
		const rest = page === 0 ? sorted : sorted.slice(sorted.findIndex(({ id }) => id === last) + 1);
		const items = rest.slice(0, size);
		const end = items.at(-1);
		if (!end && page > 0) return;
		yield { items, more: rest.length > size };
		if (rest.length <= size || !end || position === undefined) return;
		[position, last] = [end.block, end.id];
	}
}

type Kind = 'merged' | 'newestFirst' | 'ranges';

/** A source of all lists of a service, read as sources of this kind are; it has events for items that are `wanted`. */
function sourceOf(
	given: Lists,
	kind: Kind,
	size: number,
	wanted: (item: Item) => boolean = () => true,
) {
	const positionOf = ({ block }: Item) => block;
	return arrivalsSource<ArrivalSettings, Item>({
		name: kind,
		positions: {
			of: positionOf,
			newest: async () => await Promise.resolve(given.head),
			at: async (_, __, moment) =>
				await firstPositionSince(moment, { first: 0, newest: given.head }, async (block) =>
					Promise.resolve(BEGIN + block * BLOCK),
				),
		},
		overlap: OVERLAP,
		timeOf,
		markOf: ({ id }) => id,
		matcher: () => wanted,
		event: async (item) =>
			await Promise.resolve({
				id: item.id,
				type: 'test.item',
				timestamp: new Date(timeOf(item) * 1000).toISOString(),
				data: { ...item },
			}),
		pages(_, context, reading) {
			const descending = reading.order === 'newest';
			const from = descending ? 0 : reading.from;
			const all = given.lists.map((__, at) =>
				pagesOf(given, at, size, from, descending || kind === 'newestFirst'),
			);
			if (kind === 'newestFirst' && !descending) {
				return readBack(merged(all, positionOf, 'newest'), from, positionOf, context);
			}
			if (kind === 'ranges' && !descending) return ranges(given, from, size);
			return merged(all, positionOf, reading.order);
		},
	});
}

/** As logs of a node are read: ranges of blocks, most of them empty. A late item comes after later ones. */
async function* ranges(given: Lists, from: number, size: number): AsyncGenerator<ListPage<Item>> {
	const { head } = given;
	for (let first = from; first <= head; first += size) {
		given.requests += 1;
		if (given.failsAfter-- === 0) throw new Failure({ kind: 'server', message: 'no answer' });
		await Promise.resolve();
		const last = Math.min(head, first + size - 1);
		const items = new Map(
			given.lists
				.flat()
				.filter(({ block }) => block >= first && block <= last)
				.map((item) => [item.id, item]),
		);
		const arrived = [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
		yield { items: arrived, more: last < head, through: last };
	}
}

function contextOf(maxEvents = 500, maxPages = 100): PollContext {
	return { client: {} as never, clock: fakeClock(), deadline: Infinity, maxEvents, maxPages };
}

/** Arrival of an item: number of blocks after the one before, its delay (blocks), and its lists. */
interface Arrival {
	moves: number;
	late?: number;
	lists: readonly number[];
}

const round = fc.record({
	items: fc.array(
		fc.record({
			moves: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(20)),
			late: fc.oneof(fc.constant(0), fc.nat(OVERLAP / 2)),
			// Mostly the first, so that pages of the others reach much further.
			lists: fc.constantFrom([0], [0], [0], [0], [0, 1], [1], [2], [1, 2]),
		}),
		{ maxLength: 30 },
	),
	failsAfter: fc.oneof(fc.constant(-1), fc.nat(6)),
	maxEvents: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(500)),
	maxPages: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(100)),
});

const kinds = fc.constantFrom<Kind>('merged', 'newestFirst', 'ranges');

describe('arrivals by blocks', () => {
	test('each fire once, for any lists, and a replay has the same ids', async () => {
		const tally = occurrences(
			'merged lists',
			'a list served newest first',
			'ranges of blocks',
			'from an earlier time',
			'from now on',
			'a late item',
			'an item in several lists',
			'a poll that failed',
			'a poll with more to come',
		);
		const named = {
			merged: 'merged lists',
			newestFirst: 'a list served newest first',
			ranges: 'ranges of blocks',
		} as const;
		await fc.assert(
			fc.asyncProperty(
				kinds,
				fc.integer({ min: 1, max: 40 }),
				fc.nat(20),
				fc.boolean(),
				fc.array(round, { minLength: 1, maxLength: 10 }),
				async (kind, size, early, fromBefore, rounds) => {
					const given: Lists = { head: 1, lists: [[], [], []], failsAfter: -1, requests: 0 };
					let made = 0;
					const arrive = ({ moves, late = 0, lists }: Arrival) => {
						given.head += moves;
						// Delivery is not promised for an item that is indexed late by more than
						// the overlap.
						const block = Math.max(1, given.head - late);
						const item = { id: `item-${String(made++).padStart(6, '0')}`, block };
						for (const list of lists) given.lists[list].push(item);
						return item;
					};
					for (let at = 0; at < early; at++) arrive({ moves: at % 4, lists: [at % 3] });
					const source = sourceOf(given, kind, kind === 'ranges' ? 10 * size : size);
					const begin = fromBefore ? BEGIN : 'now';
					const settings: ArrivalSettings = { startFrom: begin };
					const all: NetworkEvent[] = [];
					const expected = fromBefore ? given.lists.flat() : [];
					let state: SourceState | undefined;
					const poll = async (maxEvents?: number, maxPages?: number) => {
						const result = await source.poll(settings, state, contextOf(maxEvents, maxPages));
						expect(isOldestFirst(result.events)).toBe(true);
						all.push(...result.events);
						state = JSON.parse(JSON.stringify(result.state)) as SourceState;
						return result;
					};
					for (const { items, failsAfter, maxEvents, maxPages } of rounds) {
						if (state) expected.push(...items.map(arrive));
						given.failsAfter = failsAfter;
						const result = await poll(maxEvents, maxPages).catch(() => undefined);
						expect(result?.events.length ?? 0).toBeLessThanOrEqual(maxEvents);
						tally.saw('a poll that failed', result === undefined);
						tally.saw('a poll with more to come', result?.more);
						const news = state ? items : [];
						tally.saw(
							'a late item',
							news.some(({ late }) => late > 0),
						);
						tally.saw(
							'an item in several lists',
							news.some(({ lists }) => lists.length > 1),
						);
					}
					given.failsAfter = -1;
					if (!state) return;
					while ((await poll(7, 2)).more);
					expect(await poll()).toMatchObject({ events: [], more: false });
					const wanted = [...new Set(expected.map(({ id }) => id))].sort();
					expect(idsOf(all).sort()).toEqual(wanted);

					const again: string[] = [];
					const until = BEGIN + given.head * BLOCK;
					for await (const page of source.replay(settings, { from: BEGIN, until }, contextOf())) {
						expect(isOldestFirst(page)).toBe(true);
						again.push(...idsOf(page));
					}
					expect(again.sort()).toEqual([...new Set(given.lists.flat().map(({ id }) => id))].sort());
					if (all.length === 0) return;
					tally.saw(named[kind]);
					tally.saw(fromBefore ? 'from an earlier time' : 'from now on');
				},
			),
			{ numRuns: 100 },
		);
		tally.expectAll();
	});

	test('a replay holds its period only, both ends included', async () => {
		const lists = [Array.from({ length: 100 }, (_, at) => ({ id: `item-${at}`, block: at }))];
		const given: Lists = { head: 99, lists, failsAfter: -1, requests: 0 };
		for (const kind of ['merged', 'newestFirst', 'ranges'] as const) {
			const period = { from: BEGIN + 20 * BLOCK, until: BEGIN + 29 * BLOCK };
			const ids: string[] = [];
			for await (const page of sourceOf(given, kind, 7).replay({}, period, contextOf())) {
				ids.push(...idsOf(page));
			}
			expect([kind, ids]).toEqual([kind, Array.from({ length: 10 }, (_, at) => `item-${at + 20}`)]);
		}
	});

	test('a replay goes on where one event of a page is too late', async () => {
		const until = BEGIN + 9 * BLOCK;
		const items = Array.from({ length: 20 }, (_, block): Item => ({ id: `item-${block}`, block }));
		items[1].time = until + 1;
		const given: Lists = { head: 19, lists: [items], failsAfter: -1, requests: 0 };
		const ids: string[] = [];
		for await (const page of sourceOf(given, 'ranges', 2).replay(
			{},
			{ from: BEGIN, until },
			contextOf(),
		)) {
			ids.push(...idsOf(page));
		}
		expect(ids).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9].map((block) => `item-${block}`));
		// The page of blocks 10 and 11 has none in time: no other is read.
		expect(given.requests).toBe(6);
	});

	test('an item that is ahead of the newest position is skipped and named', async () => {
		const items = [5, 1_000_000].map((block): Item => ({ id: `item-${block}`, block }));
		const given: Lists = { head: 10, lists: [items], failsAfter: -1, requests: 0 };
		const { events, skipped } = await sourceOf(given, 'merged', 5).poll(
			{ startFrom: BEGIN },
			undefined,
			contextOf(),
		);
		expect(idsOf(events)).toEqual(['item-5']);
		expect(skipped).toEqual([
			expect.objectContaining({ message: 'its position is ahead of the newest one: 1000000' }),
		]);
	});

	test.each(['merged', 'ranges'] as const)(
		'items that nobody wants end a poll at its pages, and the next poll goes on: %s',
		async (kind) => {
			const lists = [Array.from({ length: 200 }, (_, at) => ({ id: `item-${at}`, block: at }))];
			const given: Lists = { head: 199, lists, failsAfter: -1, requests: 0 };
			const source = sourceOf(given, kind, 10, ({ block }) => block === 199);
			let [state, polls] = [undefined as SourceState | undefined, 0];
			for (let more = true; more; polls++) {
				given.requests = 0;
				const result = await source.poll({ startFrom: BEGIN }, state, contextOf(500, 5));
				expect(given.requests).toBeLessThanOrEqual(6);
				expect(idsOf(result.events)).toEqual(result.more ? [] : ['item-199']);
				({ state, more } = result);
			}
			expect(polls).toBeGreaterThan(4);
		},
	);

	test('a sample reads the newest pages only, as many as it needs', async () => {
		const lists = [Array.from({ length: 200 }, (_, at) => ({ id: `item-${at}`, block: at }))];
		const given: Lists = { head: 199, lists, failsAfter: -1, requests: 0 };
		const sampled = async (limit: number, last = 199) => {
			given.requests = 0;
			const source = sourceOf(given, 'merged', 10, ({ block }) => block <= last);
			return [idsOf(await source.sample({}, contextOf(500, 5), limit)), given.requests];
		};
		expect(await sampled(2)).toEqual([['item-199', 'item-198'], 1]);
		expect(await sampled(11)).toEqual([
			Array.from({ length: 11 }, (_, at) => `item-${199 - at}`),
			2,
		]);
		// Five pages are the limit of one poll.
		expect(await sampled(2, 155)).toEqual([['item-155', 'item-154'], 5]);
		expect(await sampled(2, 145)).toEqual([[], 5]);
	});

	test('a stretch without items is not read again by the next poll', async () => {
		const given: Lists = { head: 10, lists: [[]], failsAfter: -1, requests: 0 };
		const source = sourceOf(given, 'ranges', 100);
		const { state } = await source.poll({}, undefined, contextOf());
		given.head = 100_000;
		const result = await source.poll({}, state, contextOf(500, 10));
		expect(result).toMatchObject({ events: [], more: true });
		given.requests = 0;
		for (let next = result; next.more; ) {
			next = await source.poll({}, next.state, contextOf(500, 10));
			Object.assign(result, { state: next.state });
		}
		expect(given.requests).toBeLessThan(1_200);
		given.requests = 0;
		await source.poll({}, result.state, contextOf());
		expect(given.requests).toBe(1);
	});
});

test('a list that is read back ends in an error where the time is up, and leaves nothing out', async () => {
	const items = Array.from({ length: 100 }, (_, at) => ({ id: `item-${at}`, block: at }));
	const given: Lists = { head: 99, lists: [items], failsAfter: -1, requests: 0 };
	const pages = () => pagesOf(given, 0, 10, 0, true);
	const read = async (deadline: number): Promise<number[] | undefined> => {
		const context = { clock: fakeClock(1000), deadline };
		for await (const page of readBack(pages(), 45, ({ block }) => block, context)) {
			return page.items.map(({ block }) => block);
		}
		return undefined;
	};
	expect(await read(Infinity)).toEqual(Array.from({ length: 55 }, (_, at) => at + 45));
	await expect(read(1000)).rejects.toThrow(/served newest first.*poll more often/);
});

test('merged lists are closed where their reader stops', async () => {
	const closed: number[] = [];
	async function* listOf(name: number): AsyncGenerator<ListPage<number>> {
		try {
			for (let at = 0; ; at++) yield await Promise.resolve({ items: [at], more: true });
		} finally {
			closed.push(name);
		}
	}
	for await (const _ of merged([1, 2].map(listOf), (item) => item, 'oldest')) break;
	expect(closed).toEqual([1, 2]);
});

test('the newest of what is remembered is kept, each once', () => {
	const memory = { of: ({ block }: Item) => (block < 0 ? undefined : `b${block}`), most: 2 };
	const { remembered, add } = sourceMemoryOf(
		{ memory } as unknown as Arrivals<ArrivalSettings, Item>,
		{},
		['b1', 'b2'],
	);
	const kept: string[][] = [];
	for (const block of [1, -1, 3, 3]) {
		add({ id: '', block });
		kept.push([...remembered]);
	}
	expect(kept).toEqual([
		['b2', 'b1'],
		['b2', 'b1'],
		['b1', 'b3'],
		['b1', 'b3'],
	]);
});

test('the first place since a moment is found with few reads', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.nat(3), { minLength: 1, maxLength: 2000 }),
			fc.nat(4000),
			async (gaps, moment) => {
				const times = gaps.map(
					(
						(sum) => (gap: number) =>
							(sum += gap)
					)(0),
				);
				let reads = 0;
				const timeAt = async (position: number) => {
					reads += 1;
					expect(times[position]).toBeDefined();
					return await Promise.resolve(times[position]);
				};
				const found = await firstPositionSince(
					moment,
					{ first: 0, newest: times.length - 1 },
					timeAt,
				);
				const expected = times.findIndex((time) => time >= moment);
				expect(found).toBe(expected < 0 ? times.length : expected);
				expect(reads).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(times.length + 1)) + 2);
			},
		),
	);
});

test('a container without a readable time is a failure with a kind', async () => {
	const client = { call: () => Promise.resolve({ index: 5, timestamp: 'soon' }) };
	const context = { client, clock: fakeClock() } as unknown as PollContext;
	const settings = { index: 'P/block', startFrom: 1_770_000_000 };
	await expect(
		newContainer.source.poll(settings as never, undefined, context),
	).rejects.toMatchObject({
		kind: 'invalid-response',
		message: 'The timestamp of the container must be a date-time; given: "soon"',
	});
});
