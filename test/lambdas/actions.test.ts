import { virtualClock } from '../../core/testing/virtualClock';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { act } from '../../lambdas/notify/actions';
import { type Store, dynamoStore } from '../../lambdas/notify/dynamoStore';
import { settingsOf } from '../../lambdas/notify/settings';
import { bucketOf } from '../../lambdas/notify/storedSources';

/** Single actions of an operator. */

type Action = Parameters<typeof act>[0];

async function world(more: object = { storedSources: true }) {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock, latencyMs: 0 });
	const store = dynamoStore(table as never, 'notify');
	const settings = await settingsOf(
		JSON.stringify({ sources: [staking], targets: [targetNamed('hook')], ...more }),
	);
	const options = {
		...{ store, clock, until: NOON + 60_000, settings: async () => Promise.resolve(settings) },
		queue: { send: async () => {}, counts: async () => Promise.resolve({}) },
		send: async () => Promise.resolve({ status: 200 }),
	} as unknown as Parameters<typeof act>[1];
	/** The answer, or the error as it is told. */
	const ask = async (action: object) =>
		await clock.run(async () =>
			act(action as Action, options).catch(({ name, message }: Error) => `${name}: ${message}`),
		);
	const change = async <T>(work: (own: Store) => Promise<T>) => await clock.run(() => work(store));
	return { clock, table, ask, change };
}

const UNKNOWN = expect.stringMatching(
	/^UnknownTarget: There is no target "gone"; the settings have hook$/,
);
const position = (target: string) => ({ target, id: 'msg_1', dueAt: NOON });

describe('a list without an item', () => {
	test.each<[string, object, found: unknown]>([
		['of all targets', {}, expect.any(Object)],
		['of a target of the settings', { target: 'hook' }, expect.any(Object)],
		['of a target that the table knows', { target: 'known' }, expect.any(Object)],
		['of another target', { target: 'gone' }, UNKNOWN],
		// Its last letters were put back meanwhile.
		['behind an earlier page', { target: 'gone', after: position('gone') }, expect.any(Object)],
	])('%s', async (_, about, found) => {
		const { ask, change } = await world();
		await change((store) => store.states.change('known', NOON, () => ({ quick: true })));
		const limit = 10;
		expect(await ask({ action: 'listPending', limit, ...about })).toEqual(found);
		expect(await ask({ action: 'listDeadLetters', limit, ...about })).toEqual(found);
		expect(await ask({ action: 'redrive', limit, ...about })).toEqual(found);
	});
});

test('redrive names the letters that it put back, once, and those that are none', async () => {
	const { table, ask, change } = await world();
	const event = { id: 'e', type: 'x', timestamp: '', data: {} };
	const letter = { source: 'staking', attempts: 1, dueAt: NOON, createdAt: NOON, event };
	await change(async (store) => {
		for (const id of ['msg_0', 'msg_1', 'msg_2'])
			await store.addDead({ ...letter, target: 'hook', id }, 'it failed');
	});
	const put = async (...ids: string[]) =>
		await ask({ action: 'redrive', limit: 10, target: 'hook', ids });
	const none = { redriven: [], notFound: ['msg_3'] };
	const first = await ask({ action: 'redrive', limit: 1 });
	expect(first).toEqual({ redriven: ['msg_0'], next: expect.any(String) });
	// Those of a named target are not searched for.
	const { QueryCommand } = table.count.calls;
	expect(await put('msg_1', 'msg_1')).toStrictEqual({ redriven: ['msg_1'] });
	expect(table.count.calls.QueryCommand).toBe(QueryCommand);
	expect(await put('msg_3', 'msg_3')).toEqual(none);
	expect(await put('msg_1', 'msg_2')).toEqual({ redriven: ['msg_2'], notFound: ['msg_1'] });
});

describe('redrive puts back', () => {
	// Dead in this order, long after they were created.
	const letters = [
		['a', 'hook', 0],
		['b', 'other', 10],
		['c', 'hook', 20],
		['d', 'hook', 30],
		['e', 'hook', 40],
	] as const;
	test.each<[string, object, redriven: string, rest?: object]>([
		['all', {}, 'abcde'],
		['those of a target', { target: 'hook' }, 'acde'],
		['those since a time', { since: NOON + 10 }, 'bcde'],
		['those until a time', { until: NOON + 20 }, 'ab'],
		['those between', { since: NOON + 10, until: NOON + 40 }, 'bcd'],
		['some by their ids', { ids: ['b', 'd'] }, 'bd'],
		['ids of a time', { ids: ['a', 'c'], since: NOON + 10 }, 'c', { notFound: ['a'] }],
		['as many as the limit', { limit: 2 }, 'ab', { next: expect.any(String) }],
		['these of a time', { limit: 2, since: NOON + 10 }, 'bc', { next: expect.any(String) }],
	])('%s', async (_, about, redriven, rest = {}) => {
		const { ask, change } = await world();
		const event = { id: 'e', type: 'x', timestamp: '', data: {} };
		await change(async (store) => {
			for (const [at, [id, target, created]] of letters.entries()) {
				const times = { createdAt: NOON + created, dueAt: NOON + 1_000 + at };
				await store.addDead({ id, target, source: 's', attempts: 1, event, ...times }, 'it failed');
			}
		});
		const answer = (await ask({ action: 'redrive', limit: 10, ...about })) as { redriven: string[] };
		expect({ ...answer, redriven: answer.redriven.sort().join('') }).toEqual({ redriven, ...rest });
	});
});

