import type { IHttpRequestOptions } from 'n8n-workflow';
import { type Connection, headersFor, servicesOf } from '../../core/access';

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
export function withSecrets<Request extends object>(
	connection: Connection,
	request: Request,
): Request {
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
