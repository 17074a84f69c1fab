import * as z from 'zod/v4';
import { SIGNATURE_SCHEMES } from '../../core/webhooks/signature';
import { type Environment, OPTIONAL_TEXT, readEnvironment } from '../shared/environment';
import { wholeNumber } from '../shared/schemas';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_RULES, SERVICE_VARIABLES } from '../shared/services';

/** The variables of notify, and of receive and sender, which use the same table, queues and settings. */

/** The secret with sources and targets: URLs of targets are often secrets themselves. */
export const SETTINGS_SECRET = 'NOTIFY_SETTINGS';

const httpUrl = (rule: string) => z.url({ protocol: /^https?$/, error: `must be ${rule}` });
const queueUrl = httpUrl('the URL of a queue');

const VARIABLES = {
	...secretVariables(SETTINGS_SECRET),
	NOTIFY_TABLE: z.string().describe('name of the DynamoDB table of notify'),
	NOTIFY_QUEUE_URL: queueUrl.describe('URL of the SQS queue of deliveries'),
	NOTIFY_SLOW_QUEUE_URL: queueUrl.describe(
		'URL of the SQS queue of deliveries to targets that have not answered quickly yet',
	),
	/** Name of the DynamoDB table of subscriptions. Without it there are none. */
	SUBSCRIPTIONS_TABLE: OPTIONAL_TEXT,
	/** ID or ARN of the KMS key that encrypts destinations. */
	SUBSCRIPTIONS_KEY: OPTIONAL_TEXT,
};

/** The variables that notify, receive and sender have, checked. */
export type DeliveryEnvironment = z.output<z.ZodObject<typeof VARIABLES>>;

/** The rule that the table of subscriptions and its key are given together. */
function subscriptionsRule(given: Environment): string[] {
	if ((given.SUBSCRIPTIONS_TABLE === undefined) === (given.SUBSCRIPTIONS_KEY === undefined))
		return [];
	return ['SUBSCRIPTIONS_TABLE and SUBSCRIPTIONS_KEY are set together'];
}

const RULES = [
	secretRule(SETTINGS_SECRET, { what: 'where sources and targets (JSON) are stored' }),
	subscriptionsRule,
];

/** Checks the environment of notify; throws `ConfigurationError` with a list of all mistakes, as those below. */
export const notifyEnvironment = (environment: Environment) =>
	readEnvironment(environment, { ...SERVICE_VARIABLES, ...VARIABLES }, [
		...SERVICE_RULES,
		...RULES,
	]);

/** Checks the environment of receive. */
export const receiveEnvironment = (environment: Environment) =>
	readEnvironment(
		environment,
		{
			...SERVICE_VARIABLES,
			...VARIABLES,
			/** URL of this function, if its schedule does not say it. */
			RECEIVE_URL: httpUrl('an http(s) URL').optional(),
			/** The way messages are signed. */
			SIGNATURE_SCHEME: z
				.enum(SIGNATURE_SCHEMES, `must be one of ${SIGNATURE_SCHEMES.join(', ')}`)
				.default('canonicalHex'),
		},
		[...SERVICE_RULES, ...RULES],
	);

/** Checks the environment of sender. */
export const senderEnvironment = (environment: Environment) =>
	readEnvironment(
		environment,
		{
			...VARIABLES,
			SENDER_CONCURRENCY: wholeNumber(9999).describe(
				'maximum concurrency of the event source mapping of one queue',
			),
		},
		RULES,
	);