describe('endSilence', () => {
	test('ends one that has not ended, and no other', async () => {
		const { ask, change, clock } = await world();
		const silence = (id: string, until: number) => ({ id, match: [], from: NOON, until }) as never;
		await change((store) =>
			store.held.changeSilences(NOON, () => [silence('a', NOON + 10), silence('b', NOON + 20)]),
		);
		const end = async (id: string) => await ask({ action: 'endSilence', id });
		expect(await end('c')).toMatch(
			/^InvalidEvent: .*id: there is no silence "c", or it has ended/s,
		);
		clock.time = NOON + 10;
		expect(await end('a')).toMatch(/^InvalidEvent: .*id: there is no silence "a"/s);
		expect(await end('b')).toEqual({ ended: 'b' });
		const left = await change((store) => store.held.silences());
		expect(left.map(({ id }) => id)).toEqual(['a']);
		expect(await ask({ action: 'listSilences' })).toEqual({ silences: [] });
	});
});

describe('sources in the table', () => {
	const given = (...names: string[]) => names.map((name) => ({ ...staking, name }));
	/** In the order of the lists: by the item, then by name. */
	const sorted = (names: string[]) =>
		names.toSorted((a, b) => (bucketOf(a) + a < bucketOf(b) + b ? -1 : 1));

	test('are put, listed in pages and deleted', async () => {
		const { ask } = await world();
		const names = Array.from({ length: 250 }, (_, at) => `s${at}`);
		expect(await ask({ action: 'putSources', sources: given(...names) })).toEqual({ put: 250 });
		const all = sorted(names);
		const list = async (more: object) =>
			(await ask({ action: 'listSources', ...more })) as Record<string, unknown>;
		expect(await list({ limit: 249 })).toEqual({
			...{ sources: given(...all.slice(0, 249)), total: 250, next: all[248] },
		});
		expect(await list({ limit: 249, after: all[248] })).toEqual({ sources: given(all[249]) });
		expect(await list({ limit: 250 })).toEqual({ sources: given(...all), total: 250 });
		// Within an item, and behind one that is gone.
		expect(await list({ limit: 1, after: all[100] })).toMatchObject({ next: all[101] });
		const some = [...all.slice(0, 120), ...all.slice(0, 2), 'other', 'other'];
		expect(await ask({ action: 'deleteSources', names: some })).toEqual({
			...{ deleted: expect.arrayContaining(all.slice(0, 120)), notFound: ['other'] },
		});
		expect(await list({ limit: 250, after: all[50] })).toEqual({
			sources: given(...all.slice(120)),
		});
		expect((await list({ limit: 1 })).total).toBe(130);
	});

	test('of the same name are replaced', async () => {
		const { ask } = await world();
		const put = async (network: string) =>
			await ask({ action: 'putSources', sources: [{ ...staking, name: 'a', network }] });
		await put('mainnet');
		expect(await put('fuji')).toEqual({ put: 1 });
		const sources = [{ ...staking, name: 'a', network: 'fuji' }];
		expect(await ask({ action: 'listSources', limit: 9 })).toEqual({ sources, total: 1 });
	});

	test.each<[string, object, object[], RegExp]>([
		[
			'without the setting',
			{},
			given('a'),
			/^InvalidEvent: .*the settings must have "storedSources": true first/s,
		],
		['twice', { storedSources: true }, given('a', 'b', 'a'), /sources\.2: name must occur once/],
		[
			'with a mistake',
			{ storedSources: true },
			[...given('a'), { name: 'b', event: 'moon' }],
			/sources\.1: .*event must be one of/,
		],
	])('%s are refused, and none is put', async (_, settings, sources, said) => {
		const { ask } = await world(settings);
		expect(await ask({ action: 'putSources', sources })).toMatch(said);
		expect(await ask({ action: 'listSources', limit: 9 })).toEqual({ sources: [], total: 0 });
	});

	test('an item that has no room for more is an error with the remedy', async () => {
		const { ask, change } = await world();
		const { randomBytes } = await import('node:crypto');
		const large = [{ name: 'a', text: randomBytes(400_000).toString('base64') }];
		const put = change((store) => store.sources.put(large));
		await expect(put).rejects.toMatchObject({ name: 'SourcesFull' });
		expect(await ask({ action: 'listSources', limit: 9 })).toEqual({ sources: [], total: 0 });
	});
});
