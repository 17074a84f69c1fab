import * as z from 'zod/v4';
import { SIGNATURE_SCHEMES } from '../../core/webhooks/signature';
import { queueVariables } from '../notify/queueVariables';
import { SETTINGS_SECRET, settingsRule } from '../notify/settingsPlace';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';
import { SUBSCRIPTIONS_VARIABLES, subscriptionsRule } from '../subscriptions/variables';

const SCHEMA = z.object({
	...SERVICE_VARIABLES,
	...secretVariables(SETTINGS_SECRET),
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table of notify'),
	...queueVariables(),
	...SUBSCRIPTIONS_VARIABLES,
	/** URL of this function, if its schedule does not say it. */
	RECEIVE_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
	/** The way messages are signed. */
	SIGNATURE_SCHEME: z
		.enum(SIGNATURE_SCHEMES, `must be one of ${SIGNATURE_SCHEMES.join(', ')}`)
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
		subscriptionsRule,
	]);
}
