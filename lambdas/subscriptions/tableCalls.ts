import {
	BatchGetCommand,
	BatchWriteCommand,
	type DynamoDBDocumentClient,
	QueryCommand,
	type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { TableItem } from '../notify/tableItems';
import { HandlerError } from '../shared/errors';

/** Calls of a table that handle several items. */

type Client = Pick<DynamoDBDocumentClient, 'send'>;
type Writes = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>;

/** DynamoDB's limits of one call. */
const MOST_WRITTEN = 25;
const MOST_READ = 100;
/** Rounds in which a table may leave items over before the call counts as throttled. */
const ROUNDS = 20;

/** Splits a list into parts of at most `size`. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
	const parts: T[][] = [];
	for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
	return parts;
}

/** Puts items, in no order. */
export async function putAll(client: Client, table: string, items: readonly TableItem[]) {
	for (const part of partsOf(items, MOST_WRITTEN)) {
		let left: Writes = { [table]: part.map((Item) => ({ PutRequest: { Item } })) };
		for (let round = 0; left[table]?.length; round++) {
			if (round === ROUNDS) throw throttled();
			const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: left }));
			left = UnprocessedItems ?? {};
		}
	}
}

/** Reads items by their keys, in no order; versions may be a second old. */
export async function getAll(
	client: Client,
	table: string,
	keys: readonly TableItem[],
): Promise<TableItem[]> {
	const found: TableItem[] = [];
	for (const part of partsOf(keys, MOST_READ)) {
		let left: TableItem[] = [...part];
		for (let round = 0; left.length > 0; round++) {
			if (round === ROUNDS) throw throttled();
			const { Responses, UnprocessedKeys } = await client.send(
				new BatchGetCommand({ RequestItems: { [table]: { Keys: left } } }),
			);
			found.push(...(Responses?.[table] ?? []));
			left = UnprocessedKeys?.[table]?.Keys ?? [];
		}
	}
	return found;
}

/** All pages of a query; a page may be empty. */
export async function* pagesOf(client: Client, input: QueryCommandInput) {
	let ExclusiveStartKey: TableItem | undefined;
	do {
		const page = await client.send(new QueryCommand({ ...input, ExclusiveStartKey }));
		yield page;
		ExclusiveStartKey = page.LastEvaluatedKey;
	} while (ExclusiveStartKey);
}

function throttled(): HandlerError {
	return new HandlerError('TableThrottled', 'The table left items over in every round of a call');
}
