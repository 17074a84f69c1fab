import { type Connection, servicesOf } from './access';
import { type Client, type ClientOptions, createClient as clientOf } from './client';
import { clock } from './transports/clock';
import { httpTransport } from './transports/http';

/** Where the services are, and how calls behave. Every option has a default. */
export interface ConnectOptions
	extends Partial<Connection>,
		Partial<Pick<ClientOptions, 'services' | 'transport' | 'clock'>>,
		Omit<ClientOptions, 'services' | 'transport' | 'clock'> {}

/**
 * A client of the three services. URLs that are left out are those of the public services, and of a
 * node on this machine; `services` takes the place of all URLs, keys and headers. Requests are sent
 * with node:http(s) unless `transport` is given. Throws `Failure` of kind `invalid-input` where a
 * URL or a header is none. Calls made through one client share what they learn of rate limits.
 *
 * @example
 * const client = createClient({ apiKey: process.env.AVALANCHE_API_KEY });
 * const { chains } = await client.call(listChains, {});
 */
export function createClient(options: ConnectOptions = {}): Client {
	const { dataUrl = '', metricsUrl = '', nodeUrl = '' } = options;
	return clientOf({
		...options,
		services: options.services ?? servicesOf({ ...options, dataUrl, metricsUrl, nodeUrl }),
		transport: options.transport ?? httpTransport,
		clock: options.clock ?? clock,
	});
}
