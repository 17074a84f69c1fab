import { gunzipSync, gzipSync } from 'node:zlib';
import {
	BatchGetCommand,
	BatchWriteCommand,
	DeleteCommand,
	type DynamoDBDocumentClient,
	GetCommand,
	PutCommand,
	QueryCommand,
	type QueryCommandInput,
	UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { HandlerError } from '../shared/errors';
import { THROTTLED } from './patience';

/** The calls of a table. */

export type TableItem = Record<string, unknown>;
export type TableCalls = Pick<DynamoDBDocumentClient, 'send'>;
export type TableItems = ReturnType<typeof tableItems>;
type Writes = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>;

/** The options of a query beside its key and values. */
type QueryOptions = Omit<
	Partial<QueryCommandInput>,
	'KeyConditionExpression' | 'ExpressionAttributeValues'
>;

/** DynamoDB's limits of one call. */
const MOST_WRITTEN = 25;
const MOST_READ = 100;
/** Rounds in which a table may leave items over before the call counts as throttled. */
const ROUNDS = 20;

/** The condition that there is no item of the key. */
export const ABSENT = 'attribute_not_exists(pk)';

export const DAY_SECONDS = 24 * 60 * 60;
/** The end of an item (Unix seconds): `now` in milliseconds, `keep` in seconds. */
export const expiry = (now: number, keep: number) => Math.floor(now / 1000) + keep;

/** Time for which a dead letter is kept (s). */
export const KEEP_DEAD = 90 * DAY_SECONDS;
export const eventKey = (id: string) => ({ pk: `event#${id}`, sk: 'event' });
export const deliveryKey = ({ target, id }: { target: string; id: string }) => {
	return { pk: `delivery#${target}`, sk: id };
};

/** Splits a list into parts of at most `size`. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
	const parts: T[][] = [];
	for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
	return parts;
}

/** False if the condition of a write did not hold; all other errors are thrown. */
export async function happened(write: Promise<unknown>): Promise<boolean> {
	try {
		await write;
		return true;
	} catch (error) {
		if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
		throw error;
	}
}

/** The calls of one table. Writes with a condition return whether it held; `values` are those of all expressions. */
export function tableItems(client: TableCalls, TableName: string) {
	const put = (Item: TableItem, ConditionExpression?: string, values?: TableItem) =>
		happened(
			client.send(
				new PutCommand({
					...{ TableName, Item, ConditionExpression },
					ExpressionAttributeValues: values,
				}),
			),
		);
	const page = (key: string, values: TableItem, options: QueryOptions = {}) =>
		client.send(
			new QueryCommand({
				...{ TableName, ...options },
				KeyConditionExpression: key,
				ExpressionAttributeValues: values,
			}),
		);
	/** All pages of a query; a page may be empty. */
	async function* pages(key: string, values: TableItem, options?: QueryOptions) {
		let ExclusiveStartKey: TableItem | undefined;
		do {
			const found = await page(key, values, { ...options, ExclusiveStartKey });
			yield found;
			ExclusiveStartKey = found.LastEvaluatedKey;
		} while (ExclusiveStartKey);
	}

	async function get(Key: TableItem): Promise<TableItem | undefined> {
		return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
	}
	const move = (Item: TableItem, from: number) =>
		from === 0 ? put(Item, ABSENT) : put(Item, 'version = :from', { ':from': from });

	return {
		...{ put, page, pages, get },

		/** Writes the next version of an item if the current one is `from`; 0 if there is none. */
		move,

		/**
		 * Writes the next version of an item with the content that `apply` makes of the current one, again if another
		 * call was faster. Writes nothing if it makes undefined.
		 */
		async change(key: TableItem, apply: (item: TableItem) => TableItem | undefined): Promise<void> {
			for (;;) {
				const item = (await get(key)) ?? {};
				const next = apply(item);
				const version = Number(item.version ?? 0);
				if (!next || (await move({ ...key, version: version + 1, ...next }, version))) return;
			}
		},

		update: (
			Key: TableItem,
			change: string,
			values: TableItem,
			condition?: string,
			names?: Record<string, string>,
		) =>
			happened(
				client.send(
					new UpdateCommand({
						...{ TableName, Key, UpdateExpression: change, ConditionExpression: condition },
						...{ ExpressionAttributeValues: values, ExpressionAttributeNames: names },
					}),
				),
			),

		remove: (Key: TableItem, ConditionExpression?: string, values?: TableItem) =>
			happened(
				client.send(
					new DeleteCommand({
						...{ TableName, Key, ConditionExpression },
						ExpressionAttributeValues: values,
					}),
				),
			),

		/** The items of all pages of a query. */
		async all(key: string, values: TableItem, options?: QueryOptions): Promise<TableItem[]> {
			const items: TableItem[] = [];
			for await (const { Items = [] } of pages(key, values, options)) items.push(...Items);
			return items;
		},

		/** One page of a partition, behind the item of a sort key, and where the next one starts. */
		async pageAfter<T>(
			read: (item: TableItem) => T,
			[key, values]: [string, TableItem],
			{ after, ...options }: { after?: string; Limit?: number; ScanIndexForward?: boolean } = {},
		): Promise<{ items: T[]; next?: string }> {
			const ExclusiveStartKey = after === undefined ? undefined : { pk: values[':pk'], sk: after };
			const found = await page(key, values, { ...options, ExclusiveStartKey });
			const next = found.LastEvaluatedKey && String(found.LastEvaluatedKey.sk);
			return { items: (found.Items ?? []).map(read), ...(next !== undefined && { next }) };
		},

		/** Puts items, in no order. */
		async putAll(items: readonly TableItem[]): Promise<void> {
			for (const part of partsOf(items, MOST_WRITTEN)) {
				let left: Writes = { [TableName]: part.map((Item) => ({ PutRequest: { Item } })) };
				for (let round = 0; left[TableName]?.length; round++) {
					if (round === ROUNDS) throw throttled();
					const command = new BatchWriteCommand({ RequestItems: left });
					left = (await client.send(command)).UnprocessedItems ?? {};
				}
			}
		},

		/** Reads items by their keys, in no order; unless `ConsistentRead`, versions may be a second old. */
		async getAll(keys: readonly TableItem[], ConsistentRead = false): Promise<TableItem[]> {
			const found: TableItem[] = [];
			for (const part of partsOf(keys, MOST_READ)) {
				let left: TableItem[] = [...part];
				for (let round = 0; left.length > 0; round++) {
					if (round === ROUNDS) throw throttled();
					const command = new BatchGetCommand({
						RequestItems: {
							[TableName]: { Keys: left, ...(ConsistentRead && { ConsistentRead }) },
						},
					});
					const { Responses, UnprocessedKeys } = await client.send(command);
					found.push(...(Responses?.[TableName] ?? []));
					left = UnprocessedKeys?.[TableName]?.Keys ?? [];
				}
			}
			return found;
		},
	};
}

function throttled(): HandlerError {
	return new HandlerError(THROTTLED, 'The table left items over in every round of a call');
}

/** A value of an item: compressed JSON. */
export function pack(value: unknown): Uint8Array {
	return gzipSync(JSON.stringify(value));
}

export function unpack<T>(data: Uint8Array): T {
	return JSON.parse(gunzipSync(data).toString('utf8')) as T;
}
