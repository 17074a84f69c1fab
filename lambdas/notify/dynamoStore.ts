import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NetworkEvent } from '../../core/events/event';
import { cursors } from './cursors';
import {
	type Delivery,
	type FanOutPosition,
	LAG_MS,
	QUEUE_INDEX,
	type QueuePage,
	type QueuePosition,
	type Store,
} from './store';
import { queuedStore } from './queuedStore';
import { type StoredEvents, storedEvents } from './storedEvents';
import { lateQueueOf } from './lateQueues';
import { storedSources } from './storedSources';
import { storedStates } from './targetStates';
import {
	ABSENT,
	DAY_SECONDS,
	type TableCalls,
	type TableItem,
	expiry,
	happened,
	tableItems,
} from './tableItems';

const KEEP_DEAD = 90 * DAY_SECONDS;

const keyOf = ({ target, id }: Pick<Delivery, 'target' | 'id'>) => ({
	pk: `delivery#${target}`,
	sk: id,
});
const fanOutKey = (source: string) => ({ pk: `source#${source}`, sk: 'fan-out' });
const leaseKey = (name: string) => ({ pk: `lease#${name}`, sk: 'lease' });
const leaseEnd = (now: number) => ({ expiresAt: expiry(now, DAY_SECONDS) });
const DEAD = 'dead';

const targetOf = (pk: unknown) => String(pk).slice('delivery#'.length);

function positionOf({ pk, sk, dueAt }: TableItem): QueuePosition {
	return { target: targetOf(pk), id: String(sk), dueAt: Number(dueAt) };
}

async function deliveryOf(item: TableItem, events: Pick<StoredEvents, 'get'>): Promise<Delivery> {
	const { pk, sk, ...rest } = item as TableItem & { sk: string };
	const { source, attempts, dueAt, createdAt, lastError } = rest as unknown as Delivery;
	const delivery = { target: targetOf(pk), id: sk, source, attempts, dueAt, createdAt, lastError };
	const event = await events.get(sk);
	return event ? { ...delivery, event } : { ...delivery, event: missing(delivery), lost: true };
}

const NO_EVENTS: Pick<StoredEvents, 'get'> = { get: async () => undefined };

/** Stands for an event that is not in the table any more. */
function missing({ id, createdAt }: Pick<Delivery, 'id' | 'createdAt'>): NetworkEvent {
	const timestamp = new Date(createdAt).toISOString();
	return { id, type: 'notify.lostEvent', timestamp, data: {} };
}

/** The part of a queue of the index that is read. */
interface Selection {
	target?: string;
	/** Unix milliseconds. */
	from?: number;
	until?: number;
	bare?: boolean;
}

/** The store in a DynamoDB table. */
export function dynamoStore(client: TableCalls, table: string): Store {
	const { get, put, update, page } = tableItems(client, table);
	const events = storedEvents(client, table);
	/** One page of a queue; of one target, if there is one. */
	async function query(
		queue: string,
		limit: number,
		after?: QueuePosition,
		{ target, from, until, bare = false }: Selection = {},
	): Promise<QueuePage> {
		const only = target !== undefined && { ':pk': keyOf({ target, id: '' }).pk };
		// All entries after a position are due later than it.
		const since = from !== undefined && !after && { ':from': from };
		const end = until !== undefined && { ':until': until };
		const due = [since && 'dueAt >= :from', end && 'dueAt <= :until'].filter(Boolean);
		const { Items = [], LastEvaluatedKey } = await page(
			['queue = :queue', ...due].join(' AND '),
			{ ':queue': queue, ...only, ...since, ...end },
			{
				IndexName: QUEUE_INDEX,
				...(only && { FilterExpression: 'pk = :pk' }),
				Limit: limit,
				ExclusiveStartKey: after && { ...keyOf(after), queue, dueAt: after.dueAt },
			},
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
		states: storedStates(client, table, QUEUE_INDEX),

		async fanOutPosition(source, version) {
			const item = await get(fanOutKey(source));
			if (item?.version !== version) return undefined;
			const { event, target } = item as unknown as FanOutPosition;
			return { event, ...(target !== undefined && { target }) };
		},

		async saveFanOutPosition(source, version, position) {
			await put({ ...fanOutKey(source), version, ...position });
		},

		async addDead(delivery, lastError) {
			const { target: _target, id, event, lost: _lost, ...rest } = delivery;
			// A letter without its event could not be sent again: the event comes first.
			await events.put(id, event, delivery.createdAt);
			await events.keepForDead(id, delivery.createdAt);
			const expiresAt = expiry(delivery.createdAt, KEEP_DEAD);
			const letter = { ...keyOf(delivery), ...rest, queue: DEAD, lastError, expiresAt };
			return await put(letter, ABSENT);
		},

		late: query,

		async countLate(queue) {
			const options = { IndexName: QUEUE_INDEX, Select: 'COUNT' } as const;
			const { Count = 0 } = await page('queue = :queue', { ':queue': queue }, options);
			return Count;
		},

		dead: (limit, after, target, select) => query(DEAD, limit, after, { target, ...select }),

		isDead: async (target, id) => (await get(keyOf({ target, id })))?.queue === DEAD,

		async lease(name, holder, until, now) {
			let before: TableItem | undefined;
			const taken = client
				.send(
					new PutCommand({
						TableName: table,
						Item: { ...leaseKey(name), heldBy: holder, heldUntil: until, ...leaseEnd(now) },
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

		async release(name, holder, now) {
			await update(
				leaseKey(name),
				'SET heldUntil = :none, releasedAt = :now',
				{ ':none': 0, ':now': now, ':holder': holder },
				'heldBy = :holder',
			);
		},

		async revive(dead, now) {
			await events.keepForDead(dead.id, now);
			return await update(
				keyOf(dead),
				'SET queue = :late, dueAt = :now, attempts = :none REMOVE expiresAt',
				{ ':late': lateQueueOf(dead), ':now': now, ':none': 0, ':dead': DEAD },
				'queue = :dead',
			);
		},
	};
}
