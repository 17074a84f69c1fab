import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../../core';

/** True for an https URL without credentials whose host is not plainly private. Names are looked up later. */
export function isPublicUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	return protocol === 'https:' && !username && !password && !isPrivateHost(hostname);
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
