import type { Service } from './service';
import { Failure } from './failure';
import { type ServiceAccess, serviceUrl } from './protocol/request';

/** The URLs and secrets of the services, as users configure them. */
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

/** The key header of the spec, and the one that the operator's own deployment reads. */
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

/**
 * The URL of a service. Throws `invalid-input` if it is not a URL, or ends in a path of the service.
 */
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
 * one, the node is below `/ext`. If an origin has more than one reader, a path gets none that a
 * proxy or a server may read as another one.
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
	const isShared = near.length > 1 || near.some(([, access]) => prefixOf(access) !== '');
	if (isShared && !PLAIN_PATH.test(target.pathname)) return {};
	const owners = ownersOf(near, target.pathname);
	const headers = owners.flatMap((service) => {
		const { header } = services[service];
		return header ? [[header.name, header.value]] : [];
	});
	return Object.fromEntries(headers) as Record<string, string>;
}

/**
 * A path that every proxy and server reads alike. Excluded are: empty segments, which some merge;
 * segments that begin with a dot, behind which some ignore spaces and dots; `;`, which some cut off
 * before they resolve dots (`..;`); a percent sign that begins no encoded byte; and encoded bytes
 * that some decode before they find the path: the encoding itself (%25), dots, slashes, `?`, `#`,
 * `;`, control characters, letters and digits, and bytes that are not ASCII, of which some take
 * overlong forms (%c0%ae) or look-alikes for dots and slashes.
 */
const PLAIN_PATH =
	/^(?:\/(?!\.)(?:[\w~!$&'()*+,=:@.-]|%(?:2[0-246-9a-d]|3[ac-e]|40|5[bde]|60|7[b-d]))+)*\/?$/i;

function prefixOf({ url }: ServiceAccess): string {
	return new URL(url).pathname.replace(/\/+$/, '');
}

/** The services of one origin whose path prefix matches a path. */
function ownersOf(services: ReadonlyArray<[Service, ServiceAccess]>, path: string): Service[] {
	const fitting = services
		.map(([service, access]) => ({ service, prefix: prefixOf(access) }))
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

function isUnder(path: string, prefix: string): boolean {
	return path === prefix || path.startsWith(`${prefix}/`);
}
