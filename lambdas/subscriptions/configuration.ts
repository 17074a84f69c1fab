import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { wholeNumber } from '../shared/schemas';
import { DEFAULT_LIMITS } from './tokens';

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export const configurationOf = (environment: Environment) =>
	readEnvironment(environment, {
		SUBSCRIPTIONS_TABLE: z.string().describe('name of the DynamoDB table of subscriptions'),
		SUBSCRIPTIONS_KEY: z.string().describe('ID or ARN of the KMS key that encrypts destinations'),
		SUBSCRIPTIONS_AUTH: z
			.enum(['token', 'iam'], 'must be token or iam')
			.describe('how callers are known')
			.default('token'),
		/** Subscriptions of a caller with an AWS signature. */
		SUBSCRIPTIONS_LIMIT: wholeNumber(1_000_000).default(DEFAULT_LIMITS.subscriptions),
	});
