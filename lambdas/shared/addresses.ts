import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../../core/protocol/privateHosts';

/**
 * True for an https URL without credentials whose host is not clearly private. Names are resolved
 * later.
 */
export function isPublicUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	return protocol === 'https:' && !username && !password && !isPrivateHost(hostname);
}

/** The error of a name that resolves to a private network. */
export class PrivateAddressError extends Error {
	override readonly name = 'PrivateAddressError';

	/** A code of its own, so that the error does not count as temporary. */
	readonly code = 'ERR_PRIVATE_ADDRESS';
}

/**
 * Resolves a name for a connection and rejects private addresses. The connection uses the checked
 * address: a later change of the name has no effect.
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
