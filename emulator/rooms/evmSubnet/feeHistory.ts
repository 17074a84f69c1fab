import { transactionOf, transfersAt } from '../../world/evmTransactions';
import { BASE_FEE, PRIORITY_FEE, WORST_BASE_FEE } from '../../world/evmFees';
import { feeConfigAt } from '../../node/evm/feeConfig';
import { MethodError } from '../../node/failure';
import { invalidArgument } from '../../node/gethRpc';
import { heightOfNumber, quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';

/** More blocks than this are cut off. */
const MAX_BLOCKS = 1024;

/** Number of blocks that are requested: decimal or hex, with or without quotes. */
function blockCount(given: unknown): number {
	const text = typeof given === 'bigint' ? String(given) : JSON.stringify(given);
	const bare = text.replace(/^"(.*)"$/, '$1');
	if (/^(\d+|0x[0-9a-f]+)$/i.test(bare)) return Number(bare);
	throw invalidArgument(0, `invalid hex or decimal integer ${JSON.stringify(bare)}`);
}

/** eth_feeHistory: base fees, shares of used gas and, where asked for, tips of a range of blocks. */
export function feeHistory(context: EvmContext, [count, newest, percentiles]: readonly unknown[]) {
	const { chain, tokens, streaming } = context;
	const asked = blockCount(count);
	const wanted = Array.isArray(percentiles) ? percentiles : [];
	for (const [at, one] of wanted.entries()) {
		if (typeof one !== 'number' || one < 0 || one > 100) {
			throw new MethodError(`invalid reward percentile: ${String(one)}`);
		}
		if (at > 0 && one < wanted[at - 1]) {
			const pair = `#${at - 1}:${wanted[at - 1]} >= #${at}:${one}`;
			throw new MethodError(`invalid reward percentile: ${pair}`);
		}
	}
	const last = heightOfNumber(context, newest, 1);
	const size = Math.min(asked, MAX_BLOCKS, last + 1);
	if (size === 0) return { oldestBlock: '0x0', gasUsedRatio: [] };
	const heights = Array.from({ length: size }, (_, i) => last - size + 1 + i);
	const gas = streaming ? 'gasLimit' : 'gasUsed';
	const baseFee = streaming ? WORST_BASE_FEE : BASE_FEE;
	const used = (height: number) =>
		transfersAt(tokens, height).reduce((sum, one) => sum + transactionOf(one)[gas], 0);
	const tip = (height: number) => (transfersAt(tokens, height).length > 0 ? PRIORITY_FEE : 0n);
	return {
		oldestBlock: quantity(heights[0]),
		...(wanted.length > 0
			? { reward: heights.map((height) => wanted.map(() => quantity(tip(height)))) }
			: {}),
		// As on Ethereum, that of the next block is added since Helicon.
		baseFeePerGas: [...heights, ...(streaming ? [last + 1] : [])].map(() => quantity(baseFee)),
		gasUsedRatio: heights.map(
			(height) => used(height) / Number(feeConfigAt(chain, height).feeConfig.gasLimit),
		),
	};
}
