import type { Delivery } from '../../lambdas/notify/store';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { TABLE, startTable } from '../../lab/kit/lambda/notifyKit';
import { forTests } from '../emulatorForTests';

/**
 * Claims of attempts, on DynamoDB or its stand-in: the item of a delivery, and the attempt that is claimed.
 * Each operand of the condition decides one of these cases.
 */

const NOW = 1_794_052_800_000;
const table = forTests(startTable);

const held = { heldUntil: NOW + 1 };
const over = { heldUntil: NOW - 1 };

test.each<[claim: 'taken' | 'done' | 'busy', attempt: number, item?: object]>([
	['taken', 0, undefined],
	// Not claimed: a later attempt, or a dead letter that was put back.
	['taken', 3, { attempts: 2 }],
	['taken', 3, { attempts: 3 }],
	['done', 3, { attempts: 4 }],
	['done', 3, { attempts: 3, deliveredAt: NOW }],
	// An earlier attempt was claimed: it has failed, or its process has died. A later one was: this one is old.
	['taken', 3, { attempts: 2, claimed: 2, ...held }],
	['done', 3, { attempts: 2, claimed: 2, ...held, deliveredAt: NOW }],
	['done', 3, { attempts: 4, claimed: 4, ...over }],
	['done', 3, { attempts: 2, claimed: 4, ...over }],
	// This attempt was claimed.
	['busy', 3, { attempts: 3, claimed: 3, ...held }],
	['busy', 3, { attempts: 3, claimed: 3, heldUntil: NOW }],
	['taken', 3, { attempts: 3, claimed: 3, ...over }],
	['done', 3, { attempts: 3, claimed: 3, ...over, deliveredAt: NOW }],
])('%s: attempt %i of a delivery with %j', async (claim, attempts, item) => {
	await table.clear();
	const key = { pk: 'delivery#a', sk: 'msg_1' };
	const before = item && { ...key, source: 's', createdAt: NOW, ...item };
	if (before) await table.put(before);
	const { queued } = dynamoStore(table.client, TABLE);
	const delivery = { target: 'a', id: 'msg_1', source: 's', attempts, createdAt: NOW };
	expect(await queued.claim(delivery, NOW + 45_000, NOW)).toBe(claim);
	const claimed = { claimed: attempts, attempts, heldUntil: NOW + 45_000 };
	const after = claim === 'taken' ? { ...before, ...key, ...claimed } : before;
	expect(await table.items()).toEqual([expect.objectContaining(after as object)]);
});

test.each([
	['pending', undefined, { queue: expect.stringContaining('late'), dueAt: NOW + 1 }],
	['dead', undefined, { queue: 'dead', attempts: 3 }],
	['pending', { attempts: 3, claimed: 3, ...held }, { dueAt: NOW + 1, attempts: 3 }],
	['pending', { attempts: 3, deliveredAt: NOW }, undefined],
	['dead', { attempts: 3, deliveredAt: NOW }, undefined],
] as const)(
	'a failure is stored as %s over %j, unless it was delivered',
	async (to, item, stored) => {
		await table.clear();
		const before = item && { pk: 'delivery#a', sk: 'msg_1', source: 's', createdAt: NOW, ...item };
		if (before) await table.put(before);
		const { queued } = dynamoStore(table.client, TABLE);
		const delivery = { target: 'a', id: 'msg_1', source: 's', attempts: 3, createdAt: NOW };
		const failure = { to, dueAt: NOW + 1, attempts: 3, lastError: 'HTTP 500' };
		await queued.failed(delivery, failure, NOW);
		expect(await table.items()).toEqual([stored ? expect.objectContaining(stored) : before]);
	},
);

test.each([
	[true, { queue: 'late#1', dueAt: NOW }],
	[false, { queue: 'late#1', dueAt: NOW + 1 }],
	[false, { queue: 'late#1', dueAt: NOW - 1 }],
	[false, { queue: 'dead', dueAt: NOW }],
	[false, {}],
])('%s: a delivery with %j is handed over', async (isHandedOver, changed) => {
	await table.clear();
	const before = { pk: 'delivery#a', sk: 'msg_1', attempts: 2, ...changed };
	await table.put(before);
	const { queued } = dynamoStore(table.client, TABLE);
	const delivery = {
		target: 'a',
		id: 'msg_1',
		source: 's',
		attempts: 2,
		createdAt: NOW,
		dueAt: NOW,
	};
	expect(await queued.handedOver(delivery as Delivery, 'late#1', NOW)).toBe(isHandedOver);
	const [{ expiresAt, ...after }] = await table.items();
	const { pk, sk, attempts } = before;
	expect(after).toEqual(isHandedOver ? { pk, sk, attempts } : before);
	expect(expiresAt !== undefined).toBe(isHandedOver);
});

test('an event is fanned out once that is noted, if it is stored', async () => {
	await table.clear();
	const { events } = dynamoStore(table.client, TABLE);
	expect(await events.isFannedOut('msg_1')).toBe(false);
	await events.markFannedOut('msg_1');
	expect(await table.items()).toEqual([]);
	await table.put({ pk: 'event#msg_1', sk: 'event' });
	expect(await events.isFannedOut('msg_1')).toBe(false);
	await events.markFannedOut('msg_1');
	expect(await events.isFannedOut('msg_1')).toBe(true);
});
