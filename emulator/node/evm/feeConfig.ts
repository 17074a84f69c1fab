import type { EvmChain } from '../../world';

/** Height at which the fees of a made-up chain changed. */
const FEES_CHANGED = 600_000;

/** Genesis fees. A target that is never reached keeps fees at their minimum; it passes 2^53. */
export const GENESIS_FEES = {
	gasLimit: 20_000_000n,
	targetBlockRate: 2n,
	minBaseFee: 1_000_000_000n,
	targetGas: 9_007_199_254_740_993n,
	baseFeeChangeDenominator: 48n,
	minBlockGasCost: 0n,
	maxBlockGasCost: 10_000_000n,
	blockGasCostStep: 500_000n,
};

/** Every second chain changed its fees once. */
function changesFees({ chainId }: EvmChain): boolean {
	return Number(chainId) % 2 === 0;
}

/** eth_feeConfig at a height. */
export function feeConfigAt(chain: EvmChain, height: number) {
	if (!changesFees(chain) || height < FEES_CHANGED) {
		return { feeConfig: GENESIS_FEES, lastChangedAt: 0 };
	}
	const feeConfig = { ...GENESIS_FEES, minBaseFee: 25_000_000_000n, targetGas: 15_000_000n };
	return { feeConfig, lastChangedAt: FEES_CHANGED };
}
