import * as z from 'zod/v4';
import { queueVariables } from '../notify/queueVariables';
import { SETTINGS_SECRET, settingsRule } from '../notify/settingsPlace';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SUBSCRIPTIONS_VARIABLES, subscriptionsRule } from '../subscriptions/variables';

const SCHEMA = z.object({
	...secretVariables(SETTINGS_SECRET),
	...queueVariables(),
	...SUBSCRIPTIONS_VARIABLES,
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table of notify'),
	SENDER_CONCURRENCY: z
		.string()
		.regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
		.transform(Number)
		.describe('maximum concurrency of the event source mapping of one queue'),
});

/** The environment of sender. */
export type SenderEnvironment = z.output<typeof SCHEMA>;

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export function configurationOf(environment: Environment): SenderEnvironment {
	return readEnvironment(SCHEMA, environment, [
		secretRule(SETTINGS_SECRET),
		settingsRule,
		subscriptionsRule,
	]);
}
