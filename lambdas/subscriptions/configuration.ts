import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { DEFAULT_LIMITS } from './tokens';

const LIMIT = 'must be a whole number from 1 to 1000000';

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export const configurationOf = (environment: Environment) =>
	readEnvironment(environment, {
		SUBSCRIPTIONS_TABLE: z.string().describe('name of the DynamoDB table of subscriptions'),
		SUBSCRIPTIONS_KEY: z.string().describe('ID or ARN of the KMS key that encrypts destinations'),
		SUBSCRIPTIONS_AUTH: z
			.enum(['token', 'iam'], 'must be token or iam')
			.describe('how callers are known')
			.default('token'),
		SUBSCRIPTIONS_LIMIT: z
			.string()
			.regex(/^[1-9]\d{0,6}$/, LIMIT)
			.transform(Number)
			.describe('subscriptions of a caller with an AWS signature')
			.default(DEFAULT_LIMITS.subscriptions),
	});
