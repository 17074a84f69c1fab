import { bytesToHex } from '../../core';
import type { ChainAlias } from '../world';
import { idBytes } from '../../core/testing/network/bytes';

/** `0x` and the bytes. */
export const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

/** The hash of a block as the data service writes it: of the C-Chain that of the EVM. */
export function blockHash(chain: ChainAlias, id: string): string {
	return chain === 'C' ? hex(idBytes(id)) : id;
}
