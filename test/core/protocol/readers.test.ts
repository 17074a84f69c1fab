import type { AnyOperation } from '../../../core/operations/declare';
import { answer, caught } from './fakes';
import { rangeService } from './rangeService';
import {
	LISTS,
	NOW,
	type Options,
	START,
	boundsOf,
	expectBusyReaders,
	expectInTurnAfterSwaps,
	expectSameAsOneReader,
	idsOf,
	itemsOf,
	tripTo,
} from './readerLists';

/** Lists with bounds, read by several readers: the same items in the same order as by one. */

describe('several readers', () => {
	it('give the items of one reader in its order, with few requests more', async () => {
		await expectSameAsOneReader(10);
	});

	it('read in turn what follows a swap of two items, each item once', async () => {
		await expectInTurnAfterSwaps(10);
	});

	it.each([undefined, 10])(
		'take at most a quarter longer than readers that are always busy: 90 % of the items at %p %',
		async (at) => {
			await expectBusyReaders(at);
		},
	);

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

	it.each([
		['nothing', 0, 0, 1],
		['less than a page', 0, 5, 1],
		['one page', 0, 20, 1],
		['less than a page, all of it new', 490, 5, 1],
		['two pages', 0, 40, 3],
	])('send few requests for little: %s', async (_, before, size, most) => {
		const list = LISTS.time;
		const shape = [
			{ width: before, items: 0 },
			{ width: 500 - before, items: size },
		];
		const { items, end } = itemsOf(list, shape);
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

	// The swap is in a part that ends before the list, and shares a second with the next one.
	it.each([57, 122, 356, 382, 460])(
		'read each item once of a list of which items %i and the next are swapped',
		async (swapped) => {
			const list = LISTS.time;
			const { items, end } = itemsOf(list, [{ width: 500, items: 500 }]);
			const swaps = [String(swapped).padStart(5, '0')];
			const { operation } = list;
			const service = rangeService({ operation, items, swaps, boundsCount: true });
			const read = async (options: Options) => {
				const { client, clock } = tripTo(service, { latencies: [3, 1, 9] });
				const ids = await clock.run(() =>
					idsOf(client, list, boundsOf(list, end, [0, 1]), options),
				);
				return ids.sort();
			};
			const one = await read({ pageSize: 20 });
			expect(one.length).toBeGreaterThan(480);
			expect(await read({ pageSize: 10, readers: 8 })).toEqual(one);
			expect(await read({ pageSize: 20, readers: 8 })).toEqual(one);
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
		['series', { startTimestamp: START - 1 }, 4],
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
