import { quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';
import type { EthMethods } from '../../node/gethRpc';
import type { EmulatedRoom } from '../../room';
import { blockMethods } from './blocks';
import { callMethods } from './calls';
import { logMethods } from './logs';
import { priceMethods } from './prices';
import { transactionMethods } from './transactions';

/** Common calls of an EVM chain: node document, EVM subnet API. */
function evm(context: EvmContext): EthMethods {
	return {
		eth_chainId: () => quantity(Number(context.chain.chainId)),
		...blockMethods(context),
		...transactionMethods(context),
		...logMethods(context),
		...callMethods(context),
		...priceMethods(context),
	};
}

export const emulated = { evm } satisfies EmulatedRoom;
