import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { type Connection, DEFAULT_URLS, headersFor, servicesOf } from '../core/access';

export class AvalancheApi implements ICredentialType {
	name = 'avalancheApi';

	displayName = 'Avalanche API';

	icon = {
		light: 'file:../icons/avalanche.svg',
		dark: 'file:../icons/avalanche.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-avalanche-network/n8n-nodes-avalanche-network/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'Optional',
			description:
				'Optional: raises the rate limits of the data service. It is sent to the data service only.',
		},
		{
			displayName: 'Data Service URL',
			name: 'dataUrl',
			type: 'string',
			default: DEFAULT_URLS.dataUrl,
			placeholder: `e.g. ${DEFAULT_URLS.dataUrl}`,
			description: 'URL of the chain data service; it may have a path prefix',
		},
		{
			displayName: 'Metrics URL',
			name: 'metricsUrl',
			type: 'string',
			default: DEFAULT_URLS.metricsUrl,
			placeholder: `e.g. ${DEFAULT_URLS.metricsUrl}`,
			description: 'URL of the metrics service; the key is never sent to it',
		},
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: DEFAULT_URLS.nodeUrl,
			placeholder: 'e.g. http://127.0.0.1:9650',
			description:
				'URL of a node, without /ext. The default is the public endpoint of Mainnet; health, index, peers, uptime and node metrics need the URL of your own node.',
		},
		{
			displayName: 'Key Header',
			name: 'keyHeader',
			type: 'string',
			default: '',
			placeholder: 'Automatic',
			description:
				'Name of the header that carries the API key. By default x-glacier-api-key for data services under avax.network and x-data-api-key for all others.',
		},
		{
			displayName: 'Node Header Name',
			name: 'nodeHeaderName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Authorization',
			description: 'Optional: a header that the node or its proxy requires',
		},
		{
			displayName: 'Node Header Value',
			name: 'nodeHeaderSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Value of the node header. It is sent to the node only.',
		},
	];

	/** Adds a secret header only if the URL belongs to the service of the secret. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => withSecrets(credentials as unknown as Connection, request);
}

/** The address in the options of n8n's two request helpers: the older one has `uri`. */
type Target = Partial<Record<'url' | 'uri' | 'baseURL', unknown>>;

/** Disables redirects in both helpers: n8n would keep these headers when it follows one. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * The request options of any n8n node with the secret headers that its URL may receive. A request
 * that gets one follows no redirect; all others are returned unchanged. Throws `Failure` of kind
 * `invalid-input` if the credential itself is wrong.
 */
function withSecrets<Request extends object>(connection: Connection, request: Request): Request {
	const url = requestedUrl(request as Target);
	const secrets = headersFor(servicesOf(connection), url ?? '');
	if (Object.keys(secrets).length === 0) return request;
	const { headers } = request as Pick<IHttpRequestOptions, 'headers'>;
	return { ...request, ...NO_REDIRECT, headers: { ...headers, ...secrets } };
}

/**
 * The URL that n8n will request, in the way its HTTP client (axios) composes it: a relative URL is
 * appended to the base, never resolved against it. Undefined if the options can be understood in
 * different ways.
 */
function requestedUrl({ url, uri, baseURL }: Target): string | undefined {
	const given = [url, uri].filter((one) => one !== undefined && one !== null).map(String);
	const [target = ''] = given;
	const base = String(baseURL ?? '');
	if (given.some((one) => one !== target) || isAmbiguous(target) || isAmbiguous(base)) {
		return undefined;
	}
	if (base === '' || /^[a-z][a-z\d+.-]*:/i.test(target)) return target;
	if (target === '') return base;
	return `${base.replace(/\/?\/$/, '')}/${target.replace(/^\/+/, '')}`;
}

/**
 * True for a URL that parsers read differently: white space before the URL or line breaks in it,
 * backslashes in the path, a host or a path without a scheme's slashes.
 */
function isAmbiguous(url: string): boolean {
	return (
		url.charCodeAt(0) <= 0x20 ||
		/[\t\r\n]|^[^?#]*\\/.test(url) ||
		/^\/\/|^[a-z][a-z\d+.-]*:(?!\/\/)/i.test(url)
	);
}
