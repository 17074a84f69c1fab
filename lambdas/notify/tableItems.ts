import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** Items of a table that are read as a whole, and written if nobody else wrote them. */

export type TableItem = Record<string, unknown>;

/** The end of an item (Unix seconds): `now` in milliseconds, `keep` in seconds. */
export const expiry = (now: number, keep: number) => Math.floor(now / 1000) + keep;

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

export function tableItems(client: Pick<DynamoDBDocumentClient, 'send'>, TableName: string) {
	return {
		async get(Key: TableItem): Promise<TableItem | undefined> {
			return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
		},
		/** Writes the next version of an item if the current one is `from`; 0 if there is none. */
		async move(Item: TableItem, from: number): Promise<boolean> {
			const condition =
				from === 0
					? { ConditionExpression: 'attribute_not_exists(pk)' }
					: {
							ConditionExpression: 'version = :from',
							ExpressionAttributeValues: { ':from': from },
						};
			return await happened(client.send(new PutCommand({ TableName, Item, ...condition })));
		},
	};
}
