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
	LATE_QUEUES,
	lateQueueOf,
} from './store';
import { heldStore } from './heldStore';
import { queuedStore } from './queuedStore';
import { storedEvents } from './storedEvents';
import { storedSources } from './storedSources';
import { storedStates } from './targetStates';
import {
	ABSENT,
	DAY_SECONDS,
	KEEP_DEAD,
	type TableCalls,
	type TableItem,
	deliveryKey,
	expiry,
	happened,
	tableItems,
} from './tableItems';

const fanOutKey = (source: string) => ({ pk: `source#${source}`, sk: 'fan-out' });
const leaseKey = (name: string) => ({ pk: `lease#${name}`, sk: 'lease' });
const leaseEnd = (now: number) => ({ expiresAt: expiry(now, DAY_SECONDS) });
const DEAD = 'dead';

const targetOf = (pk: unknown) => String(pk).slice('delivery#'.length);

function positionOf({ pk, sk, dueAt }: TableItem): QueuePosition {
	return { target: targetOf(pk), id: String(sk), dueAt: Number(dueAt) };
}

function deliveryOf({ pk, sk, ...rest }: TableItem, event: NetworkEvent | undefined): Delivery {
	const { source, attempts, dueAt, createdAt, lastError } = rest as unknown as Delivery;
	const id = String(sk);
	const delivery = { target: targetOf(pk), id, source, attempts, dueAt, createdAt, lastError };
	if (event) return { ...delivery, event };
	// It is not in the table any more.
	const timestamp = new Date(createdAt).toISOString();
	const lost = { id, type: 'notify.lostEvent', timestamp, data: {} };
	return { ...delivery, event: lost, lost: true };
}

/** The part of a queue of the index that is read. */
interface Selection {
	/** Only its deliveries: a page may then have fewer than requested, or none, although there is a next one. */
	target?: string;
	/** Unix milliseconds: only what became due then or later, or until then. */
	from?: number;
	until?: number;
	/** True: without the events, which are not read. */
	bare?: boolean;
}

export type Store = ReturnType<typeof dynamoStore>;

/** The store of notify in a DynamoDB table. Writes with a condition return whether they took place. */
export function dynamoStore(client: TableCalls, table: string) {
	const items = tableItems(client, table);
	const { get, put, update, page } = items;
	const events = storedEvents(items);
	/** One page of a queue; of one target, if there is one. */
	async function query(
		queue: string,
		limit: number,
		after?: QueuePosition,
		{ target, from, until, bare = false }: Selection = {},
	): Promise<QueuePage> {
		const only = target !== undefined && { ':pk': deliveryKey({ target, id: '' }).pk };
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
				ExclusiveStartKey: after && { ...deliveryKey(after), queue, dueAt: after.dueAt },
			},
		);
		const next = LastEvaluatedKey && positionOf(LastEvaluatedKey);
		const deliveries = await Promise.all(
			Items.map(async (item) =>
				deliveryOf(item, bare ? undefined : await events.get(String(item.sk))),
			),
		);
		return { deliveries, ...(next && { next }) };
	}

	let held: ReturnType<typeof heldStore> | undefined;
	return {
		items,
		events,
		/** The store of held events; one for all calls, since it remembers what it has put. */
		get held() {
			return (held ??= heldStore(items, this.states));
		},
		get cursors() {
			return cursors(items);
		},
		get queued() {
			return queuedStore(items, events);
		},
		get sources() {
			return storedSources(items);
		},
		get states() {
			return storedStates(items);
		},

		/** The position up to which the events of a cursor's batch were put into the queue. */
		async fanOutPosition(source: string, version: number): Promise<FanOutPosition | undefined> {
			const item = await get(fanOutKey(source));
			if (item?.version !== version) return undefined;
			const { event, target } = item as unknown as FanOutPosition;
			return { event, ...(target !== undefined && { target }) };
		},

		async saveFanOutPosition(
			source: string,
			version: number,
			position: FanOutPosition,
		): Promise<void> {
			await put({ ...fanOutKey(source), version, ...position });
		},

		/** Puts a delivery as a dead letter, unless it was put before. */
		async addDead(delivery: Delivery, lastError: string): Promise<boolean> {
			const { target: _target, id, event, lost: _lost, ...rest } = delivery;
			// A letter without its event could not be sent again: the event comes first.
			await events.put(id, event, delivery.createdAt);
			await events.keepForDead(id, delivery.createdAt);
			const expiresAt = expiry(delivery.createdAt, KEEP_DEAD);
			const letter = { ...deliveryKey(delivery), ...rest, queue: DEAD, lastError, expiresAt };
			return await put(letter, ABSENT);
		},

		/** Reads a queue of later attempts (`LATE_QUEUES`) in the order of due times. */
		late: query,

		/**
		 * The number of deliveries that wait for a later attempt: of each queue, those in its first
		 * megabyte.
		 */
		async countLate(): Promise<number> {
			const options = { IndexName: QUEUE_INDEX, Select: 'COUNT' } as const;
			const counted = await Promise.all(
				LATE_QUEUES.map((queue) => page('queue = :queue', { ':queue': queue }, options)),
			);
			let sum = 0;
			for (const { Count = 0 } of counted) sum += Count;
			return sum;
		},

		/** Reads the dead letters, the oldest first. */
		dead: (limit: number, after?: QueuePosition, select?: Selection) =>
			query(DEAD, limit, after, select),

		/**
		 * Takes a lease until `until` (Unix milliseconds), unless another holder has it: of a queue of the index, of
		 * a shard of the sources, or of one of the requests that a target accepts at once. `shared`: another holder
		 * had it until now, or shortly before, and the index may still show deliveries that it has put into the queue.
		 */
		async lease(
			name: string,
			holder: string,
			until: number,
			now: number,
		): Promise<{ shared: boolean } | undefined> {
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
			return { shared: heldBy !== holder && now - Number(releasedAt) < LAG_MS };
		},

		/** Ends a lease, if it is still held. */
		async release(name: string, holder: string, now: number): Promise<void> {
			await update(
				leaseKey(name),
				'SET heldUntil = :none, releasedAt = :now',
				{ ':none': 0, ':now': now, ':holder': holder },
				'heldBy = :holder',
			);
		},

		/** Makes a dead letter a later attempt that is due now, if it is one. */
		async revive(dead: Pick<Delivery, 'target' | 'id'>, now: number): Promise<boolean> {
			await events.keepForDead(dead.id, now);
			return await update(
				deliveryKey(dead),
				'SET queue = :late, dueAt = :now, attempts = :none REMOVE expiresAt',
				{ ':late': lateQueueOf(dead), ':now': now, ':none': 0, ':dead': DEAD },
				'queue = :dead',
			);
		},
	};
}
