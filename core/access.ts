import type { Service } from './operations/declare';
import { Failure } from './protocol/failure';
import { type ServiceAccess, serviceUrl } from './protocol/request';

/** Where the services are and what opens them, as users configure it. */
export interface Connection {
	dataUrl: string;
	metricsUrl: string;
	nodeUrl: string;
	apiKey?: string;
	/** Header name for the key; empty means automatic. */
	keyHeader?: string;
	nodeHeaderName?: string;
	nodeHeaderSecret?: string;
}

export const DEFAULT_URLS = {
	dataUrl: 'https://data-api.avax.network',
	metricsUrl: 'https://metrics.avax.network',
	nodeUrl: 'http://127.0.0.1:9650',
} as const;

/** The header of the spec, and the one that the operator's own deployment reads. */
const SPEC_KEY_HEADER = 'x-data-api-key';
const DEPLOYED_KEY_HEADER = 'x-glacier-api-key';
// RFC 9110 tokens; a header value holds visible characters and spaces.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const HEADER_VALUE = /^[\u0020-\u007e\u0080-\u00ff]*$/;

/** The header that carries the key: the user's, or the one that the data service's host reads. */
export function keyHeaderFor(dataUrl: string, chosen?: string): string {
	const name = chosen?.trim();
	if (name) return name;
	const { hostname } = new URL(dataUrl);
	const deployed = hostname === 'avax.network' || hostname.endsWith('.avax.network');
	return deployed ? DEPLOYED_KEY_HEADER : SPEC_KEY_HEADER;
}

function header(name: string, value: string | undefined, label: string) {
	if (!value) return undefined;
	if (!HEADER_NAME.test(name)) {
		const message = `${label} header name must be letters, digits and dashes; given: ${JSON.stringify(name)}`;
		throw new Failure({ kind: 'invalid-input', message });
	}
	if (!HEADER_VALUE.test(value)) {
		// The value is a secret: it is not shown.
		throw new Failure({
			kind: 'invalid-input',
			message: `${label} value must be one line of plain text`,
		});
	}
	return { name: name.toLowerCase(), value };
}

/**
 * The access of each service. The key belongs to the data service alone, the node header to the node
 * alone. Throws `Failure` of kind `invalid-input` naming the setting that is wrong.
 */
export function servicesOf(connection: Connection): Record<Service, ServiceAccess> {
	const dataUrl = serviceUrl(connection.dataUrl || DEFAULT_URLS.dataUrl, 'Data Service URL');
	const metricsUrl = serviceUrl(connection.metricsUrl || DEFAULT_URLS.metricsUrl, 'Metrics URL');
	const nodeUrl = serviceUrl(connection.nodeUrl || DEFAULT_URLS.nodeUrl, 'Node URL');
	const key = header(
		keyHeaderFor(dataUrl, connection.keyHeader),
		connection.apiKey?.trim(),
		'API key',
	);
	const nodeHeader = header(
		connection.nodeHeaderName?.trim() ?? '',
		connection.nodeHeaderSecret?.trim(),
		'Node',
	);
	return {
		data: { url: dataUrl, ...(key && { header: key }) },
		metrics: { url: metricsUrl },
		node: { url: nodeUrl, ...(nodeHeader && { header: nodeHeader }) },
	};
}

/**
 * The secret headers that a request to this URL may carry: those of the services that live under
 * it. Two services on one origin are told apart by their path prefix.
 */
export function headersFor(
	services: Record<Service, ServiceAccess>,
	url: string,
): Record<string, string> {
	let target: URL;
	try {
		target = new URL(url);
	} catch {
		return {};
	}
	const fitting = Object.values(services)
		.map((access) => ({ access, base: new URL(access.url) }))
		.filter(({ base }) => base.origin === target.origin && isUnder(target.pathname, base.pathname));
	// Where prefixes nest, the longest says which service is meant.
	const longest = Math.max(...fitting.map(({ base }) => base.pathname.length));
	const headers = fitting
		.filter(({ base }) => base.pathname.length === longest)
		.flatMap(({ access }) => (access.header ? [[access.header.name, access.header.value]] : []));
	return Object.fromEntries(headers) as Record<string, string>;
}

function isUnder(path: string, prefix: string): boolean {
	const bare = prefix.replace(/\/+$/, '');
	return path === bare || path.startsWith(`${bare}/`);
}
