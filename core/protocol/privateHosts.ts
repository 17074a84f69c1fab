import { IPv4, IPv6 } from './ipaddr';

/**
 * Which hosts are not on the public internet: an address from a service or a user must not point
 * into the network of this host. Used for downloads and webhooks.
 */

/** Public addresses that are services of the host's own network: Azure's of its virtual machines. */
const V4_OF_HOSTS: readonly string[] = ['168.63.129.16'];
/** All that IANA has given to networks so far; every other block is reserved, or for one network. */
const V6_PUBLIC = IPv6.parseCIDR('2000::/3');

/**
 * Names without a meaning on the public internet: special-use names (IANA's registry, RFC 6761), with
 * those for tests and examples (RFC 2606); those that RFC 6762 (appendix G) and ICANN keep out of the
 * root because networks use them; and those of Kubernetes, of name services of clusters, and of
 * systems' hosts files.
 */
const PRIVATE_ZONES: ReadonlySet<string> = new Set([
	...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test'],
	...['corp', 'home', 'internal', 'intranet', 'lan', 'mail', 'private'],
	...['cluster', 'consul', 'localdomain', 'localdomain4', 'localdomain6', 'nomad', 'pod', 'svc'],
]);

/**
 * True for an IP address that is not public, and for what is not an IP address. Not public is every
 * block of IANA's special-purpose registries, also those that may be reached: no file and no
 * webhook is there, and some carry the IPv4 address of another host.
 */
export function isPrivateAddress(address: string): boolean {
	if (IPv4.isValidFourPartDecimal(address)) {
		return V4_OF_HOSTS.includes(address) || IPv4.parse(address).range() !== 'unicast';
	}
	if (!IPv6.isValid(address)) return true;
	const parsed = IPv6.parse(address);
	return !parsed.match(V6_PUBLIC) || parsed.range() !== 'unicast';
}

/**
 * True for the host of a URL that is plainly not public: a private address, a name without a dot, a
 * name of a private zone, or one with an empty label. `URL` has brought the host to its one form:
 * lower case, IPv4 as four numbers, IPv6 in brackets. What a public name resolves to is checked
 * where the host can.
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isPrivateAddress(hostname.slice(1, -1));
	const name = hostname.toLowerCase().replace(/\.$/, '');
	if (/^[\d.]+$/.test(name)) return isPrivateAddress(name);
	const labels = name.split('.');
	return labels.length < 2 || labels.includes('') || PRIVATE_ZONES.has(labels.at(-1) as string);
}
