import { type Tokens, tokensOf } from '../../world/tokens';
import type { EvmChain } from '../../world';
import { isPrimary } from '../addresses';
import type { NodeContext } from '../context';

/** What the Ethereum API of one chain answers from. */
export interface EvmContext extends NodeContext {
	chain: EvmChain;
	tokens: Tokens;
	/** True for the C-Chain. */
	primary: boolean;
}

export function evmContext(context: NodeContext, chain: EvmChain): EvmContext {
	const tokens = tokensOf(context.world, chain);
	return { ...context, chain, tokens, primary: isPrimary(chain.subnetId) };
}
