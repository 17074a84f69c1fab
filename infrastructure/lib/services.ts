import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AvalancheOptions } from './optionsSchema';
import { readSecret, secretVariables } from './secrets';

/** Variables and rights of every function that calls the services. */
export interface ServiceSettings {
	environment: Record<string, string>;
	statements: PolicyStatement[];
}

/** The services' variables, and the rights to read the secrets that they name. */
export function serviceSettings(stack: Stack, options: AvalancheOptions): ServiceSettings {
	const { services = {}, apiKey, nodeHeader } = options;
	const { dataUrl, metricsUrl, nodeUrl, apiKeyHeader } = services;
	return {
		environment: {
			...(dataUrl && { AVALANCHE_DATA_URL: dataUrl }),
			...(metricsUrl && { AVALANCHE_METRICS_URL: metricsUrl }),
			...(nodeUrl && { AVALANCHE_NODE_URL: nodeUrl }),
			...(apiKeyHeader && { AVALANCHE_API_KEY_HEADER: apiKeyHeader }),
			...(apiKey
				? secretVariables('AVALANCHE_API_KEY', apiKey)
				: { AVALANCHE_WITHOUT_API_KEY: 'true' }),
			...(nodeHeader && {
				AVALANCHE_NODE_HEADER_NAME: nodeHeader.name,
				...secretVariables('AVALANCHE_NODE_HEADER_VALUE', nodeHeader.value),
			}),
		},
		statements: [
			...(apiKey ? readSecret(stack, apiKey) : []),
			...(nodeHeader ? readSecret(stack, nodeHeader.value) : []),
		],
	};
}
