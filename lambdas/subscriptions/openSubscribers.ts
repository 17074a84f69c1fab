import type { Clock } from '../../core/protocol/ports';
import type { DeliveryEnvironment } from '../notify/configuration';
import type { TableRetryOptions } from '../notify/patience';
import { tableClient } from '../notify/table';
import type { Telemetry } from '../shared/telemetry';
import { dynamoReader } from './dynamoReader';
import { once } from '../shared/remembered';
import { type Known, type Subscribers, nothingKnown, subscribedRecipients } from './recipients';
import { type Sealer, createSealer } from './sealing';
import type { SubscriptionReader } from './dynamoReader';

export interface SubscribersParts {
	patience: TableRetryOptions;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
}

/** Opens the subscriptions that an environment names, for one invocation; undefined if it names none. */
export type OpenSubscribers = (
	environment: Pick<DeliveryEnvironment, 'SUBSCRIPTIONS_TABLE' | 'SUBSCRIPTIONS_KEY'>,
	parts: SubscribersParts,
) => Promise<Subscribers | undefined>;

/** Subscriptions of which those that end are logged and counted. */
export function toldSubscribers(
	reader: SubscriptionReader,
	sealer: Pick<Sealer, 'open'>,
	{ clock, telemetry }: Omit<SubscribersParts, 'patience'>,
	known?: Known,
): Subscribers {
	const { logger, measure } = telemetry;
	return subscribedRecipients({
		...{ reader, sealer, clock, known },
		onEnded(target, reason) {
			measure('EndedSubscriptions');
			logger.warn('A subscription has ended', { target, reason });
		},
	});
}

// One for all invocations: it keeps the data keys.
let sealer: Sealer | undefined;
let reader: SubscriptionReader | undefined;
const known = nothingKnown();

/** The subscriptions in a table of this account. */
export const openSubscribers: OpenSubscribers = async (environment, { patience, ...parts }) => {
	const { SUBSCRIPTIONS_TABLE: table, SUBSCRIPTIONS_KEY: key } = environment;
	if (table === undefined || key === undefined) return undefined;
	const opened = (reader = dynamoReader(tableClient(patience), table));
	// Loaded when the first destination is opened: notify and receive open none.
	const keys = once(async () => (await import('./kms.js')).kmsKeys(key));
	sealer ??= createSealer(
		{ open: async (encrypted) => await (await keys()).open(encrypted) },
		{ dataKey: async (id) => await reader?.dataKey(id) },
	);
	return toldSubscribers(opened, sealer, parts, known);
};
