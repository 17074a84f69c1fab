import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createNotify } from './create';
import { dynamoStore } from './dynamoStore';

const client = DynamoDBDocumentClient.from(new DynamoDBClient(), {
	marshallOptions: { removeUndefinedValues: true },
});

/** Tells targets of what is new: a scheduled poller with an outbox. */
export const handler = createNotify({
	environment: process.env,
	store: (table) => Promise.resolve(dynamoStore(client, table)),
});
