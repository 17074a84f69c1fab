import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are no public host: a target there could be made to reach into this network. */
// Two lists: one alone takes every IPv4 address for its mapped form.
// They are made at the first question: a function starts without them.
type Lists = Record<'ipv4' | 'ipv6', BlockList>;
let made: Lists | undefined;
const V4: ReadonlyArray<[string, number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
];
// With the forms that carry a v4 address: compatible, mapped, translated, NAT64, 6to4 and Teredo.
const V6: ReadonlyArray<[string, number]> = [
	['::', 96],
	['::ffff:0:0', 96],
	['::ffff:0:0:0', 96],
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['2002::', 16],
	['2001::', 32],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
	['ff00::', 8],
];

function lists(): Lists {
	if (made) return made;
	made = { ipv4: new BlockList(), ipv6: new BlockList() };
	for (const [network, bits] of V4) made.ipv4.addSubnet(network, bits, 'ipv4');
	for (const [network, bits] of V6) made.ipv6.addSubnet(network, bits, 'ipv6');
	return made;
}

/** True for an address outside of the public internet, and for what is no address. */
export function isPrivateAddress(address: string): boolean {
	const version = isIP(address);
	const family = version === 4 ? 'ipv4' : 'ipv6';
	return version === 0 || lists()[family].check(address, family);
}

/** True for an https URL without credentials whose host is not plainly private. Names are looked up later. */
export function isPublicUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (protocol !== 'https:' || username || password) return false;
	if (isIP(host) !== 0) return !isPrivateAddress(host);
	return !/(^|\.)(localhost|local|internal)$/.test(host);
}

/** The error of a name that leads into a private network. */
export class PrivateAddressError extends Error {
	override readonly name = 'PrivateAddressError';

	/** An error with a code of its own is not taken for one that passes. */
	readonly code = 'ERR_PRIVATE_ADDRESS';
}

/**
 * Looks a name up for a connection and refuses private addresses. The connection uses the very
 * address that was checked: a name that changes in between gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, addresses) => {
		if (error) return callback(error, '', 0);
		if (addresses.some(({ address }) => isPrivateAddress(address))) {
			return callback(new PrivateAddressError(`${hostname} is a private address`), '', 0);
		}
		if (options.all) return callback(null, addresses);
		return callback(null, addresses[0].address, addresses[0].family);
	});
};
