import { createHash } from 'node:crypto';
import type { EvmChain } from './evmTypes';

/** A block's hash: opaque to callers, but it holds the height so that it can be looked up. */
export function blockHashOf({ blockchainId }: EvmChain, height: number): string {
	const head = createHash('sha256').update(blockchainId).digest('hex').slice(0, 48);
	return `0x${head}${height.toString(16).padStart(16, '0')}`;
}

/** The height of the block with a hash; undefined where the chain has none. */
export function heightOfHash(chain: EvmChain, hash: string): number | undefined {
	const height = Number.parseInt(hash.slice(-16), 16);
	if (!(height <= chain.height)) return undefined;
	return blockHashOf(chain, height) === hash.toLowerCase() ? height : undefined;
}
