import * as z from 'zod/v4';
import { type Environment, readEnvironment } from '../shared/environment';
import { secretRule, secretVariables } from '../shared/secrets';
import { SERVICE_RULES, SERVICE_VARIABLES } from '../shared/services';

/** Name of the settings in environment variables, which say where they are stored, as those of secrets do. */
export const SETTINGS = 'TOP_UP_SETTINGS';

/** The rule that a node is configured. */
const nodeRule = ({ AVALANCHE_NODE_URL: url }: Environment) =>
	url
		? []
		: ['AVALANCHE_NODE_URL is missing: the node that is read, and that transactions are sent to'];

/** Checks the environment of topUp; throws `ConfigurationError` with a list of all mistakes. */
export const topUpEnvironment = (environment: Environment) =>
	readEnvironment(
		environment,
		{
			...SERVICE_VARIABLES,
			...secretVariables(SETTINGS),
			TOP_UP_TABLE: z.string().describe('name of the DynamoDB table of topUp'),
			TOP_UP_KEY: z.string().describe('ID or ARN of the KMS key that signs (ECC_SECG_P256K1)'),
			/** The message that KMS is sent: the hash, or the bytes. */
			TOP_UP_MESSAGE_TYPE: z.enum(['DIGEST', 'RAW'], 'must be DIGEST or RAW').default('DIGEST'),
		},
		[
			...SERVICE_RULES,
			secretRule(SETTINGS, { what: 'where the settings (JSON) are stored' }),
			nodeRule,
		],
	);
