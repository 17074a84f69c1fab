import { type Connection, servicesOf } from './access';
import { type AnyClient, type Client, type ClientOptions, clientWith as clientOf } from './client';
import type { ReportMissing } from './protocol/reading';
import { clock } from './transports/clock';
import { httpTransport } from './transports/http';

/** The services and the behaviour of calls. Every option has a default. */
export interface ConnectOptions extends Given<Connection>, Given<ClientOptions> {}

/** All optional; undefined counts as absent, with exactOptionalPropertyTypes, too. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * A client of the three services. URLs that are left out are those of the public services, and of a
 * node on this machine; `services` replaces all URLs, keys and headers. Requests are sent with
 * node:http(s) unless `transport` is given. Throws `Failure` of kind `invalid-input` if a URL or a
 * header is invalid. All calls of one client share the rate limits that responses have shown.
 *
 * @example
 * const client = createClient({ apiKey: process.env.AVALANCHE_API_KEY });
 * const { chains } = await client.call(chain.getMany, {});
 */
export function createClient(
	options: ConnectOptions & { missing: ReportMissing },
): Client<'tolerant'>;
export function createClient(options?: ConnectOptions & { missing?: undefined }): Client;
export function createClient(options?: ConnectOptions): AnyClient;
export function createClient(options: ConnectOptions = {}): AnyClient {
	const { dataUrl = '', metricsUrl = '', nodeUrl = '' } = options;
	return clientOf({
		...options,
		services: options.services ?? servicesOf({ ...options, dataUrl, metricsUrl, nodeUrl }),
		transport: options.transport ?? httpTransport,
		clock: options.clock ?? clock,
	});
}
