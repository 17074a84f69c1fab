import type { EvmChain } from '../world';
import { activePrecompiles, activeRules, chainConfigOf, feeConfigAt } from './chainConfig';
import type { NodeContext } from './context';
import { goKind, heightOrLatest, quantity } from './evm/blockArg';
import { blockMethods } from './evm/blocks';
import { callMethods } from './evm/calls';
import { evmContext } from './evm/context';
import { feeMethods } from './evm/fees';
import { logMethods } from './evm/logs';
import { transactionMethods } from './evm/transactions';
import { warpMethods } from './evm/warp';
import { type EthMethods, invalidArgument } from './gethRpc';

const MAX_U64 = 2n ** 64n - 1n;
const MODULES = { eth: '1.0', net: '1.0', rpc: '1.0', warp: '1.0', web3: '1.0' };

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

/** The Ethereum API of a chain: node document, EVM subnet API, and what wallets ask first. */
export function evmSubnet(context: NodeContext, chain: EvmChain): EthMethods {
	const evm = evmContext(context, chain);
	const common: EthMethods = {
		eth_chainId: () => quantity(Number(chain.chainId)),
		eth_syncing: () => false,
		net_version: () => chain.chainId,
		net_listening: () => true,
		net_peerCount: () => '0x0',
		rpc_modules: () => MODULES,
		web3_clientVersion: () => 'v1.14.2',
		...blockMethods(evm),
		...transactionMethods(evm),
		...logMethods(evm),
		...callMethods(evm),
		...feeMethods(evm),
		...warpMethods(evm),
		eth_getChainConfig: () => chainConfigOf(context, chain, evm.primary),
	};
	if (evm.primary) return common;
	return {
		...common,
		eth_feeConfig: ([block]) => feeConfigAt(chain, heightOrLatest(evm, block)),
		eth_getActivePrecompilesAt: ([time]) => activePrecompiles(context, chain, timeOf(chain, time)),
		eth_getActiveRulesAt: ([time]) => activeRules(context, chain, timeOf(chain, time)),
	};
}
