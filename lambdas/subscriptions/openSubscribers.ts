import type { DeliveryEnvironment } from '../notify/configuration';
import type { TableRetryOptions } from '../notify/patience';
import { tableClient } from '../notify/table';
import { type SubscriptionReader, dynamoReader } from './dynamoReader';
import { once } from '../shared/remembered';
import {
	type Subscribers,
	type SubscribersOptions,
	nothingKnown,
	subscribedRecipients,
} from './recipients';
import { type Sealer, createSealer } from './sealing';

// One for all invocations: it keeps the data keys.
let sealer: Sealer | undefined;
let reader: SubscriptionReader;
const known = nothingKnown();

type Parts = Pick<SubscribersOptions, 'clock' | 'telemetry'> & { patience: TableRetryOptions };

export type OpenSubscribers = typeof openSubscribers;

/** Opens the subscriptions that an environment names, for one invocation; undefined if it names none. */
export async function openSubscribers(
	{ SUBSCRIPTIONS_TABLE: table, SUBSCRIPTIONS_KEY: key }: Partial<DeliveryEnvironment>,
	{ patience, ...parts }: Parts,
): Promise<Subscribers | undefined> {
	if (table === undefined || key === undefined) return undefined;
	reader = dynamoReader(tableClient(patience), table);
	// Loaded when the first destination is opened: notify and receive open none.
	const keys = once(async () => (await import('./kms.js')).kmsKeys(key));
	sealer ??= createSealer(keys, () => reader);
	return subscribedRecipients({ reader, sealer, known, ...parts });
}
