import * as z from 'zod/v4';
import { SIGNATURE_SCHEMES } from '../../core';
import { SETTINGS_SECRET, settingsRule } from '../notify/configuration';
import { OPTIONAL_QUEUE_VARIABLES, queueRule } from '../notify/queueVariables';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';
import { SUBSCRIPTIONS_VARIABLES, subscriptionsRule } from '../subscriptions/variables';

const SCHEMA = z.object({
	...SERVICE_VARIABLES,
	...secretVariables(SETTINGS_SECRET, 'webhooks and targets as JSON'),
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table of notify'),
	...OPTIONAL_QUEUE_VARIABLES,
	...SUBSCRIPTIONS_VARIABLES,
	NOTIFY_FUNCTION: z
		.string()
		.describe('name or ARN of notify, which is invoked to send new events at once')
		.optional(),
	RECEIVE_URL: z
		.url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
		.describe('URL of this function, if its schedule does not say it')
		.optional(),
	SIGNATURE_SCHEME: z
		.enum(SIGNATURE_SCHEMES, `must be one of ${SIGNATURE_SCHEMES.join(', ')}`)
		.describe('how messages are signed')
		.default('canonicalHex'),
});

/** The environment of receive. */
export type ReceiveEnvironment = z.output<typeof SCHEMA>;

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export function configurationOf(environment: Environment): ReceiveEnvironment {
	return readEnvironment(SCHEMA, environment, [
		...serviceRules({ key: 'required' }),
		secretRule(SETTINGS_SECRET),
		settingsRule,
		queueRule,
		subscriptionsRule,
	]);
}
