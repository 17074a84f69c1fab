import type { Service } from './operations/declare';
import { Failure } from './protocol/failure';
import { type ServiceAccess, serviceUrl } from './protocol/request';

/** Where the services are and the secrets that they take, as users configure them. */
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
	nodeUrl: 'https://api.avax.network',
} as const;

/** The names of the URLs, as the credential's form shows them. */
export const URL_LABELS: Record<Service, string> = {
	data: 'Data Service URL',
	metrics: 'Metrics URL',
	node: 'Node URL',
};

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

/** Paths that the services' operations begin with: a URL that ends in one would have it twice. */
const OWN_PATHS: Record<Service, RegExp> = {
	data: /\/v\d+$/,
	metrics: /\/v\d+$/,
	node: /\/ext(\/(bc|info|health|index|admin|metrics|vm)(\/.*)?)?$/,
};

/** The URL of a service. Throws `invalid-input` where it is none, or names a path of the service. */
function rootUrl(service: Service, given: string): string {
	const label = URL_LABELS[service];
	const url = serviceUrl(given, label);
	const { origin, pathname } = new URL(url);
	const own = OWN_PATHS[service].exec(pathname);
	if (!own) return url;
	// A prefix may be a secret, as it is with hosted nodes.
	const right = own.index === 0 ? origin : `${origin}/…`;
	const message = `${label} must be given without ${own[0]} at its end: ${right}`;
	throw new Failure({ kind: 'invalid-input', message });
}

/**
 * The access of each service. The key is sent to the data service only, the node header to the node
 * only. Throws `Failure` of kind `invalid-input` naming the invalid setting.
 */
export function servicesOf(connection: Connection): Record<Service, ServiceAccess> {
	const dataUrl = rootUrl('data', connection.dataUrl || DEFAULT_URLS.dataUrl);
	const metricsUrl = rootUrl('metrics', connection.metricsUrl || DEFAULT_URLS.metricsUrl);
	const nodeUrl = rootUrl('node', connection.nodeUrl || DEFAULT_URLS.nodeUrl);
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
 * The secret headers for a request to this URL: those of the service of the URL. Services on one
 * origin are distinguished by their path prefix; if the data service and the node have the same
 * one, the node is below `/ext`. A path that resolves elsewhere after percent-decoding gets none.
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
	const near = Object.entries(services).filter(
		([, access]) => new URL(access.url).origin === target.origin,
	) as Array<[Service, ServiceAccess]>;
	const [owners, decoded] = [target.pathname, decodedPath(target)].map((path) =>
		ownersOf(near, path),
	);
	if (owners.join() !== decoded.join()) return {};
	const headers = owners.flatMap((service) => {
		const { header } = services[service];
		return header ? [[header.name, header.value]] : [];
	});
	return Object.fromEntries(headers) as Record<string, string>;
}

/** The services of one origin whose path prefix matches a path. */
function ownersOf(services: ReadonlyArray<[Service, ServiceAccess]>, path: string): Service[] {
	const fitting = services
		.map(([service, { url }]) => ({ service, prefix: new URL(url).pathname.replace(/\/+$/, '') }))
		.filter(({ prefix }) => isUnder(path, prefix));
	// If prefixes nest, the longest one determines the service.
	const longest = Math.max(...fitting.map(({ prefix }) => prefix.length));
	const owners = fitting.filter(({ prefix }) => prefix.length === longest);
	if (owners.length < 2) return owners.map(({ service }) => service);
	const isNode = isUnder(path, `${owners[0].prefix}/ext`);
	return owners
		.map(({ service }) => service)
		.filter((service) => (isNode ? service === 'node' : service !== 'node'));
}

/** The path as a server may read it that merges slashes, or decodes it before it resolves dots. */
function decodedPath({ origin, pathname }: URL): string {
	let path = pathname.replace(/\/{2,}/g, '/');
	for (let round = 0; round < 5 && path.includes('%'); round++) {
		try {
			const decoded = decodeURIComponent(path).replace(/[?#]/g, encodeURIComponent);
			path = new URL(origin + decoded).pathname.replace(/\/{2,}/g, '/');
		} catch {
			return path;
		}
	}
	return path;
}

function isUnder(path: string, prefix: string): boolean {
	return path === prefix || path.startsWith(`${prefix}/`);
}
