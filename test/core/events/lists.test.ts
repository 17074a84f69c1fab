import type { PollContext } from '../../../core/events/event';
import { pagesOfList, wholeList } from '../../../core/events/lists';
import { Failure, type FailureKind } from '../../../core/failure';
import { getManyValidators } from '../../../core/subjects/staking/validator';
import { caught, fakeClock } from '../protocol/fakes';

/** Lists that are read by page tokens, one of whose pages fails. */

type Page = { ids: string[]; next?: string } | FailureKind;

/** A list of pages that a service gives one after the other, whatever was asked for. */
function setUp(pages: readonly Page[], deadline = Infinity) {
	const clock = fakeClock(0);
	const asked: unknown[] = [];
	const skipped: unknown[] = [];
	const client = {
		async *pages(_: unknown, { pageToken }: { pageToken?: string }) {
			for (let token = pageToken; ; ) {
				const page = pages[asked.push(token) - 1];
				await Promise.resolve();
				if (typeof page === 'string') throw new Failure({ kind: page, message: `it is ${page}` });
				const items = page.ids.map((id) => ({ nodeId: id || undefined }));
				yield { items, response: { nextPageToken: page.next } };
				if (!page.next) return;
				token = page.next;
			}
		},
	};
	const context = {
		...{ client, clock, deadline },
		skip: (record: unknown) => skipped.push(record),
	} as unknown as PollContext;
	const input = { network: 'mainnet' } as const;
	const idsOf = (items: ReadonlyArray<{ nodeId?: string | null }>) =>
		items.map(({ nodeId }) => nodeId);
	return {
		...{ asked, clock, skipped },
		whole: async () => idsOf(await wholeList(context, getManyValidators, input)),
		paged: async () => {
			const read: unknown[] = [];
			for await (const { items, more } of pagesOfList(context, getManyValidators, input, [
				['nodeId'],
			])) {
				read.push([...idsOf(items), more]);
			}
			return read;
		},
	};
}

const ONE = { ids: ['a', 'b'], next: '1' };
const TWO = { ids: ['c'], next: '2' };
const LAST = { ids: ['d'] };

describe('page by page', () => {
	it('leaves out the items that lack what is needed', async () => {
		const { paged, skipped } = setUp([{ ids: ['a', '', 'b'], next: '1' }, LAST]);
		expect(await paged()).toEqual([
			['a', 'b', true],
			['d', false],
		]);
		expect(skipped).toHaveLength(1);
	});

	it.each<[string, Page[], object]>([
		[
			'the first page',
			['invalid-input'],
			{ kind: 'invalid-input', message: 'it is invalid-input', retryable: false },
		],
		[
			'a further page, which is refused',
			[ONE, 'invalid-input'],
			{
				kind: 'invalid-response',
				message: 'The list ended early, after 1 pages: it is invalid-input',
				retryable: true,
			},
		],
		[
			'a further page, for another reason',
			[ONE, 'unauthorized'],
			{ kind: 'unauthorized', message: 'it is unauthorized' },
		],
	])('fails with %s', async (_, pages, failure) => {
		expect(await caught(setUp(pages).paged)).toMatchObject(failure);
	});
});

describe('as a whole', () => {
	it('asks again for a page that fails, and not for those before it', async () => {
		const { whole, asked } = setUp([ONE, 'server', TWO, 'network', LAST]);
		expect(await whole()).toEqual(['a', 'b', 'c', 'd']);
		expect(asked).toEqual([undefined, '1', '1', '2', '2']);
	});

	it('begins anew where a page token is refused', async () => {
		const { whole, asked } = setUp([ONE, 'invalid-input', ONE, LAST]);
		expect(await whole()).toEqual(['a', 'b', 'd']);
		expect(asked).toEqual([undefined, '1', undefined, '1']);
	});

	it('waits longer each time, as long as no page comes', async () => {
		const { whole, clock } = setUp([ONE, 'server', 'server', TWO, 'server', LAST]);
		await whole();
		expect(clock.slept).toEqual([250, 500, 250]);
	});

	it.each<[string, Page[], number, FailureKind]>([
		['at the first page', ['server'], 1, 'server'],
		['for good', [ONE, 'unauthorized'], 2, 'unauthorized'],
		['six times in a row', [ONE, ...Array<Page>(6).fill('server')], 7, 'server'],
		[
			'six times at a page that is its own next one',
			[ONE, ...Array<Page[]>(6).fill([ONE, 'server']).flat()],
			13,
			'server',
		],
		[
			'where its token is refused nine times',
			Array<Page[]>(9).fill([ONE, 'invalid-input']).flat(),
			18,
			'invalid-response',
		],
	])('fails %s', async (_, pages, requests, kind) => {
		const { whole, asked } = setUp(pages);
		expect((await caught(whole)).kind).toBe(kind);
		expect(asked).toHaveLength(requests);
	});

	it('fails where the pause would end at the deadline', async () => {
		const pages: Page[] = [ONE, 'server', LAST];
		await expect(setUp(pages, 250).whole()).rejects.toMatchObject({ kind: 'server' });
		expect(await setUp(pages, 251).whole()).toEqual(['a', 'b', 'd']);
	});
});
