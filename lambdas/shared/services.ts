import * as z from 'zod/v4';
import { DEFAULT_URLS, servicesOf } from '../../core/access';
import type { Client } from '../../core/clientTypes';
import { createClient } from '../../core/connect';
import type { Flights } from '../../core/protocol/flights';
import { saidOfMissing } from '../../core/protocol/missing';
import type { Clock, Transport } from '../../core/protocol/ports';
import type { MissingField } from '../../core/protocol/reading';
import { serviceUrl } from '../../core/protocol/request';
import type { RetryPolicy } from '../../core/protocol/retry';
import { clock as realClock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import { type EnvironmentRule, OPTIONAL_FLAG, OPTIONAL_TEXT } from './environment';
import {
	type SecretReader,
	awsSecrets,
	secretRule,
	secretSource,
	secretVariables,
} from './secrets';
import { once } from './remembered';
import type { Telemetry } from './telemetry';

const KEY = 'AVALANCHE_API_KEY';
const NODE_HEADER = 'AVALANCHE_NODE_HEADER_VALUE';
const WITHOUT_KEY = 'AVALANCHE_WITHOUT_API_KEY';

const URL_TEXT = z
	.string()
	.refine(isServiceUrl, 'must be an http:// or https:// URL without user name, query or fragment');

function isServiceUrl(value: string): boolean {
	try {
		return serviceUrl(value, '') !== '';
	} catch {
		return false;
	}
}

/** The variables of every function that calls the services; spread them into its own schema. */
export const SERVICE_VARIABLES = {
	AVALANCHE_DATA_URL: URL_TEXT.default(DEFAULT_URLS.dataUrl),
	AVALANCHE_METRICS_URL: URL_TEXT.default(DEFAULT_URLS.metricsUrl),
	AVALANCHE_NODE_URL: URL_TEXT.optional(),
	/** The header that carries the key. */
	AVALANCHE_API_KEY_HEADER: OPTIONAL_TEXT,
	/** `true` calls the data service without a key. */
	AVALANCHE_WITHOUT_API_KEY: OPTIONAL_FLAG,
	...secretVariables(KEY),
	/** The header that the node requires. */
	AVALANCHE_NODE_HEADER_NAME: OPTIONAL_TEXT,
	...secretVariables(NODE_HEADER),
};

/** Those variables, checked. */
export type ServiceEnvironment = z.output<z.ZodObject<typeof SERVICE_VARIABLES>>;

/** The rules between those variables. */
export const SERVICE_RULES: readonly EnvironmentRule[] = [
	secretRule(KEY, {
		what: `where the secret is stored in SSM Parameter Store or Secrets Manager (or set ${WITHOUT_KEY}=true)`,
		unless: WITHOUT_KEY,
	}),
	secretRule(NODE_HEADER),
];

/**
 * The parts of a client in a function. All but `environment` have real implementations by default.
 */
export interface ServicesOptions {
	environment: ServiceEnvironment;
	readSecret?: SecretReader;
	transport?: Transport;
	clock?: Clock;
	telemetry?: Pick<Telemetry, 'measure' | 'logger' | 'onAttempt'>;
	retry?: Partial<RetryPolicy>;
	/** Timeout of one request with its whole response, in milliseconds. */
	timeoutMs?: number;
	/** Requests under way, where equal reads at the same time are one. Default: none are shared. */
	flights?: Flights;
}

/**
 * The client of a function. Secrets are read on its first use and kept for the lifetime of the
 * execution environment. Calling a node that is not configured fails with a clear error. A required field
 * that responses lack is logged once.
 */
export function servicesClient(options: ServicesOptions): () => Promise<Client<'tolerant'>> {
	const { environment, readSecret = awsSecrets, telemetry } = options;
	const read = async (name: string) => {
		const source = secretSource(environment, name);
		return source && (await readSecret(source));
	};
	const known = new Set<string>();
	const missing = (field: MissingField) => {
		const name = `${field.operation} ${field.field}`;
		if (known.has(name)) return;
		known.add(name);
		telemetry?.logger.warn(saidOfMissing([field]), { path: field.path.join('.') });
	};
	return once(async () => {
		const [apiKey, nodeHeaderSecret] = await Promise.all([read(KEY), read(NODE_HEADER)]);
		const { node, ...services } = servicesOf({
			dataUrl: environment.AVALANCHE_DATA_URL,
			metricsUrl: environment.AVALANCHE_METRICS_URL,
			nodeUrl: environment.AVALANCHE_NODE_URL ?? '',
			apiKey,
			keyHeader: environment.AVALANCHE_API_KEY_HEADER,
			nodeHeaderName: environment.AVALANCHE_NODE_HEADER_NAME,
			nodeHeaderSecret,
		});
		return createClient({
			services: environment.AVALANCHE_NODE_URL ? { ...services, node } : services,
			transport: options.transport ?? httpTransport,
			clock: options.clock ?? realClock,
			retry: { ...options.retry, onRetry: () => telemetry?.measure('Retries') },
			timeoutMs: options.timeoutMs,
			flights: options.flights,
			onAttempt: telemetry?.onAttempt,
			missing,
		});
	});
}
