import * as z from 'zod/v4';
import {
	OPTIONAL_FLAG,
	OPTIONAL_TEXT,
	readEnvironment,
	type Environment,
} from '../shared/environment';
import { wholeNumber } from '../shared/schemas';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_RULES, SERVICE_VARIABLES } from '../shared/services';

/** The variables for the source of the secret of callbacks begin so. */
export const CALLBACK_KEY = 'EXPORT_CALLBACK_KEY';

/** Checks the environment; throws `ConfigurationError`. */
export const exportEnvironment = (environment: Environment) =>
	readEnvironment(
		environment,
		{
			...SERVICE_VARIABLES,
			/** The S3 bucket for events without a bucket. */
			EXPORT_BUCKET: OPTIONAL_TEXT,
			/** The key prefix for events without a prefix. */
			EXPORT_PREFIX: z.string().default('exports/'),
			/** Total minutes that an execution waits for its exports. */
			EXPORT_DEADLINE_MINUTES: wholeNumber(366 * 24 * 60).default(24 * 60),
			/** `true` reads files from private addresses that are not the data service's own. */
			EXPORT_ALLOW_PRIVATE_DOWNLOADS: OPTIONAL_FLAG,
			...secretVariables(CALLBACK_KEY),
			/** `true` allows callbacks to private addresses, and without TLS. */
			EXPORT_ALLOW_PRIVATE_CALLBACKS: OPTIONAL_FLAG,
			/** Maximum number of reads of the state of one export. */
			EXPORT_MAX_ATTEMPTS: wholeNumber(2500).default(500),
		},
		[...SERVICE_RULES, secretRule(CALLBACK_KEY)],
	);

/** The environment of exportTransactions. */
export type ExportEnvironment = ReturnType<typeof exportEnvironment>;
