import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';

const QUALIFIED = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[\w-]{1,64}:[\w$-]{1,128}$/;

/** Checks the environment; throws `ConfigurationError`. */
export const startEnvironment = (environment: Environment) =>
	readEnvironment(environment, {
		EXPORT_FUNCTION_ARN: z
			.string()
			.regex(
				QUALIFIED,
				'must be a qualified function ARN (with a version or alias at its end): durable functions are invoked by one',
			)
			.describe('qualified ARN of exportTransactions'),
	});
