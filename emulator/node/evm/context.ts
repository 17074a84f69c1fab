import { type Tokens, tokensOf } from '../../world/tokens';
import type { EvmChain } from '../../world';
import { isPrimary } from '../addresses';
import { heliconIsActive, type NodeContext } from '../context';

/** Context that the Ethereum API of one chain reads. */
export interface EvmContext extends NodeContext {
	chain: EvmChain;
	tokens: Tokens;
	/** True for the C-Chain. */
	primary: boolean;
	/** True for the C-Chain since Helicon: its virtual machine executes blocks after they are accepted. */
	streaming: boolean;
}

export function evmContext(context: NodeContext, chain: EvmChain): EvmContext {
	const tokens = tokensOf(context.world, chain);
	const primary = isPrimary(chain.subnetId);
	return { ...context, chain, tokens, primary, streaming: primary && heliconIsActive(context) };
}
