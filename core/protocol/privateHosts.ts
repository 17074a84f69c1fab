import { IPv4, IPv6 } from './ipaddr';

/**
 * Recognizes hosts that are not on the public internet: an address from a service or a user must
 * not point into the network of this host. Used for downloads and webhooks.
 */

/** Public addresses of services in the host's own network: Azure's for virtual machines. */
const V4_OF_HOSTS: readonly string[] = ['168.63.129.16'];
/**
 * The IPv6 addresses that IANA has allocated to networks; all other blocks are reserved or local.
 */
const V6_PUBLIC = '2000::/3';

/**
 * Names without a meaning on the public internet: special-use names (IANA's registry, RFC 6761) and
 * names for tests and examples (RFC 2606); names that RFC 6762 (appendix G) and ICANN keep out of
 * the root because networks use them; and names of Kubernetes, of service discovery in clusters,
 * and of systems' hosts files.
 */
const PRIVATE_ZONES: ReadonlySet<string> = new Set([
	...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test'],
	...['corp', 'home', 'internal', 'intranet', 'lan', 'mail', 'private'],
	...['cluster', 'consul', 'localdomain', 'localdomain4', 'localdomain6', 'nomad', 'pod', 'svc'],
]);

/**
 * True for an IP address that is not public, and for any other text. All blocks of IANA's
 * special-purpose registries count as not public, even the reachable ones: they have no files or
 * webhooks, and some contain the IPv4 address of another host.
 */
export function isPrivateAddress(address: string): boolean {
	if (IPv4.isValidFourPartDecimal(address)) {
		return V4_OF_HOSTS.includes(address) || IPv4.parse(address).range() !== 'unicast';
	}
	if (!IPv6.isValid(address)) return true;
	const parsed = IPv6.parse(address);
	return !parsed.match(IPv6.parseCIDR(V6_PUBLIC)) || parsed.range() !== 'unicast';
}

/**
 * True for the host of a URL that is clearly not public: a private address, a name without a dot, a
 * name of a private zone, or one with an empty label. The host must be normalized by `URL`: lower
 * case, IPv4 as four numbers, IPv6 in brackets. The addresses of public names are not resolved
 * here.
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isPrivateAddress(hostname.slice(1, -1));
	const name = hostname.toLowerCase().replace(/\.$/, '');
	if (/^[\d.]+$/.test(name)) return isPrivateAddress(name);
	const labels = name.split('.');
	return labels.length < 2 || labels.includes('') || PRIVATE_ZONES.has(labels.at(-1) as string);
}
