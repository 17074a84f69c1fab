import { dynamoStore } from '../notify/dynamoStore';
import type { TableRetryOptions } from '../notify/patience';
import { tableClient } from '../notify/table';
import { tableItems } from '../notify/tableItems';
import { type ReceiveTable, dynamoRegistry } from './registry';

/** The stores in a table of this account. */
export function openReceiveTable(name: string, patience: TableRetryOptions): ReceiveTable {
	const client = tableClient(patience);
	return { outbox: dynamoStore(client, name), registry: dynamoRegistry(tableItems(client, name)) };
}
