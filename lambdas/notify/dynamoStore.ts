import {
	type DynamoDBDocumentClient,
	PutCommand,
	QueryCommand,
	UpdateCommand,
	type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import {
	type Cursor,
	type Delivery,
	type FanOutPosition,
	QUEUE_INDEX,
	type QueuePage,
	type QueuePosition,
	type Settlement,
	type Store,
	type TargetStates,
	pack,
	packCursor,
	unpack,
} from './store';
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
const cursorKey = (source: string) => ({ pk: `source#${source}`, sk: 'cursor' });
const fanOutKey = (source: string) => ({ pk: `source#${source}`, sk: 'fan-out' });
const TARGETS_KEY = { pk: 'targets', sk: 'state' };
const DEAD = 'dead';
const pendingOf = (target: string) => `pending#${target}`;

const targetOf = (pk: unknown) => String(pk).slice('delivery#'.length);

function positionOf({ pk, sk, dueAt }: TableItem): QueuePosition {
	return { target: targetOf(pk), id: String(sk), dueAt: Number(dueAt) };
}

function deliveryOf(item: TableItem): Delivery {
	const { pk, sk, event, ...rest } = item as TableItem & { pk: string; sk: string; event: string };
	const { source, attempts, dueAt, createdAt, lastError } = rest as unknown as Delivery;
	return {
		target: targetOf(pk),
		id: sk,
		source,
		attempts,
		dueAt,
		createdAt,
		lastError,
		event: JSON.parse(event),
	};
}

/** The store in a DynamoDB table. */
export function dynamoStore(client: Pick<DynamoDBDocumentClient, 'send'>, table: string): Store {
	const TableName = table;
	const update = (input: Omit<UpdateCommandInput, 'TableName'>) =>
		client.send(new UpdateCommand({ TableName, ...input }));
	const { get, move } = tableItems(client, table);
	/** One page of a queue; of one target, if there is one. */
	async function query(
		queue: string,
		limit: number,
		after?: QueuePosition,
		target?: string,
		from?: number,
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
		return { deliveries: Items.map(deliveryOf), ...(next && { next }) };
	}

	return {
		async cursor(source) {
			const item = await get(cursorKey(source));
			if (!item) return { version: 0 };
			const content = unpack<Omit<Cursor, 'version'>>(item.data as Uint8Array);
			return { version: item.version as number, ...content };
		},

		moveCursor(source, from, next) {
			return move({ ...cursorKey(source), version: from + 1, data: packCursor(next) }, from);
		},

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

		addDelivery(delivery, dead) {
			const { target: _target, id: _id, event, ...rest } = delivery;
			const Item = {
				...keyOf(delivery),
				...rest,
				event: JSON.stringify(event),
				queue: dead === undefined ? pendingOf(delivery.target) : DEAD,
				...(dead !== undefined && {
					lastError: dead,
					expiresAt: expiry(delivery.createdAt, KEEP_DEAD),
				}),
			};
			const ConditionExpression = 'attribute_not_exists(pk)';
			return happened(client.send(new PutCommand({ TableName, Item, ConditionExpression })));
		},

		pending: (target, limit, after) => query(pendingOf(target), limit, after),

		dead: (limit, after, target, from) => query(DEAD, limit, after, target, from),

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
			return (await happened(taken)) && claimed ? deliveryOf(claimed) : undefined;
		},

		settle(claimed, settlement) {
			return happened(
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

		revive(dead, now) {
			return happened(
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
