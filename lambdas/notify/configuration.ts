import * as z from 'zod/v4';
import { OPTIONAL_QUEUE_VARIABLES, queueRule } from './queueVariables';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';
import { SUBSCRIPTIONS_VARIABLES, subscriptionsRule } from '../subscriptions/variables';

/** The secret with sources and targets: URLs of targets are often secrets themselves. */
export const SETTINGS_SECRET = 'NOTIFY_SETTINGS';

const SCHEMA = z.object({
	...SERVICE_VARIABLES,
	...secretVariables(SETTINGS_SECRET, 'sources and targets as JSON'),
	...OPTIONAL_QUEUE_VARIABLES,
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table'),
	...SUBSCRIPTIONS_VARIABLES,
});

/** The rule that the place of the settings is configured. */
export function settingsRule(given: Environment): string[] {
	const places = ['_PARAMETER', '_SECRET', ''].map((end) => SETTINGS_SECRET + end);
	if (places.some((place) => given[place])) return [];
	return [`${places[0]} or ${places[1]} is missing: where sources and targets (JSON) are stored`];
}

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export function configurationOf(environment: Environment) {
	return readEnvironment(SCHEMA, environment, [
		...serviceRules({ key: 'required' }),
		secretRule(SETTINGS_SECRET),
		settingsRule,
		queueRule,
		subscriptionsRule,
	]);
}
