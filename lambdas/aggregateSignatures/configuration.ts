import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { SERVICE_RULES, SERVICE_VARIABLES } from '../shared/services';
import { VERIFICATION_MODES } from './event';

/** Checks that a node is configured if results are verified: its validators are needed. */
function nodeRule(given: Environment): string[] {
	const mode = given.VERIFICATION;
	if (mode === undefined || mode === 'off' || given.AVALANCHE_NODE_URL) return [];
	return [`AVALANCHE_NODE_URL is missing: VERIFICATION=${mode} reads the validators from a node`];
}

/** Checks the function's environment; throws `ConfigurationError` with a list of all mistakes. */
export const configurationOf = (environment: Environment) =>
	readEnvironment(
		environment,
		{
			...SERVICE_VARIABLES,
			/** The way results are verified; "required" by default if a node is configured. */
			VERIFICATION: z
				.enum(VERIFICATION_MODES, `must be one of ${VERIFICATION_MODES.join(', ')}`)
				.optional(),
			/** The queue of SQS that takes the results of messages of a queue. */
			RESULTS_QUEUE_URL: z
				.url({ protocol: /^https?$/, error: 'must be the URL of a queue' })
				.optional(),
		},
		[...SERVICE_RULES, nodeRule],
	);
