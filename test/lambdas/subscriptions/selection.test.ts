import type { NetworkEvent } from '../../../core';
import {
	beyondAllowed,
	boundsOf,
	isAllowed,
	listsFor,
	rowsOf,
	wants,
} from '../../../lambdas/subscriptions/matching';
import { subscribedRecipients } from '../../../lambdas/subscriptions/recipients';
import { type Subscription, nameOf } from '../../../lambdas/subscriptions/subscription';

/** Rules of the index, and what is read of the table, each by itself. */

const KEY = { owner: 'acme', id: 'a'.repeat(20) };
const eventOf = (data: object = {}): NetworkEvent => ({
	...{ id: 'x', type: 'validator.joined', timestamp: '2026-11-01T00:00:00Z', data: { ...data } },
});

test.each<[string, string, boolean]>([
	['0xAB', '0xab', true],
	['0XAB', '0xab', true],
	['0xABg', '0xabg', false],
	['x0xAB', 'x0xab', false],
	['NodeID-Ab', 'NodeID-ab', false],
	['NodeID-Ab', 'NodeID-Ab', true],
	['A'.repeat(201), 'A'.repeat(201), true],
	['A'.repeat(201), 'A'.repeat(202), false],
	[`0x${'A'.repeat(300)}`, `0x${'a'.repeat(300)}`, true],
])('a subscription to the subject %s gets events of %s: %s', (subscribed, subject, isSame) => {
	const rows = rowsOf({ ...KEY, subjects: [subscribed] }).map(({ pk }) => pk);
	expect(listsFor(eventOf({ subject })).some(({ pk }) => rows.includes(pk))).toBe(isSame);
	const given = { source: 's', event: eventOf({ subject }) };
	expect(wants({ subjects: [subscribed] }, given)).toBe(isSame);
});

