import type { TableRetryOptions } from '../notify/patience';
import { tableClient } from '../notify/table';
import { dynamoSubscriptions } from './dynamoStore';
import type { SubscriptionStore, TokenStore } from './store';

/** The store in a table of this account. */
export function openSubscriptions(
	name: string,
	patience: TableRetryOptions,
): SubscriptionStore & TokenStore {
	return dynamoSubscriptions(tableClient(patience), name);
}
