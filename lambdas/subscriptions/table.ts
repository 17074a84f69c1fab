import type { TableRetryOptions } from '../notify/patience';
import { tableClient } from '../notify/table';
import { type SubscriptionStore, dynamoSubscriptions } from './dynamoStore';

/** The store in a table of this account. */
export function openSubscriptions(name: string, patience: TableRetryOptions): SubscriptionStore {
	return dynamoSubscriptions(tableClient(patience), name);
}
