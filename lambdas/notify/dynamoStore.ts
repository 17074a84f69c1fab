import {
	BatchGetCommand,
	type BatchGetCommandOutput,
	DeleteCommand,
	type DynamoDBDocumentClient,
	GetCommand,
	PutCommand,
	QueryCommand,
	UpdateCommand,
	type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import {
	type Delivery,
	type DisabledTarget,
	QUEUE_INDEX,
	type Queue,
	type Settlement,
	type Store,
	packCursor,
	unpackCursor,
} from './store';

type Item = Record<string, unknown>;

/** As many as DynamoDB reads at once. */
const BATCH_GET = 100;
const DAY_SECONDS = 24 * 60 * 60;
/** Long after no run can come back to an event; until then a repeated event meets its own trace. */
const KEEP_DELIVERED = 30 * DAY_SECONDS;
const KEEP_DEAD = 90 * DAY_SECONDS;

const keyOf = ({ target, id }: Pick<Delivery, 'target' | 'id'>) => ({
	pk: `delivery#${target}`,
	sk: id,
});
const cursorKey = (source: string) => ({ pk: `source#${source}`, sk: 'cursor' });
const targetKey = (target: string) => ({ pk: `target#${target}`, sk: 'state' });
const expiry = (now: number, keep: number) => Math.floor(now / 1000) + keep;

function deliveryOf(item: Item): Delivery {
	const { pk, sk, event, ...rest } = item as Item & { pk: string; sk: string; event: string };
	const { source, attempts, dueAt, createdAt, lastError } = rest as unknown as Delivery;
	const target = pk.slice('delivery#'.length);
	return {
		target,
		id: sk,
		source,
		attempts,
		dueAt,
		createdAt,
		lastError,
		event: JSON.parse(event),
	};
}

/** False where the condition of a write did not hold; every other error goes on. */
async function happened(write: Promise<unknown>): Promise<boolean> {
	try {
		await write;
		return true;
	} catch (error) {
		if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
		throw error;
	}
}

/** The store in a DynamoDB table. */
export function dynamoStore(client: Pick<DynamoDBDocumentClient, 'send'>, table: string): Store {
	const TableName = table;
	const update = (input: Omit<UpdateCommandInput, 'TableName'>) =>
		client.send(new UpdateCommand({ TableName, ...input }));
	const get = async (Key: Item) =>
		(await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

	return {
		async cursor(source) {
			const item = await get(cursorKey(source));
			if (!item) return { version: 0 };
			return { version: item.version as number, ...unpackCursor(item.data as Uint8Array) };
		},

		moveCursor(source, from, next) {
			const Item = { ...cursorKey(source), version: from + 1, data: packCursor(next) };
			const condition =
				from === 0
					? { ConditionExpression: 'attribute_not_exists(pk)' }
					: {
							ConditionExpression: 'version = :from',
							ExpressionAttributeValues: { ':from': from },
						};
			return happened(client.send(new PutCommand({ TableName, Item, ...condition })));
		},

		async missing(deliveries) {
			const found = new Set<string>();
			for (let at = 0; at < deliveries.length; at += BATCH_GET) {
				let Keys: Item[] | undefined = deliveries.slice(at, at + BATCH_GET).map(keyOf);
				// The table may answer a part and leave the rest to be asked for again.
				while (Keys && Keys.length > 0) {
					const RequestItems = {
						[table]: { Keys, ConsistentRead: true, ProjectionExpression: 'pk, sk' },
					};
					const page: BatchGetCommandOutput = await client.send(
						new BatchGetCommand({ RequestItems }),
					);
					for (const { pk, sk } of page.Responses?.[table] ?? []) found.add(`${pk} ${sk}`);
					Keys = page.UnprocessedKeys?.[table]?.Keys;
				}
			}
			return deliveries.filter((delivery) => {
				const { pk, sk } = keyOf(delivery);
				return !found.has(`${pk} ${sk}`);
			});
		},

		addDelivery(delivery, dead) {
			const { target: _target, id: _id, event, ...rest } = delivery;
			const Item = {
				...keyOf(delivery),
				...rest,
				event: JSON.stringify(event),
				queue: (dead === undefined ? 'pending' : 'dead') satisfies Queue,
				...(dead !== undefined && {
					lastError: dead,
					expiresAt: expiry(delivery.createdAt, KEEP_DEAD),
				}),
			};
			const ConditionExpression = 'attribute_not_exists(pk)';
			return happened(client.send(new PutCommand({ TableName, Item, ConditionExpression })));
		},

		async queued(queue, until, limit, target) {
			const found: Delivery[] = [];
			let ExclusiveStartKey: Item | undefined;
			do {
				const page = await client.send(
					new QueryCommand({
						TableName,
						IndexName: QUEUE_INDEX,
						KeyConditionExpression: 'queue = :queue AND dueAt <= :until',
						...(target !== undefined && { FilterExpression: 'pk = :pk' }),
						ExpressionAttributeValues: {
							':queue': queue,
							':until': until,
							...(target !== undefined && { ':pk': `delivery#${target}` }),
						},
						Limit: limit,
						ExclusiveStartKey,
					}),
				);
				found.push(...(page.Items ?? []).map(deliveryOf));
				ExclusiveStartKey = page.LastEvaluatedKey;
			} while (ExclusiveStartKey && found.length < limit);
			return found.slice(0, limit);
		},

		async claim(delivery, until) {
			let claimed: Item | undefined;
			const taken = update({
				Key: keyOf(delivery),
				UpdateExpression: 'SET dueAt = :until',
				ConditionExpression: 'queue = :pending AND dueAt = :seen',
				ExpressionAttributeValues: {
					':until': until,
					':pending': 'pending',
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
					...settled(settlement, { ':pending': 'pending', ':held': claimed.dueAt }),
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
						':pending': 'pending',
						':now': now,
						':none': 0,
						':dead': 'dead',
					},
				}),
			);
		},

		async disabled(target) {
			const item = await get(targetKey(target));
			return (
				item && (({ at, reason, urlMark }) => ({ at, reason, urlMark }) as DisabledTarget)(item)
			);
		},

		async disable(target, state) {
			await client.send(new PutCommand({ TableName, Item: { ...targetKey(target), ...state } }));
		},

		async enable(target) {
			await client.send(new DeleteCommand({ TableName, Key: targetKey(target) }));
		},
	};
}

function settled(settlement: Settlement, values: Item) {
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
					':dead': 'dead',
					':at': settlement.at,
					':attempts': settlement.attempts,
					':error': settlement.lastError,
					':expiry': expiry(settlement.at, KEEP_DEAD),
				},
			};
	}
}
