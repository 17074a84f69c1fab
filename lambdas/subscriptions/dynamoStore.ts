import {
	DeleteCommand,
	type DynamoDBDocumentClient,
	PutCommand,
	QueryCommand,
	UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type TableItem, expiry, happened, tableItems } from '../notify/tableItems';
import {
	KEYS,
	SAMPLE_ITEMS,
	TOKENS,
	attemptOf,
	attemptsPk,
	itemKey,
	ownerPk,
	sampleOf,
	subscriptionItem,
	subscriptionOf,
	subscriptionSk,
	tokenItem,
	tokenFromItem,
} from './dynamoItems';
import { dynamoReader } from './dynamoReader';
import type { StoredPage, SubscriptionStore, TokenStore } from './store';
import { pagesOf, putAll } from './tableCalls';

const MINUTE = 60_000;
/** Time for which the calls of a minute are counted (s), and more: the table removes items late. */
const KEEP_MINUTE = 120;

/** The store in a DynamoDB table. */
export function dynamoSubscriptions(
	client: Pick<DynamoDBDocumentClient, 'send'>,
	TableName: string,
): SubscriptionStore & TokenStore {
	const reader = dynamoReader(client, TableName);
	const { get } = tableItems(client, TableName);
	const put = (Item: TableItem, ConditionExpression: string) =>
		happened(client.send(new PutCommand({ TableName, Item, ConditionExpression })));
	/** Adds one to `n` of an item if it is below `most`. */
	const countOne = (Key: TableItem, most: number, expiresAt?: number) =>
		happened(
			client.send(
				new UpdateCommand({
					TableName,
					Key,
					UpdateExpression: `ADD n :one${expiresAt === undefined ? '' : ' SET expiresAt = :end'}`,
					ConditionExpression: 'attribute_not_exists(n) OR n < :most',
					ExpressionAttributeValues: {
						':one': 1,
						':most': most,
						...(expiresAt !== undefined && { ':end': expiresAt }),
					},
				}),
			),
		);
	const ofOwner = (owner: string) => ({
		TableName,
		KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sub)',
		ExpressionAttributeValues: { ':pk': ownerPk(owner), ':sub': subscriptionSk('') },
	});
	/** The subscriptions of an owner that exist. */
	async function counted(owner: string): Promise<number> {
		let count = 0;
		const input = { ...ofOwner(owner), Select: 'COUNT', ConsistentRead: true } as const;
		for await (const { Count = 0 } of pagesOf(client, input)) count += Count;
		return count;
	}
	async function page<T>(
		input: ConstructorParameters<typeof QueryCommand>[0],
		startKey: TableItem | undefined,
		read: (item: TableItem) => T,
	): Promise<StoredPage<T>> {
		const { Items = [], LastEvaluatedKey } = await client.send(
			new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
		);
		const next = LastEvaluatedKey && String(LastEvaluatedKey.sk);
		return { items: Items.map(read), ...(next !== undefined && { next }) };
	}

	return {
		...reader,

		add: (subscription) => put(subscriptionItem(subscription), 'attribute_not_exists(pk)'),

		async remove(key) {
			await client.send(new DeleteCommand({ TableName, Key: itemKey(key) }));
		},

		list: (owner, Limit, after) =>
			page(
				{ ...ofOwner(owner), Limit },
				after === undefined ? undefined : { pk: ownerPk(owner), sk: after },
				subscriptionOf,
			),

		async addRows(rows, { version, expiration }) {
			const end = expiration === undefined ? {} : { expiresAt: expiry(expiration, 0) };
			await putAll(
				client,
				TableName,
				rows.map((row) => ({ ...row, v: version, ...end })),
			);
		},

		async reserve(owner, most) {
			const Key = { pk: ownerPk(owner), sk: 'count' };
			for (;;) {
				if (await countOne(Key, most)) return true;
				// The count is never reduced: it is counted again where it is too large. What is being created is
				// counted twice then, never left out.
				const seen = Number((await get(Key))?.n ?? 0);
				const count = await counted(owner);
				if (count > most) return false;
				const recounted = client.send(
					new UpdateCommand({
						TableName,
						Key,
						UpdateExpression: 'SET n = :count',
						ConditionExpression: 'n = :seen',
						ExpressionAttributeValues: { ':count': count, ':seen': seen },
					}),
				);
				// The subscription that is reserved is there, so it is in the new count.
				if (await happened(recounted)) return true;
			}
		},

		countCall: (owner, now, most) => {
			const minute = Math.floor(now / MINUTE);
			const Key = { pk: ownerPk(owner), sk: `minute#${minute}` };
			return countOne(Key, most, expiry(now, KEEP_MINUTE));
		},

		attempts: (target, Limit, after) =>
			page(
				{
					TableName,
					KeyConditionExpression: 'pk = :pk',
					ExpressionAttributeValues: { ':pk': attemptsPk(target) },
					ScanIndexForward: false,
					Limit,
				},
				after === undefined ? undefined : { pk: attemptsPk(target), sk: after },
				attemptOf,
			),

		async samples() {
			const { items } = await page(
				{
					TableName,
					KeyConditionExpression: 'pk = :pk',
					ExpressionAttributeValues: { ':pk': SAMPLE_ITEMS },
				},
				undefined,
				sampleOf,
			);
			return items.sort((a, b) => b.at - a.at);
		},

		async token(id) {
			const item = await get({ pk: TOKENS, sk: id });
			return item && tokenFromItem(item);
		},

		addToken: (token) => put(tokenItem(token), 'attribute_not_exists(pk)'),

		async tokens() {
			const found = [];
			const input = {
				TableName,
				KeyConditionExpression: 'pk = :pk',
				ExpressionAttributeValues: { ':pk': TOKENS },
			};
			for await (const { Items = [] } of pagesOf(client, input))
				found.push(...Items.map(tokenFromItem));
			return found;
		},

		revokeToken: (id, now) =>
			happened(
				client.send(
					new UpdateCommand({
						TableName,
						Key: { pk: TOKENS, sk: id },
						UpdateExpression: 'SET #token.revokedAt = :now',
						ConditionExpression: 'attribute_exists(pk)',
						ExpressionAttributeNames: { '#token': 'token' },
						ExpressionAttributeValues: { ':now': now },
					}),
				),
			),

		addDataKey: (id, encrypted) => put({ pk: KEYS, sk: id, encrypted }, 'attribute_not_exists(pk)'),
	};
}
