import { bech32Decode } from './bech32';
import { cb58Decode, cb58Encode } from './cb58';
import { hasEvmForm } from './evmAddress';

/** The prefixes of node ids on the wire. */
export const NODE_ID_PREFIX = 'NodeID-';
const ID_BYTES = 32;
const NODE_ID_BYTES = 20;
const ADDRESS_BYTES = 20;

/** True for a 32-byte id in cb58 with a right checksum: transactions, blocks, chains, subnets. */
export function isId(text: string): boolean {
	return cb58Decode(text)?.length === ID_BYTES;
}

/** True for `NodeID-` and 20 bytes of cb58 with a right checksum. */
export function isNodeId(text: string): boolean {
	return (
		text.startsWith(NODE_ID_PREFIX) &&
		cb58Decode(text.slice(NODE_ID_PREFIX.length))?.length === NODE_ID_BYTES
	);
}

/** A node id from its 20 bytes. */
export function nodeIdOf(bytes: Uint8Array): string {
	return NODE_ID_PREFIX + cb58Encode(bytes);
}

/** True for a bech32 address of 20 bytes, with an optional chain prefix (`P-avax1…`, `fuji1…`). */
export function isAddress(text: string): boolean {
	const bare = /^[PXC]-/.test(text) ? text.slice(2) : text;
	return bech32Decode(bare)?.bytes.length === ADDRESS_BYTES && bare === bare.toLowerCase();
}

/** A bech32 address without its chain. */
export function bareAddress(address: string): string {
	return address.slice(address.lastIndexOf('-') + 1);
}

/** The same text for the same address: an EVM address in lower case, a bech32 one without its chain. */
export function addressKey(address: string): string {
	return hasEvmForm(address) ? address.toLowerCase() : bareAddress(address);
}

/** True for a 32-byte hash in 0x hex. */
export function isEvmHash(text: string): boolean {
	return /^0x[0-9a-fA-F]{64}$/.test(text);
}

/** True for whole bytes of hex, with or without 0x. */
export function isHex(text: string): boolean {
	return /^(0x)?([0-9a-fA-F]{2})+$/.test(text);
}
