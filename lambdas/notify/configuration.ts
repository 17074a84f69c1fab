import * as z from 'zod/v4';
import { queueVariables } from './queueVariables';
import { SETTINGS_SECRET, settingsRule } from './settingsPlace';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';
import { SUBSCRIPTIONS_VARIABLES, subscriptionsRule } from '../subscriptions/variables';

const SCHEMA = z.object({
	...SERVICE_VARIABLES,
	...secretVariables(SETTINGS_SECRET),
	...queueVariables(),
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table'),
	...SUBSCRIPTIONS_VARIABLES,
});

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export function configurationOf(environment: Environment) {
	return readEnvironment(SCHEMA, environment, [
		...serviceRules({ key: 'required' }),
		secretRule(SETTINGS_SECRET),
		settingsRule,
		subscriptionsRule,
	]);
}
