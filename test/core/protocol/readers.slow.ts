import fc from '../../../core/testing/properties';
import { answer, caught } from './fakes';
import { idOf, rangeService } from './rangeService';
import {
	LISTS,
	dense,
	expectBusyReaders,
	expectInTurnAfterSwaps,
	expectSameAsOneReader,
	idsOf,
	itemsOf,
	latencies,
	names,
	pageSizes,
	readers,
	shapes,
	tripTo,
} from './readerLists';

/** Lists with bounds, read by several readers, over many histories: readers.test.ts has the single cases. */

describe('several readers', () => {
	it('give the items of one reader in its order, with few requests more', async () => {
		await expectSameAsOneReader(300);
	});

	it('read in turn what follows a swap of two items, each item once', async () => {
		await expectInTurnAfterSwaps(300);
	});

	it.each([undefined, 0, 10, 37, 50, 80, 99])(
		'take at most a quarter longer than readers that are always busy: 90 % of the items at %p %',
		async (at) => {
			await expectBusyReaders(at);
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
});
