import { cb58Decode } from './cb58';
import { withChecksum, hasEvmForm, isEvmAddress } from './evmAddress';
import { NODE_ID_PREFIX, isAddress, isEvmHash, isNodeId } from './ids';

/**
 * Explains to the user why a value is not a valid address or id. Undefined if the reason is
 * unknown.
 */

const TYPING_ERROR =
	'this one has a typing error: a letter is wrong, missing or too many (checksum)';
/** A chain's letter, a network's prefix, and letters after the 1. */
const ADDRESS_LIKE = /^([PXC]-)?(avax|fuji|local|custom)1[0-9a-z]*$/i;
const BASE58_LIKE = /^[1-9A-HJ-NP-Za-km-z]{20,60}$/;

/**
 * The rule about checksums, for a value that has the form of an EVM address but not its checksum.
 */
function checksumMistake(value: string): string {
	return `this one mixes capital and small letters and has a wrong checksum (EIP-55): a letter is wrong; if every letter is right, write it as ${withChecksum(value)}`;
}

/** For a value instead of an X-, P- or C-Chain address, or instead of one of `chain` only. */
export function addressMistake(value: string, chain?: 'X' | 'P' | 'C'): string | undefined {
	if (hasEvmForm(value)) {
		return 'this one is an EVM address (0x…), and the P- and X-Chain have addresses of their own that begin with avax1 or fuji1';
	}
	if (isNodeId(value)) return 'this one is a node ID';
	const [, before, bare] = /^(.*)-([a-z]+1[0-9a-z]*)$/i.exec(value) ?? [];
	if (/^[pxc]$/.test(before)) return `this one begins with ${before}- in a small letter`;
	if (before !== undefined && !/^[PXC]$/.test(before)) {
		// Other chains run the virtual machine of the X-Chain, under aliases of the node.
		return chain === 'X'
			? addressMistake(bare)
			: `this one begins with ${before}-, which is not a chain of the primary network`;
	}
	if (isAddress(value)) {
		const isOther = before !== undefined && before !== chain;
		return isOther ? `this one is an address of the ${before}-Chain` : undefined;
	}
	if (!ADDRESS_LIKE.test(value)) return undefined;
	return isAddress(value.replace(/[A-Z]+(?!-)/g, (letters) => letters.toLowerCase()))
		? 'this one has capital letters'
		: TYPING_ERROR;
}

/** For a value instead of an address of an EVM chain. */
export function evmAddressMistake(value: string): string | undefined {
	if (ADDRESS_LIKE.test(value)) {
		return 'this one is an address of the P-, X- or C-Chain (avax1… or fuji1…), and EVM chains have addresses of their own that begin with 0x';
	}
	if (hasEvmForm(value)) return isEvmAddress(value) ? undefined : checksumMistake(value);
	if (/^[\w-]+(\.[\w-]+)*\.avax$/i.test(value)) {
		return 'this one is a name: EVM Contract: Resolve Name of Avalanche RPC returns its address';
	}
	if (/^[0-9a-f]{40}$/i.test(value)) return '0x is missing before this one';
	if (isEvmHash(value)) return 'this one is a hash';
	const digits = /^0x([0-9a-f]+)$/i.exec(value)?.[1].length;
	return digits === undefined || digits === 40 ? undefined : `this one has ${digits} digits`;
}

/** A likely mistake in a value that is neither a bech32 nor an EVM address; undefined if none is recognized. */
export function anyAddressMistake(value: string): string | undefined {
	return hasEvmForm(value) || !ADDRESS_LIKE.test(value)
		? evmAddressMistake(value)
		: addressMistake(value);
}

/** A likely mistake in a value that is not a hash of an EVM chain; undefined if none is recognized. */
export function hashMistake(value: string): string | undefined {
	if (/^[0-9a-f]{64}$/i.test(value)) return '0x is missing before this one';
	if (hasEvmForm(value)) return 'this one is an address';
	const digits = /^0x([0-9a-f]+)$/i.exec(value)?.[1].length;
	return digits === undefined || digits === 64 ? undefined : `this one has ${digits} digits`;
}

/** A likely mistake in a value that is not a node ID; undefined if none is recognized. */
export function nodeIdMistake(value: string): string | undefined {
	const bare = value.startsWith(NODE_ID_PREFIX) ? value.slice(NODE_ID_PREFIX.length) : value;
	if (bare === value)
		return isNodeId(NODE_ID_PREFIX + bare) ? 'NodeID- is missing before this one' : undefined;
	return BASE58_LIKE.test(bare) ? TYPING_ERROR : undefined;
}

/** A likely mistake in a value that is not a 32-byte ID; undefined if none is recognized. */
export function idMistake(value: string): string | undefined {
	if (isEvmHash(value)) return 'this one is a hash of an EVM chain';
	if (isNodeId(value)) return 'this one is a node ID';
	if (!BASE58_LIKE.test(value)) return undefined;
	return cb58Decode(value) ? 'this one is an id of another kind' : TYPING_ERROR;
}
