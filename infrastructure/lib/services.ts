import type { AvalancheOptions } from './optionsSchema';
import type { SecretSource } from './secretSource';

/** Variables and secrets of every function that calls the services. */
export interface ServiceSettings {
	environment: Record<string, string>;
	secrets: Record<string, SecretSource | undefined>;
}

export function serviceSettings(options: AvalancheOptions): ServiceSettings {
	const { services = {}, apiKey, nodeHeader } = options;
	const { dataUrl, metricsUrl, nodeUrl, apiKeyHeader } = services;
	return {
		environment: {
			...(dataUrl && { AVALANCHE_DATA_URL: dataUrl }),
			...(metricsUrl && { AVALANCHE_METRICS_URL: metricsUrl }),
			...(nodeUrl && { AVALANCHE_NODE_URL: nodeUrl }),
			...(apiKeyHeader && { AVALANCHE_API_KEY_HEADER: apiKeyHeader }),
			...(!apiKey && { AVALANCHE_WITHOUT_API_KEY: 'true' }),
			...(nodeHeader && { AVALANCHE_NODE_HEADER_NAME: nodeHeader.name }),
		},
		secrets: { AVALANCHE_API_KEY: apiKey, AVALANCHE_NODE_HEADER_VALUE: nodeHeader?.value },
	};
}