test('keys of the index have subjects of up to 200 characters, and digests of longer ones', () => {
	const keyOf = (subject: string) => rowsOf({ ...KEY, subjects: [subject] })[0].pk;
	expect(keyOf('A'.repeat(200))).toBe(`match#*#=${'A'.repeat(200)}`);
	expect(keyOf('A'.repeat(201))).toMatch(/^match#\*##[\w-]{43}$/);
});

test('an event is in the lists of its parts that are texts, and of all', () => {
	const listed = (data: object) => listsFor(eventOf(data)).map((list) => Object.values(list));
	const severities = (pk: string) => [
		[pk, '*'],
		[pk, 'warning'],
	];
	expect(listed({ severity: 5, subject: 5 })).toEqual([
		['match#*#*', '*'],
		['match#validator.joined#*', '*'],
	]);
	expect(listed({ severity: 'warning', subject: 'a' })).toEqual([
		...severities('match#*#*'),
		...severities('match#*#=a'),
		...severities('match#validator.joined#*'),
		...severities('match#validator.joined#=a'),
	]);
});

test('a list is read from its beginning, or behind a target', () => {
	const list = { pk: '', severity: 'warning' };
	expect(boundsOf(list)).toEqual({ from: 'warning#', to: 'warning#\u007f' });
	expect(boundsOf(list, 'a')).toEqual({ from: 'warning#a\u0000', to: 'warning#\u007f' });
});

test('filters select by all that they have', () => {
	const given = { source: 's', event: eventOf({ severity: 'warning', subject: 'a' }) };
	expect(wants({}, given)).toBe(true);
	expect(
		wants({ severities: ['warning'], sources: ['s'], events: ['validator.joined'] }, given),
	).toBe(true);
	expect(wants({ severities: ['critical'] }, given)).toBe(false);
	expect(wants({ severities: ['warning'] }, { ...given, event: eventOf() })).toBe(false);
	for (const other of [{ sources: ['t'] }, { events: ['validator.left'] }, { subjects: ['b'] }]) {
		expect([wants(other, given), isAllowed(other, given)]).toEqual([false, false]);
	}
	expect(isAllowed(undefined, given)).toBe(true);
});

test('filters are within what a token allows, with each of their values', () => {
	const allowed = { events: ['validator.joined', 'validator.left'], subjects: ['0xAb'] };
	const beyond = (filters: object) => beyondAllowed(filters, allowed).map(([field]) => field);
	expect(beyond({})).toEqual(['events', 'subjects']);
	expect(beyond({ events: ['validator.joined'], subjects: ['0xaB'] })).toEqual([]);
	expect(
		beyond({ events: ['validator.joined', 'validator.tip'], subjects: ['0xab', '0xac'] }),
	).toEqual(['events', 'subjects']);
	expect(beyondAllowed({ events: ['validator.tip'] })).toEqual([]);
	expect(beyondAllowed({}, { events: allowed.events })).toEqual([
		['events', 'must be among those that the token allows: validator.joined, validator.left'],
	]);
});

/** A table of one subscription, which answers as told; rows have the versions given. */
function tableOf(
	answers: { stale?: Partial<Subscription>; newest?: Partial<Subscription> },
	...versions: number[]
) {
	const clock = { time: 1_000_000, now: () => clock.time };
	const calls: unknown[] = [];
	const subscription = (more: Partial<Subscription> = {}): Subscription => ({
		...{ ...KEY, version: 1, status: 'active', format: 'event', createdAt: 0 },
		...{ sealed: new Uint8Array(), ...more },
	});
	const one = (more?: Partial<Subscription>) => more && subscription(more);
	const reader = {
		async *matching({ pk }: { pk: string }) {
			const rows = versions.map((version) => ({ pk, sk: '*#', name: nameOf(KEY), version }));
			if (pk === 'match#*#*') yield await Promise.resolve(rows);
		},
		findMany: async (names: string[]) => {
			calls.push(['findMany', ...names]);
			const found = one(answers.stale);
			return await Promise.resolve(new Map(found ? names.map((name) => [name, found]) : []));
		},
		find: async () => await Promise.resolve(one(answers.newest)),
		removeRows: async (rows: unknown[], upTo: number) => {
			await Promise.resolve(calls.push(['removeRows', rows.length, upTo]));
		},
		noteSample: async () => await Promise.resolve(calls.push('noteSample')),
	};
	const known = { sampled: new Map([['validator.joined', clock.time]]), recent: new Map() };
	const options = { reader, sealer: {}, clock, known } as unknown as Parameters<
		typeof subscribedRecipients
	>[0];
	const recipients = subscribedRecipients(options);
	const given = { source: 's', event: eventOf() };
	const targets = async (after?: string) => {
		const found: string[] = [];
		for await (const page of recipients.targetsFor(given, after)) found.push(...page);
		return found;
	};
	return { clock, calls, targets, answers, versions, known, end: recipients.end };
}

const removals = (calls: unknown[]) =>
	calls.filter((call) => Array.isArray(call) && call[0] === 'removeRows');

test.each<[string, Partial<Subscription> | undefined, Partial<Subscription> | undefined, boolean]>([
	['that is gone', undefined, undefined, true],
	['that has ended', { status: 'ended' }, { status: 'ended' }, true],
	['that ends now', { expiration: 1_000_000 }, { expiration: 1_000_000 }, true],
	['that is not found in what is a second old', undefined, {}, false],
	['that is not proven yet', undefined, { status: 'pending' }, false],
	['that its owner has started again', { status: 'ended' }, { version: 2 }, false],
	['that is paused for its proof', { status: 'pending' }, { status: 'pending' }, false],
])('rows of a subscription %s', async (_, stale, newest, isRemoved) => {
	const { calls, targets } = tableOf({ stale, newest }, 2, 5, 3);
	expect(await targets()).toEqual([]);
	expect(removals(calls)).toEqual(isRemoved ? [['removeRows', 3, 5]] : []);
});

test('a subscription that is on is read again after a second, or for a row of a later version', async () => {
	const { clock, calls, targets, versions } = tableOf({ stale: { version: 2 } }, 1, 2);
	const readsAfter = async (ms: number) => {
		clock.time += ms;
		calls.length = 0;
		expect(await targets()).toEqual([nameOf(KEY)]);
		return calls.length;
	};
	expect([await readsAfter(0), await readsAfter(999), await readsAfter(1)]).toEqual([1, 0, 1]);
	versions.push(3);
	expect([await readsAfter(0), await readsAfter(0)]).toEqual([1, 1]);
});

test('what was read again is not in the way of what is older', async () => {
	const { clock, known, targets, calls, versions } = tableOf({ stale: { version: 2 } }, 1);
	await targets();
	const other = { one: {} as Subscription, at: clock.time + 600 };
	known.recent.set('sub:other:b', other);
	clock.time += 900;
	versions.push(3);
	await targets();
	clock.time += 800;
	calls.length = 0;
	await targets();
	expect(known.recent.has('sub:other:b')).toBe(false);
});

test('an event is kept as the sample of its type once an hour, by the first of its parts', async () => {
	const { clock, calls, targets, known } = tableOf({});
	const noted = async (ms: number, after?: string) => {
		clock.time += ms;
		calls.length = 0;
		await targets(after);
		return calls.includes('noteSample');
	};
	expect(await noted(60 * 60_000 - 1)).toBe(false);
	expect(await noted(1, 'a')).toBe(false);
	expect([await noted(0), await noted(0)]).toEqual([true, false]);
	known.sampled.clear();
	expect([await noted(0), await noted(0)]).toEqual([true, false]);
});

test('the end of what is no subscription, is gone or has ended changes nothing', async () => {
	const url = 'https://a.example.org/';
	const { end } = tableOf({});
	expect(await end({ name: 'configured', url }, '410')).toBe(false);
	expect(await end({ name: nameOf(KEY), url }, '410')).toBe(true);
	const ended = tableOf({ newest: { status: 'ended' } });
	expect(await ended.end({ name: nameOf(KEY), url }, '410')).toBe(true);
	expect(ended.calls).toEqual([]);
});
