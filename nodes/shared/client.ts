import type { IAllExecuteFunctions } from 'n8n-workflow';
import { type Connection, servicesOf } from '../../core/access';
import { type Client, type ClientOptions, clientWith } from '../../core/client';
import { createBatchSizes } from '../../core/protocol/batchSizes';
import { createFlights } from '../../core/protocol/flights';
import { createRateLimits } from '../../core/protocol/rateLimiter';
import type { ServiceAccess } from '../../core/protocol/request';
import { callFields } from './callOptions';
import { type Parameters, valuesOf } from './parameters';
import { CREDENTIAL, n8nClock, n8nTransport } from './transport';

/** Rate limits, shared by all executions of this process: calls with one key share its limit. */
export const rateLimits = createRateLimits(n8nClock);

/** Batch sizes that nodes refused, shared by all executions of this process. */
const batchSizes = createBatchSizes();

/**
 * The reads of triggers that are under way in this process: several that read the same list at the same
 * time send one request. Executions of action nodes do not share them: they may read what they have just
 * changed.
 */
export const pollFlights = createFlights();

function ignore(): void {}

/**
 * The client of one run: tolerant, with `missing` for the fields that responses lack. n8n's helper adds the secret headers (see the credential's
 * `authenticate`), so the client gets URLs only, and the secrets to remove them from errors.
 */
export async function clientFor(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	options: Pick<
		ClientOptions,
		'retry' | 'timeoutMs' | 'maxBytes' | 'missing' | 'flights' | 'width' | 'gather'
	> = {},
): Promise<Client<'tolerant'>> {
	const connection = await context.getCredentials<Connection & Record<string, string>>(CREDENTIAL);
	const services = servicesOf(connection);
	return clientWith({
		services: {
			data: withoutHeader(services.data),
			metrics: withoutHeader(services.metrics),
			node: withoutHeader(services.node),
		},
		secrets: Object.values(services).flatMap(({ header }) => (header ? [header.value] : [])),
		transport: n8nTransport(context),
		clock: n8nClock,
		rateLimits,
		batchSizes,
		...options,
		missing: options.missing ?? ignore,
	});
}

/** A client without services, which needs no credential: each of its calls fails. */
export function offlineClient(context: Pick<IAllExecuteFunctions, 'helpers'>): Client<'tolerant'> {
	return clientWith({
		services: {},
		transport: n8nTransport(context as never),
		clock: n8nClock,
		rateLimits,
		missing: ignore,
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
		concurrency,
	} = valuesOf(callFields, parameters);
	return {
		retry: { retries, rateLimitMs: Math.ceil(rateLimitWaitSeconds * 1000) },
		timeoutMs: Math.ceil(timeoutSeconds * 1000),
		maxBytes: Math.floor(maxResponseMegabytes * 1024 * 1024),
		concurrency,
	};
}
