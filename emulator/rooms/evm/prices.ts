import type { EvmContext } from '../../node/evm/context';
import { quantity } from '../../node/evm/blockArg';
import type { EthMethods } from '../../node/gethRpc';
import { BASE_FEE, PRIORITY_FEE } from '../../world/evmFees';

/** Methods that return prices of gas. The base fee is the same in all blocks. */
export function priceMethods(context: EvmContext): EthMethods {
	const option = (share: bigint) => {
		const tip = (PRIORITY_FEE * share) / 100n;
		return {
			maxPriorityFeePerGas: quantity(tip),
			maxFeePerGas: quantity(2n * BASE_FEE + tip),
		};
	};
	return {
		eth_baseFee: () => quantity(context.world.conditions.baseFee),
		eth_gasPrice: () => quantity(BASE_FEE + PRIORITY_FEE),
		// Chains of subnet-evm do not have it.
		...(context.primary && {
			eth_suggestPriceOptions: () => ({
				slow: option(95n),
				normal: option(100n),
				fast: option(105n),
			}),
		}),
	};
}
