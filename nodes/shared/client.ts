import type { IAllExecuteFunctions } from 'n8n-workflow';
import { type Connection, servicesOf } from '../../core/access';
import { type Client, type ClientOptions, createClient } from '../../core/client';
import { createRateLimits } from '../../core/protocol/rateLimits';
import type { ServiceAccess } from '../../core/protocol/request';
import { callFields } from './callOptions';
import { type Parameters, valuesOf } from './parameters';
import { CREDENTIAL, clock, n8nTransport } from './transport';

/** Of all executions of this process: calls with one key share its limit. */
export const rateLimits = createRateLimits(clock);

/**
 * The client of one run. n8n's helper adds the secret headers (see the credential's
 * `authenticate`), so the client gets URLs only, and the secrets to remove them from errors.
 */
export async function clientFor(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	options: Pick<ClientOptions, 'retry' | 'timeoutMs' | 'maxBytes'> = {},
): Promise<Client> {
	const connection = await context.getCredentials<Connection & Record<string, string>>(CREDENTIAL);
	const services = servicesOf(connection);
	return createClient({
		services: {
			data: withoutHeader(services.data),
			metrics: withoutHeader(services.metrics),
			node: withoutHeader(services.node),
		},
		secrets: Object.values(services).flatMap(({ header }) => (header ? [header.value] : [])),
		transport: n8nTransport(context),
		clock,
		rateLimits,
		...options,
	});
}

function withoutHeader({ url, header }: ServiceAccess): ServiceAccess {
	return { url, account: header?.value };
}

/** The client settings in a node's options. Throws `Failure` for a value that breaks its rule. */
export function clientOptions(parameters: Parameters) {
	const {
		retries = 4,
		rateLimitWaitSeconds = 300,
		timeoutSeconds = 60,
		maxResponseMegabytes = 64,
		concurrency = 5,
	} = valuesOf(callFields, parameters);
	return {
		retry: { retries, rateLimitMs: Math.ceil(rateLimitWaitSeconds * 1000) },
		timeoutMs: Math.ceil(timeoutSeconds * 1000),
		maxBytes: Math.floor(maxResponseMegabytes * 1024 * 1024),
		concurrency,
	};
}
