import {
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { tableItems } from '../../../lambdas/notify/tableItems';
import { activate, replace } from '../../../lambdas/subscriptions/activate';
import { dynamoSubscriptions } from '../../../lambdas/subscriptions/dynamoStore';
import { rowsOf } from '../../../lambdas/subscriptions/matching';
import { nameOf } from '../../../lambdas/subscriptions/subscription';
import type { AttemptRecord } from '../../../lambdas/subscriptions/store';

/** The table of subscriptions: counts, and the order of lists. */

const NOW = 1_794_052_800_000;
let bench: SubscriptionsBench;
let store: ReturnType<typeof dynamoSubscriptions>;
beforeAll(async () => {
	bench = await startSubscriptionsBench();
	store = dynamoSubscriptions(bench.table.client, 'subscriptions');
});
afterAll(async () => await bench.close());

test('calls are counted by the minute, and their counts end', async () => {
	const count = (now: number) => store.countCall('o', now, 2);
	expect([await count(NOW), await count(NOW + 59_999), await count(NOW + 59_999)]).toEqual([
		true,
		true,
		false,
	]);
	expect(await count(NOW + 60_000)).toBe(true);
	const minute = {
		pk: 'owner#o',
		sk: `minute#${NOW / 60_000}`,
		n: 2,
		expiresAt: expect.anything(),
	};
	expect(await bench.table.items()).toContainEqual(minute);
});

test('attempts are listed in pages, the newest first', async () => {
	const attemptAt = (at: number, target = 't') =>
		({ target, message: 'm', type: 'a', at, attempt: 1, outcome: 'delivered' }) as AttemptRecord;
	await store.noteAttempts([
		attemptAt(NOW),
		attemptAt(NOW + 1),
		attemptAt(NOW + 2),
		attemptAt(NOW, 'u'),
	]);
	const first = await store.attempts('t', 2);
	expect(first.items).toEqual([attemptAt(NOW + 2), attemptAt(NOW + 1)]);
	expect(await store.attempts('t', 2, first.next)).toStrictEqual({ items: [attemptAt(NOW)] });
	expect(await store.attempts('none', 2)).toStrictEqual({ items: [] });
});

test('samples are those of the newest events; all tokens are listed', async () => {
	const event = { id: 'e', type: 'b', timestamp: '2026-11-07T12:00:00Z', data: {} };
	await store.noteSample({ source: 's', event: { ...event, type: 'a' } }, NOW + 1);
	await store.noteSample({ source: 's', event }, NOW + 2);
	await store.noteSample({ source: 's', event: { ...event, type: 'c' } }, NOW);
	expect((await store.samples()).map(({ event: { type } }) => type)).toEqual(['b', 'a', 'c']);
	await bench.token();
	await bench.token();
	expect(await store.tokens()).toHaveLength(2);
});

test('an owner reserves up to the limit; a count that is too large is counted again', async () => {
	const counts = async () => (await bench.table.items()).find(({ sk }) => sk === 'count')?.n;
	const add = (id: string) => store.add({ owner: 'r', id, status: 'ended', endedAt: NOW } as never);
	await add('1');
	expect([await store.reserve('r', 1), await counts()]).toEqual([true, 1]);
	await add('2');
	expect([await store.reserve('r', 1), await counts()]).toEqual([false, 1]);
	await store.remove({ owner: 'r', id: '1' });
	expect([await store.reserve('r', 1), await counts()]).toEqual([true, 1]);
	// Another call has changed the count between its reading and its change.
	let changes = 0;
	bench.table.hook.before = (name) => {
		if (name !== 'Update' || ++changes !== 2) return;
		throw Object.assign(new Error(), { name: 'ConditionalCheckFailedException' });
	};
	expect([await store.reserve('r', 1), await counts(), changes]).toEqual([true, 1, 4]);
	bench.table.hook.before = undefined;
	// It may also have made the count smaller.
	changes = 0;
	const send = async (command: never) => {
		if ((command as object).constructor.name === 'UpdateCommand' && ++changes === 2)
			await tableItems(bench.table.client, 'subscriptions').put({
				pk: 'owner#r',
				sk: 'count',
				n: 0,
			});
		return await bench.table.client.send(command);
	};
	const racing = dynamoSubscriptions({ send } as never, 'subscriptions');
	expect([await racing.reserve('r', 1), await counts(), changes]).toEqual([true, 1, 3]);
});

test.each(['active', 'ended'] as const)(
	'a call behind another one, after which a subscription is %s, leaves no rows',
	async (status) => {
		const before = {
			...{ owner: 'c', id: status, version: 1, status: 'pending' as const, format: 'event' },
			...{ sealed: new Uint8Array(1), createdAt: NOW, events: ['a'] },
		};
		const next = { ...before, version: 2, status: 'active' as const, events: ['b'] };
		const newest = { ...before, version: 2, status, events: ['c'] };
		const rows = async () => {
			const all = await bench.table.items();
			return all
				.filter(({ sk }) => String(sk).endsWith(nameOf(before)))
				.map(({ pk, sk }) => ({ pk, sk }));
		};
		const options = { store, measure: () => undefined } as never;
		await store.add(before);
		await store.move(1, newest);
		if (status === 'active') await store.addRows(rowsOf(newest), newest);
		const own = status === 'active' ? rowsOf(newest) : [];
		expect(await replace(options, before, next)).toBe(false);
		expect(await rows()).toEqual(own);
		const activated = activate(options, before);
		if (status === 'active') expect(await activated).toMatchObject({ events: ['c'] });
		else await expect(activated).rejects.toMatchObject({ status: 409 });
		expect(await rows()).toEqual(own);
	},
);
