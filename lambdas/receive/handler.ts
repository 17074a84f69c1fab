import { dynamoStore } from '../notify/dynamoStore';
import { awsPorts } from '../notify/parts';
import { tableClient } from '../notify/table';
import { createReceive } from './create';
import { dynamoRegistry } from './registry';

/** Takes messages of webhooks, and keeps the webhooks. */
export const handler = createReceive({
	...awsPorts,
	table(name, patience) {
		const client = tableClient(patience);
		return { outbox: dynamoStore(client, name), registry: dynamoRegistry(client, name) };
	},
});
