import {
	type DynamoDBDocumentClient,
	PutCommand,
	QueryCommand,
	UpdateCommand,
	type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { NetworkEvent } from '../../core';
import { cursors } from './cursors';
import {
	type Delivery,
	type FanOutPosition,
	LAG_MS,
	QUEUE_INDEX,
	type QueuePage,
	type QueuePosition,
	type Settlement,
	type Store,
	type TargetStates,
	pack,
	unpack,
} from './store';
import { queuedStore } from './queuedStore';
import { type StoredEvents, storedEvents } from './storedEvents';
import { storedSources } from './storedSources';
import { type TableItem, expiry, happened, tableItems } from './tableItems';

const DAY_SECONDS = 24 * 60 * 60;
/**
 * Time for which deliveries are kept (s), longer than any run can return to an event: a repeated
 * event is recognized.
 */
const KEEP_DELIVERED = 30 * DAY_SECONDS;
const KEEP_DEAD = 90 * DAY_SECONDS;

const keyOf = ({ target, id }: Pick<Delivery, 'target' | 'id'>) => ({
	pk: `delivery#${target}`,
	sk: id,
});
const fanOutKey = (source: string) => ({ pk: `source#${source}`, sk: 'fan-out' });
const TARGETS_KEY = { pk: 'targets', sk: 'state' };
const leaseKey = (target: string) => ({ pk: `lease#${target}`, sk: 'lease' });
const leaseEnd = (now: number) => ({ expiresAt: expiry(now, DAY_SECONDS) });
const DEAD = 'dead';
const pendingOf = (target: string) => `pending#${target}`;

const targetOf = (pk: unknown) => String(pk).slice('delivery#'.length);

function positionOf({ pk, sk, dueAt }: TableItem): QueuePosition {
	return { target: targetOf(pk), id: String(sk), dueAt: Number(dueAt) };
}

async function deliveryOf(item: TableItem, events: Pick<StoredEvents, 'get'>): Promise<Delivery> {
	const { pk, sk, event: own, ...rest } = item as TableItem & { sk: string; event?: string };
	const { source, attempts, dueAt, createdAt, lastError } = rest as unknown as Delivery;
	const delivery = { target: targetOf(pk), id: sk, source, attempts, dueAt, createdAt, lastError };
	const event = own === undefined ? await events.get(sk) : (JSON.parse(own) as NetworkEvent);
	return event ? { ...delivery, event } : { ...delivery, event: missing(delivery), lost: true };
}

const NO_EVENTS: Pick<StoredEvents, 'get'> = { get: async () => undefined };

/** Stands for an event that is not in the table any more. */
function missing({ id, createdAt }: Pick<Delivery, 'id' | 'createdAt'>): NetworkEvent {
	const timestamp = new Date(createdAt).toISOString();
	return { id, type: 'notify.lostEvent', timestamp, data: {} };
}

/** The store in a DynamoDB table. */
export function dynamoStore(client: Pick<DynamoDBDocumentClient, 'send'>, table: string): Store {
	const TableName = table;
	const update = (input: Omit<UpdateCommandInput, 'TableName'>) =>
		client.send(new UpdateCommand({ TableName, ...input }));
	const { get, move } = tableItems(client, table);
	const events = storedEvents(client, table);
	/** One page of a queue; of one target, if there is one. */
	async function query(
		queue: string,
		limit: number,
		after?: QueuePosition,
		{ target, from, bare = false }: { target?: string; from?: number; bare?: boolean } = {},
	): Promise<QueuePage> {
		const only = target !== undefined && { ':pk': keyOf({ target, id: '' }).pk };
		// All entries after a position are due later than it.
		const since = from !== undefined && !after && { ':from': from };
		const { Items = [], LastEvaluatedKey } = await client.send(
			new QueryCommand({
				TableName,
				IndexName: QUEUE_INDEX,
				KeyConditionExpression: since ? 'queue = :queue AND dueAt >= :from' : 'queue = :queue',
				...(only && { FilterExpression: 'pk = :pk' }),
				ExpressionAttributeValues: { ':queue': queue, ...only, ...since },
				Limit: limit,
				ExclusiveStartKey: after && { ...keyOf(after), queue, dueAt: after.dueAt },
			}),
		);
		const next = LastEvaluatedKey && positionOf(LastEvaluatedKey);
		const deliveries = await Promise.all(
			Items.map(async (item) => await deliveryOf(item, bare ? NO_EVENTS : events)),
		);
		return { deliveries, ...(next && { next }) };
	}

	return {
		...cursors(client, table),
		events,
		queued: queuedStore(client, table, events),
		sources: storedSources(client, table),

		async fanOutPosition(source, version) {
			const item = await get(fanOutKey(source));
			if (item?.version !== version) return undefined;
			const { event, target } = item as unknown as FanOutPosition;
			return { event, ...(target !== undefined && { target }) };
		},

		async saveFanOutPosition(source, version, position) {
			const Item = { ...fanOutKey(source), version, ...position };
			await client.send(new PutCommand({ TableName, Item }));
		},

		async targets() {
			const item = await get(TARGETS_KEY);
			if (!item) return { version: 0, targets: {} };
			return {
				version: item.version as number,
				targets: unpack<TargetStates>(item.data as Uint8Array),
			};
		},

		moveTargets(from, targets) {
			return move({ ...TARGETS_KEY, version: from + 1, data: pack(targets) }, from);
		},

		async addDelivery(delivery, dead) {
			const { target: _target, id, event, lost: _lost, ...rest } = delivery;
			// A delivery without its event could not be sent: the event comes first.
			await events.put(id, event, delivery.createdAt);
			if (dead !== undefined) await events.keepForDead(id, delivery.createdAt);
			const Item = {
				...keyOf(delivery),
				...rest,
				queue: dead === undefined ? pendingOf(delivery.target) : DEAD,
				...(dead !== undefined && {
					lastError: dead,
					expiresAt: expiry(delivery.createdAt, KEEP_DEAD),
				}),
			};
			const ConditionExpression = 'attribute_not_exists(pk)';
			return await happened(client.send(new PutCommand({ TableName, Item, ConditionExpression })));
		},

		pending: (target, limit, after) => query(pendingOf(target), limit, after),

		late: (queue, limit, after, target) => query(queue, limit, after, { target }),

		dead: (limit, after, target, select) => query(DEAD, limit, after, { target, ...select }),

		isDead: async (target, id) => (await get(keyOf({ target, id })))?.queue === DEAD,

		async claim(delivery, until) {
			let claimed: TableItem | undefined;
			const taken = update({
				Key: keyOf(delivery),
				UpdateExpression: 'SET dueAt = :until',
				ConditionExpression: 'queue = :pending AND dueAt = :seen',
				ExpressionAttributeValues: {
					':until': until,
					':pending': pendingOf(delivery.target),
					':seen': delivery.dueAt,
				},
				ReturnValues: 'ALL_NEW',
			}).then(({ Attributes }) => (claimed = Attributes));
			return (await happened(taken)) && claimed ? await deliveryOf(claimed, events) : undefined;
		},

		async settle(claimed, settlement) {
			if (settlement.to === 'dead') await events.keepForDead(claimed.id, settlement.at);
			return await happened(
				update({
					Key: keyOf(claimed),
					ConditionExpression: 'queue = :pending AND dueAt = :held',
					...settled(settlement, {
						':pending': pendingOf(claimed.target),
						':held': claimed.dueAt,
					}),
				}),
			);
		},

		async lease(target, holder, until, now) {
			let before: TableItem | undefined;
			const taken = client
				.send(
					new PutCommand({
						TableName,
						Item: { ...leaseKey(target), heldBy: holder, heldUntil: until, ...leaseEnd(now) },
						ConditionExpression: 'attribute_not_exists(pk) OR heldUntil < :now OR heldBy = :holder',
						ExpressionAttributeValues: { ':now': now, ':holder': holder },
						ReturnValues: 'ALL_OLD',
					}),
				)
				.then(({ Attributes }) => (before = Attributes));
			if (!(await happened(taken))) return undefined;
			const { heldBy, heldUntil, releasedAt = heldUntil } = before ?? {};
			return {
				shared: before !== undefined && heldBy !== holder && now - Number(releasedAt) < LAG_MS,
			};
		},

		async release(target, holder, now) {
			await happened(
				update({
					Key: leaseKey(target),
					UpdateExpression: 'SET heldUntil = :none, releasedAt = :now',
					ConditionExpression: 'heldBy = :holder',
					ExpressionAttributeValues: { ':none': 0, ':now': now, ':holder': holder },
				}),
			);
		},

		async revive(dead, now) {
			await events.keepForDead(dead.id, now);
			return await happened(
				update({
					Key: keyOf(dead),
					UpdateExpression: 'SET queue = :pending, dueAt = :now, attempts = :none REMOVE expiresAt',
					ConditionExpression: 'queue = :dead',
					ExpressionAttributeValues: {
						':pending': pendingOf(dead.target),
						':now': now,
						':none': 0,
						':dead': DEAD,
					},
				}),
			);
		},
	};
}

function settled(settlement: Settlement, values: TableItem) {
	switch (settlement.to) {
		case 'delivered':
			return {
				UpdateExpression: 'SET deliveredAt = :at, expiresAt = :expiry REMOVE queue, dueAt',
				ExpressionAttributeValues: {
					...values,
					':at': settlement.at,
					':expiry': expiry(settlement.at, KEEP_DELIVERED),
				},
			};
		case 'pending':
			return {
				UpdateExpression: 'SET dueAt = :due, attempts = :attempts, lastError = :error',
				ExpressionAttributeValues: {
					...values,
					':due': settlement.dueAt,
					':attempts': settlement.attempts,
					':error': settlement.lastError,
				},
			};
		case 'dead':
			return {
				UpdateExpression:
					'SET queue = :dead, dueAt = :at, attempts = :attempts, lastError = :error, expiresAt = :expiry',
				ExpressionAttributeValues: {
					...values,
					':dead': DEAD,
					':at': settlement.at,
					':attempts': settlement.attempts,
					':error': settlement.lastError,
					':expiry': expiry(settlement.at, KEEP_DEAD),
				},
			};
	}
}
