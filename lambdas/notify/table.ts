import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { endingCalls } from '../shared/awsCalls';
import { dynamoStore } from './dynamoStore';
import { type TableRetryOptions, retryingTableClient } from './patience';
import type { Store } from './dynamoStore';

/** Timeout of a call (ms); the call is then repeated. */
const CALL_MS = 5_000;

const client = DynamoDBDocumentClient.from(
	new DynamoDBClient({
		// Calls are repeated by the patient client, which has the deadline of the run.
		maxAttempts: 1,
		requestHandler: {
			...endingCalls(CALL_MS).requestHandler,
			httpsAgent: { maxSockets: 256 },
			httpAgent: { maxSockets: 256 },
		},
	}),
	{ marshallOptions: { removeUndefinedValues: true } },
);

/** The client of tables, which repeats calls within `patience`. */
export function tableClient(patience: TableRetryOptions): Pick<DynamoDBDocumentClient, 'send'> {
	return retryingTableClient({ send: client.send.bind(client) }, patience);
}

/** The store in a table of this account. */
export function openTable(name: string, patience: TableRetryOptions): Store {
	return dynamoStore(tableClient(patience), name);
}
