import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { SERVICE_VARIABLES, serviceRules } from '../shared/services';
import { VERIFICATION_MODES } from './event';

const SCHEMA = z.object({
	...SERVICE_VARIABLES,
	VERIFICATION: z
		.enum(VERIFICATION_MODES, `must be one of ${VERIFICATION_MODES.join(', ')}`)
		.describe('how results are verified; "required" by default if a node is configured')
		.optional(),
});

/** A result can only be verified against the validators that a node returns. */
function nodeRule(given: Environment): string[] {
	const mode = given.VERIFICATION;
	if (mode === undefined || mode === 'off' || given.AVALANCHE_NODE_URL) return [];
	return [`AVALANCHE_NODE_URL is missing: VERIFICATION=${mode} reads the validators from a node`];
}

/** Checks the function's environment; throws `ConfigurationError` that lists what is wrong. */
export function configurationOf(environment: Environment) {
	return readEnvironment(SCHEMA, environment, [...serviceRules({ key: 'required' }), nodeRule]);
}
