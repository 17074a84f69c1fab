import type { World } from '../network';
import { blockHashOf } from '../network/evmBlocks';
import type { OperationCase } from './operationCase';

/** The C-Chain of the emulator's world. */
export function cChainOf(world: World) {
	const chain = world.evmChain('43114');
	if (!chain) throw new Error('The world has no C-Chain');
	return chain;
}

/** An L1's chain of the emulator's world. */
export function l1ChainOf({ node, evmChains }: World) {
	const l1 = node.subnets.find(({ kind }) => kind === 'l1');
	const chain = evmChains.find(({ subnetId }) => subnetId === l1?.id);
	if (!chain) throw new Error('The world has no L1');
	return chain;
}

/** The hash of a block of that chain. */
export function blockHashIn(world: World, chain = cChainOf(world)): string {
	return blockHashOf(chain, chain.height - 10);
}

/** The tokens on that chain. */
export function tokensIn(world: World, chain = cChainOf(world)) {
	return world.tokens(chain);
}

/** A token transfer on that chain. */
export function transferIn(world: World, chain = cChainOf(world)) {
	const [first] = tokensIn(world, chain).transfers();
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
