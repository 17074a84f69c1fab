import type { World } from '../network';

/** The primary network and the L1s of the emulator's world. */

/** P- or X-Chain addresses of the world's owners, as users write them. */
export function owners({ node }: World, chain: 'P' | 'X', ...indices: number[]): string[] {
	return indices.map((index) => `${chain}-${node.address(index)}`);
}

/** Bare addresses of the world's owners. */
export function bare({ node }: World, ...indices: number[]): Set<string> {
	return new Set(indices.map((index) => node.address(index)));
}

/** The L1 whose first blockchain has the name. */
export function l1Named({ node }: World, name: string) {
	const found = node.subnets.find(({ blockchains }) => blockchains[0].name === name);
	if (!found) throw new Error(`The world has no subnet with the blockchain ${name}`);
	return { ...found, blockchain: found.blockchains[0] };
}

/** The sum of amounts. */
export function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}
