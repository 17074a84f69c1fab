import type { NetworkEvent, Severity } from '../../../core';
import { sharedDynamo } from '../../../lab/kit/lambda/backends';
import { memoryKeys } from '../../../lab/kit/lambda/memoryKeys';
import { testClock } from '../../../lab/kit/lambda/notifyKit';
import {
	type SubscriptionsTable,
	sealerOf,
	startSubscriptionsTable,
	SUBSCRIPTIONS,
} from '../../../lab/kit/lambda/subscriptionKit';
import fc, { rounds } from '../../../core/testing/properties';
import { listsFor, rowsOf } from '../../../lambdas/subscriptions/matching';
import { nothingKnown, subscribedRecipients } from '../../../lambdas/subscriptions/recipients';
import {
	type Filters,
	type Subscription,
	nameOf,
} from '../../../lambdas/subscriptions/subscription';
import { tableItems } from '../../../lambdas/notify/tableItems';

/** Subscriptions are found by an index: what an event costs does not depend on how many there are. */

let table: SubscriptionsTable;
beforeEach(async () => {
	table = await startSubscriptionsTable();
});
afterEach(async () => await table.close());

const clock = testClock();
const keys = memoryKeys();
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

const subscription = (at: number, filters: Filters = {}): Subscription => ({
	owner: 'acme',
	id: String(at).padStart(20, '0'),
	version: 1,
	status: 'active',
	format: 'event',
	sealed: new Uint8Array([1]),
	createdAt: 0,
	...filters,
});
async function put(one: Subscription): Promise<void> {
	await table.store.add(one);
	await table.store.addRows(rowsOf(one), one);
}
const event = (type: string, severity?: string, subject?: string): NetworkEvent => ({
	id: `${type}:1`,
	type,
	timestamp: '2026-11-01T00:00:00Z',
	data: { ...(severity && { severity }), ...(subject && { subject }) },
});
const recipients = () => {
	const known = nothingKnown();
	known.sampled.set('validator.joined', clock.now());
	const sealer = sealerOf(keys, table.store);
	return subscribedRecipients({ reader: table.store, sealer, clock, known });
};
async function found(given: NetworkEvent, after?: string): Promise<string[]> {
	const names: string[] = [];
	for await (const page of recipients().targetsFor({ source: 's', event: given }, after ?? '')) {
		names.push(...page);
	}
	return names;
}

test('one of very many is found with the calls that it takes alone', async () => {
	const wanted = event('validator.joined', 'info', NODE);
	await put(subscription(0, { events: ['validator.joined'], subjects: [NODE] }));
	table.called.length = 0;
	expect(await found(wanted)).toHaveLength(1);
	const alone = [...table.called];
	// Eight lists, and the subscription itself.
	expect(alone.sort()).toEqual([...Array.from({ length: 8 }, () => 'Query'), 'BatchGet'].sort());

	// Each of the others has something of the event: its type, its subject or its severity.
	const many = sharedDynamo() ? 100_000 : 2_000;
	const others: Array<(at: number) => Filters> = [
		(at) => ({ events: ['validator.joined'], subjects: [`NodeID-${at}`] }),
		() => ({ events: ['validator.left'], subjects: [NODE] }),
		() => ({ events: ['validator.joined'], severities: ['critical'] }),
		() => ({ severities: ['warning'], subjects: [NODE] }),
	];
	const rows = Array.from({ length: many }, (_, at) => {
		const one = subscription(at + 1, others[at % others.length](at));
		return rowsOf(one).map((row) => ({ ...row, v: 1 }));
	});
	await tableItems(table.documents, SUBSCRIPTIONS).putAll(rows.flat());
	table.called.length = 0;
	expect(await found(wanted)).toHaveLength(1);
	expect(table.called.sort()).toEqual(alone.sort());
}, 300_000);

const TYPES = ['validator.joined', 'validator.left'];
const SEVERITIES: Severity[] = ['info', 'critical'];
const SUBJECTS = [NODE, '0xAbCd', '0xabcd', 'x'.repeat(300), '#'];
const some = <T>(values: readonly T[]) =>
	fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }), { nil: undefined });

test('the index finds what the filters say, in order, and continues after any of them', async () => {
	let next = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({ events: some(TYPES), severities: some(SEVERITIES), subjects: some(SUBJECTS) }),
				{ minLength: 1, maxLength: 8 },
			),
			fc.constantFrom(...TYPES, 'other.type'),
			fc.constantFrom(...SEVERITIES, undefined),
			fc.constantFrom(...SUBJECTS, undefined),
			async (all, type, severity, subject) => {
				const from = nameOf(subscription(next));
				const made = all.map((filters) => subscription((next += 1), filters));
				for (const one of made) await put(one);
				const given = event(type, severity, subject);
				// The rule again, in other words: a list that is given has the value; 0x… has no case.
				const same = (a: string, b?: string) =>
					a === b || (/^0x/.test(a) && a.toLowerCase() === b?.toLowerCase());
				const expected = made
					.filter(
						({ events, severities, subjects }) =>
							(!events || events.includes(type)) &&
							(!severities || (severity !== undefined && severities.includes(severity))) &&
							(!subjects || subjects.some((one) => same(one, subject))),
					)
					.map(nameOf)
					.sort();
				expect(await found(given, from)).toEqual(expected);
				for (const [at, name] of expected.entries()) {
					expect(await found(given, name)).toEqual(expected.slice(at + 1));
				}
			},
		),
		{ numRuns: rounds(30) },
	);
}, 120_000);

test('a name of a target in the settings is before, or behind, all subscriptions', async () => {
	await put(subscription(1));
	expect(await found(event('validator.joined'), 'hook')).toHaveLength(1);
	expect(await found(event('validator.joined'), 'zapier')).toHaveLength(0);
});

test('rows of a subscription that is gone are removed, but not those that a newer version has put', async () => {
	const gone = subscription(1);
	await table.store.addRows(rowsOf(gone), gone);
	const [row] = rowsOf(gone);
	const rowsNow = async () => {
		const rows = [];
		for await (const page of table.store.matching(listsFor(event('any'))[0])) rows.push(...page);
		return rows.length;
	};
	await table.store.addRows([row], { ...gone, version: 5 });
	await table.store.removeRows([row], 4);
	expect(await rowsNow()).toBe(1);
	expect(await found(event('any'))).toEqual([]);
	expect(await rowsNow()).toBe(0);
});
