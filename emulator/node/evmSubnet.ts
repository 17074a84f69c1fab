import { createHash } from 'node:crypto';
import type { EvmChain } from '../world';
import { isPrimary } from './addresses';
import { activePrecompiles, activeRules, chainConfigOf, feeConfigAt } from './chainConfig';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import { type EthMethods, invalidArgument } from './gethRpc';
import { isObject } from './rawJson';

const MAX_U64 = 2n ** 64n - 1n;
const NAMES = ['latest', 'pending', 'safe', 'finalized'];

const quantity = (value: number | bigint) => `0x${value.toString(16)}`;

/** A block's hash: opaque to callers, but it holds the height so that it can be looked up. */
function hashOf({ blockchainId }: EvmChain, height: number): string {
	const head = createHash('sha256').update(blockchainId).digest('hex').slice(0, 48);
	return `0x${head}${height.toString(16).padStart(16, '0')}`;
}

function heightOf(chain: EvmChain, block: unknown): number {
	const value = isObject(block) ? (block.blockHash ?? block.blockNumber) : (block ?? 'latest');
	if (typeof value !== 'string') {
		throw invalidArgument(0, 'json: cannot unmarshal non-string into Go value of type string');
	}
	if (NAMES.includes(value)) return chain.height;
	if (value === 'earliest') return 0;
	if (!value.startsWith('0x')) throw invalidArgument(0, 'hex string without 0x prefix');
	if (/^0x[0-9a-fA-F]{64}$/.test(value)) {
		const height = Number.parseInt(value.slice(-16), 16);
		if (height <= chain.height && hashOf(chain, height) === value.toLowerCase()) return height;
		throw new MethodError('header for hash not found');
	}
	if (value === '0x') throw invalidArgument(0, 'empty hex string');
	if (/^0x0./.test(value)) throw invalidArgument(0, 'hex number with leading zero digits');
	if (!/^0x[0-9a-fA-F]{1,16}$/.test(value)) throw invalidArgument(0, 'invalid hex string');
	const height = Number.parseInt(value, 16);
	if (height > chain.height) throw new MethodError('cannot query unfinalized data');
	return height;
}

/** A timestamp is a plain number, not a hex quantity; absent it is the latest block's. */
function timeOf(chain: EvmChain, value: unknown): bigint {
	if (value === undefined || value === null) return BigInt(chain.blockTime(chain.height));
	const kind = typeof value === 'number' ? `number ${value}` : typeof value;
	const whole = typeof value === 'bigint' || Number.isSafeInteger(value);
	const time = whole ? BigInt(value as bigint | number) : -1n;
	if (time < 0n || time > MAX_U64) {
		throw invalidArgument(0, `json: cannot unmarshal ${kind} into Go value of type uint64`);
	}
	return time;
}

/** The Ethereum API of a chain: node document, EVM subnet API, and what wallets ask first. */
export function evmSubnet(context: NodeContext, chain: EvmChain): EthMethods {
	const primary = isPrimary(chain.subnetId);
	const common: EthMethods = {
		eth_chainId: () => quantity(Number(chain.chainId)),
		net_version: () => chain.chainId,
		web3_clientVersion: () => 'v1.14.2',
		eth_blockNumber: () => quantity(chain.height),
		eth_getBlockByNumber(args) {
			const height = heightOf(chain, args[0]);
			return {
				number: quantity(height),
				hash: hashOf(chain, height),
				parentHash: height > 0 ? hashOf(chain, height - 1) : `0x${'0'.repeat(64)}`,
				timestamp: quantity(chain.blockTime(height)),
				gasLimit: quantity(feeConfigAt(chain, height).feeConfig.gasLimit),
				transactions: [],
			};
		},
		eth_getChainConfig: () => chainConfigOf(context, chain, primary),
	};
	if (primary) return common;
	return {
		...common,
		eth_feeConfig: ([block]) => feeConfigAt(chain, heightOf(chain, block)),
		eth_getActivePrecompilesAt: ([time]) => activePrecompiles(context, chain, timeOf(chain, time)),
		eth_getActiveRulesAt: ([time]) => activeRules(context, chain, timeOf(chain, time)),
	};
}
