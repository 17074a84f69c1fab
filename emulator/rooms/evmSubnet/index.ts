import { goKind, heightOrLatest, quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';
import { feeConfigAt } from '../../node/evm/feeConfig';
import { type EthMethods, invalidArgument } from '../../node/gethRpc';
import type { EmulatedRoom } from '../../room';
import type { EvmChain } from '../../world';
import { PRIORITY_FEE } from '../../world/evmFees';
import { activePrecompiles, activeRules, chainConfigOf } from './chainConfig';
import { feeHistory } from './feeHistory';
import { evmValidators } from './validators';

const MAX_U64 = 2n ** 64n - 1n;

/** A timestamp is a plain number, not a hex quantity; absent it is the latest block's. */
function timeOf(chain: EvmChain, value: unknown): bigint {
	if (value === undefined || value === null) return BigInt(chain.blockTime(chain.height));
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	const kind = isNumber ? `number ${value}` : goKind(value);
	const whole = typeof value === 'bigint' || Number.isSafeInteger(value);
	const time = whole ? BigInt(value as bigint | number) : -1n;
	if (time < 0n || time > MAX_U64) {
		throw invalidArgument(0, `json: cannot unmarshal ${kind} into Go value of type uint64`);
	}
	return time;
}

/** Configuration and fees of a chain: node document, EVM subnet API. The C-Chain lacks three of them. */
function evmSubnet(context: EvmContext): EthMethods {
	const { chain, primary } = context;
	return {
		eth_syncing: () => false,
		eth_maxPriorityFeePerGas: () => quantity(PRIORITY_FEE),
		eth_feeHistory: (args) => feeHistory(context, args),
		eth_getChainConfig: () => chainConfigOf(context, chain, primary),
		eth_feeConfig: primary
			? undefined
			: ([block]) => feeConfigAt(chain, heightOrLatest(context, block)),
		eth_getActivePrecompilesAt: primary
			? undefined
			: ([time]) => activePrecompiles(context, chain, timeOf(chain, time)),
		eth_getActiveRulesAt: primary
			? undefined
			: ([time]) => activeRules(context, chain, timeOf(chain, time)),
	};
}

export const emulated = {
	evm: evmSubnet,
	methods: { validators: evmValidators },
} satisfies EmulatedRoom;
