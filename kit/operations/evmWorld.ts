import type { World } from '../../emulator';
import { blockHashOf } from '../../emulator/world/evmBlocks';
import { tokensOf } from '../../emulator/world/tokens';
import type { OperationCase } from './case';

/** The C-Chain of the emulator's world. */
export function cChainOf(world: World) {
	const chain = world.evmChain('43114');
	if (!chain) throw new Error('The world has no C-Chain');
	return chain;
}

/** The hash of a block of that chain. */
export function blockHashIn(world: World): string {
	const chain = cChainOf(world);
	return blockHashOf(chain, chain.height - 10);
}

/** The tokens on that chain. */
export function tokensIn(world: World) {
	return tokensOf(world, cChainOf(world));
}

/** A token transfer on that chain. */
export function transferIn(world: World) {
	const [first] = tokensIn(world).transfers();
	return first;
}

/** A case of a method of the C-Chain's RPC. */
export function evmCase(
	id: string,
	method: string,
	params: unknown[],
	input: Record<string, unknown>,
	answer: OperationCase['answer'],
	items: unknown[],
	world?: OperationCase['world'],
): OperationCase {
	return {
		id,
		input: { blockchainId: 'C', ...input },
		request: { path: '/ext/bc/C/rpc', body: { method, params } },
		answer,
		items,
		source: 'Ethereum JSON-RPC; node-rpc-more; recorded calls of a real node',
		...(world && { world }),
	};
}
