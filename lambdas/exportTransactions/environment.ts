import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';

/** The variables for the source of the secret of callbacks begin so. */
export const CALLBACK_KEY = 'EXPORT_CALLBACK_KEY';

const schema = z.object({
	...SERVICE_VARIABLES,
	EXPORT_BUCKET: z.string().describe('S3 bucket for events without a bucket').optional(),
	EXPORT_PREFIX: z.string().describe('key prefix for events without a prefix').default('exports/'),
	EXPORT_DEADLINE_MINUTES: z.coerce
		.number('must be a number of minutes')
		.int('must be a whole number of minutes')
		.min(1)
		.describe('total minutes that an execution waits for its exports')
		.default(24 * 60),
	EXPORT_ALLOW_PRIVATE_DOWNLOADS: z
		.literal(['true', 'false'], 'must be "true" or "false"')
		.describe('"true" reads files from private addresses that are not the data service\'s own')
		.optional(),
	...secretVariables(CALLBACK_KEY, 'the secrets that callbacks are signed with'),
	EXPORT_ALLOW_PRIVATE_CALLBACKS: z
		.literal(['true', 'false'], 'must be "true" or "false"')
		.describe('"true" allows callbacks to private addresses, and without TLS')
		.optional(),
	EXPORT_MAX_ATTEMPTS: z.coerce
		.number('must be a number')
		.int('must be a whole number')
		.min(1)
		.max(2500)
		.describe('maximum number of reads of the state of one export')
		.default(500),
});

/** The environment of exportTransactions. */
export type ExportEnvironment = z.output<typeof schema>;

/** Checks the environment; throws `ConfigurationError`. */
export function exportEnvironment(environment: Environment): ExportEnvironment {
	const rules = [...serviceRules({ key: 'required' }), secretRule(CALLBACK_KEY)];
	return readEnvironment(schema, environment, rules);
}
