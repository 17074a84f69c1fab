import fc from '../../core/testing/properties';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { lateQueueOf, type Delivery } from '../../lambdas/notify/store';
import type { Store } from '../../lambdas/notify/dynamoStore';
import { virtualClock } from '../../core/testing/virtualClock';
import { TABLE, startTable } from '../../lab/kit/lambda/notifyKit';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { forTests } from '../emulatorForTests';

/**
 * The table in memory, in whose time the classes of the campaign run, gives the same answers as the
 * real one: DynamoDB Local under `npm run opinion -- aws`, its stand-in under `npm run test:slow`.
 */

const NOW = 1_794_052_800_000;
const table = forTests(startTable);

type Act = (store: Store, state: { version: number; due: Map<string, number> }) => Promise<unknown>;

const id = fc.constantFrom('a', 'b', 'c', 'd');
// No two deliveries are due at the same moment: their order is not promised.
let moments = 0;
const nextMoment = () => NOW + ++moments * 1000;

function deliveryOf(target: string, name: string): Delivery {
	const event = { id: name, type: 'staking.transaction', timestamp: 'now', data: { name } };
	const dueAt = nextMoment();
	return { target, id: name, source: 's', event, attempts: 0, dueAt, createdAt: NOW } as Delivery;
}

const add = (target: string) =>
	id.map((name): Act => {
		const delivery = deliveryOf(target, name);
		return async (store, { due }) => {
			const added = await store.addDead(delivery, 'it is gone');
			if (added) due.set(name, delivery.dueAt);
			return added;
		};
	});
const take = (target: string) =>
	fc
		.record({
			name: id,
			attempts: fc.constantFrom(0, 1, 2),
			isLate: fc.boolean(),
			end: fc.constantFrom('none', 'delivered', 'pending', 'dead'),
		})
		.map(({ name, attempts, isLate, end }): Act => {
			const [until, dueAt] = [nextMoment(), nextMoment()];
			const delivery = { ...deliveryOf(target, name), attempts };
			return async ({ queued, events }, { due }) => {
				await events.put(name, delivery.event, NOW);
				const claimed = await queued.claim(delivery, until, isLate ? until + 1 : until - 1);
				if (claimed !== 'taken' || end === 'none') return claimed;
				due.set(name, dueAt);
				if (end === 'delivered') return await queued.delivered([delivery], NOW);
				const how = { dueAt, attempts: attempts + 1, lastError: 'status 500' };
				return await queued.failed(delivery, { to: end as 'pending', ...how }, NOW);
			};
		});
const revive = (target: string) =>
	id.map((name): Act => {
		const now = nextMoment();
		return async (store, { due }) => {
			const { deliveries } = await store.dead(1000, undefined, { target });
			const [dead] = deliveries.filter((one) => one.id === name);
			if (!dead) return undefined;
			due.set(name, now);
			return [dead, await store.revive(dead, now), await store.revive(dead, now)];
		};
	});
const list = (target: string) =>
	fc.record({ size: fc.constantFrom(1, 2, 100), from: id }).map(
		({ size, from }): Act =>
			async (store, { due }) => {
				// Behind a delivery that may be in the queue no more.
				const after = due.has(from) ? { target, id: from, dueAt: due.get(from) ?? 0 } : undefined;
				const queue = lateQueueOf({ id: from });
				const select = { target, until: NOW + moments * 1000 };
				const pending = [
					store.late(queue, size, undefined, select),
					store.late(queue, 100, after, { target }),
				];
				const dead = [store.dead(1000, after, { target }), store.dead(1000, undefined, { target })];
				const pages = await Promise.all([...pending, ...dead]);
				return pages.map(({ deliveries }) => deliveries);
			},
	);
/** A state that is in parts at each second version. */
const stateOf = (version: number) => {
	const noise = Array.from({ length: 12_000 }, (_, at) => Math.sin(at + version).toString(36));
	return { state: { k: `${version}`, v: version % 2 === 1 ? noise.join('') : '' } };
};
const moveCursor = (source: string) =>
	fc.boolean().map(
		(stale): Act =>
			async (store, state) => {
				const from = state.version - (stale ? 1 : 0);
				const cursor = { ...(await store.cursors.read(source)), version: from };
				const moved = await store.cursors.move(source, cursor, stateOf(from));
				if (moved) state.version = from + 1;
				await store.saveFanOutPosition(source, from, { event: from });
				return [moved, await store.cursors.read(source), await store.fanOutPosition(source, from)];
			},
	);

let runs = 0;

test('whatever is written, both tables answer the same', async () => {
	const targets = fc.constant(0).map(() => `t${runs++}`);
	const acts = targets.chain((target) =>
		fc.array(
			fc.oneof(
				add(target),
				take(target),
				take(target),
				revive(target),
				list(target),
				moveCursor(target),
			),
			{ minLength: 5, maxLength: 25 },
		),
	);
	await fc.assert(
		fc.asyncProperty(acts, async (chosen) => {
			const clock = virtualClock(NOW);
			const memory = dynamoStore(memoryTable({ clock }) as never, TABLE);
			const real = dynamoStore(table.client, TABLE);
			const states = [0, 0].map(() => ({ version: 0, due: new Map<string, number>() }));
			for (const act of chosen) {
				const here = await clock.run(() => act(memory, states[0]));
				expect(here).toEqual(await act(real, states[1]));
			}
		}),
		{ numRuns: 20, seed: 16, endOnFailure: true },
	);
});
