import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { endingCalls } from '../shared/awsCalls';
import { dynamoStore } from './dynamoStore';
import { type Patience, patientClient } from './patience';
import type { Store } from './store';

/** A call that takes longer is given up and repeated. */
const CALL_MS = 5_000;

const client = DynamoDBDocumentClient.from(
	new DynamoDBClient({
		// Calls are repeated by the patient client, which knows how much time a run has left.
		maxAttempts: 1,
		requestHandler: {
			...endingCalls(CALL_MS).requestHandler,
			httpsAgent: { maxSockets: 256 },
			httpAgent: { maxSockets: 256 },
		},
	}),
	{ marshallOptions: { removeUndefinedValues: true } },
);

/** The store in a table of this account. */
export function openTable(name: string, patience: Patience): Store {
	return dynamoStore(patientClient({ send: client.send.bind(client) }, patience), name);
}
