import type { World } from '../../emulator';

/** The C-Chain of the emulator's world. */
export function cChainOf(world: World) {
	const chain = world.evmChain('43114');
	if (!chain) throw new Error('The world has no C-Chain');
	return chain;
}
