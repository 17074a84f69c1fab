import type { EvmChain, Tokens } from '../../world';
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
	/** The last block whose receipts and logs are there. */
	executed: number;
	/** The last block whose execution a later one has settled. */
	settled: number;
}

/** Executed blocks that are not settled: 5 seconds (ACP-194). */
const UNSETTLED = 3;

/** The last block whose execution a streaming chain's block settles. */
export const settledBy = (height: number) => Math.max(0, height - UNSETTLED);

export function evmContext(context: NodeContext, chain: EvmChain): EvmContext {
	const tokens = context.world.tokens(chain);
	const primary = isPrimary(chain.subnetId);
	const streaming = primary && heliconIsActive(context);
	const executed = chain.height - (streaming ? context.world.conditions.unexecuted : 0);
	const settled = streaming ? settledBy(executed) : executed;
	return { ...context, chain, tokens, primary, streaming, executed, settled };
}
