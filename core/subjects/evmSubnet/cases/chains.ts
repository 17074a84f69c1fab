import type { World } from '../../../testing/network';
import { casesAt, resultOf } from '../../../testing/cases/expected';
import { l1Named } from '../../../testing/cases/networkWorld';

/** Details of an EVM chain, as a node that runs it has them. */

export const SUBNET_EVM = '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';
const HASH = `0x${'1f'.repeat(32)}`;
const MAX = '18446744073709551615';

/** Cases of a method at an API of a chain. */
export const at = (chain: string, api = 'rpc') =>
	casesAt(`/ext/bc/${chain}/${api}`, 'node-json-rpc; node-rpc-more');

function chainIn(world: World) {
	const found = world.evmChain(l1Named(world, 'Foundry').blockchain.id);
	if (!found) throw new Error('Foundry has no EVM chain');
	return found;
}

/** The chain of the world as an input. */
export const ofChain = (world: World) => ({ blockchainId: chainIn(world).blockchainId });
/** The primary network's EVM chain has no method of subnet-evm. */
const notOnC = {
	input: () => ({ blockchainId: 'C' }),
	message: /does not exist|404|not/i,
};
/** A chain that the node does not run. */
export const noChain = { input: () => ({ blockchainId: UNKNOWN_ID }), message: /404/ };

const feeConfig = {
	gasLimit: 8000000,
	targetBlockRate: 2,
	minBaseFee: 25000000000,
	targetGas: 15000000,
	baseFeeChangeDenominator: 36,
	minBlockGasCost: 0,
	maxBlockGasCost: 1000000,
	blockGasCostStep: 200000,
};
/** Wei and unsigned 64-bit integers are texts, since they may exceed 2^53. */
const asItem = (config: Record<string, unknown>) => ({
	...config,
	minBaseFee: String(config.minBaseFee),
	minBlockGasCost: String(config.minBlockGasCost),
	maxBlockGasCost: String(config.maxBlockGasCost),
	blockGasCostStep: String(config.blockGasCostStep),
});
const feeItem = { feeConfig: asItem(feeConfig), lastChangedAt: 0 };

/** Quantities have no leading zeros. */
const BLOCKS = [
	[undefined, []],
	[255, ['0xff']],
	['0', ['0x0']],
	['9223372036854775807', ['0x7fffffffffffffff']],
	['0x00Ff', ['0xff']],
	['latest', ['latest']],
	[HASH, [HASH]],
] as const;

const recordedFees = resultOf('evmSubnet.getFeeConfig-2gvf97') as {
	feeConfig: Record<string, unknown>;
};

export const fees = [
	at(SUBNET_EVM)('evmSubnet.getFeeConfig', 'eth_feeConfig', {
		input: { blockchainId: SUBNET_EVM },
		params: [],
		answer: { recorded: 'evmSubnet.getFeeConfig-2gvf97' },
		items: [{ ...recordedFees, feeConfig: asItem(recordedFees.feeConfig) }],
		rejected: [{ lastChangedAt: 0 }],
		// Before the chain changed its fees, as a block number of the user's.
		world: (world) => ({ ...ofChain(world), block: '599999' }),
		inWorld: {
			// The target exceeds 2^53: it comes as its digits.
			expected: () => [
				{ lastChangedAt: 0, feeConfig: { gasLimit: 20_000_000, targetGas: '9007199254740993' } },
			],
		},
		refused: notOnC,
	}),
	...BLOCKS.map(([block, params]) =>
		at('C')('evmSubnet.getFeeConfig', 'eth_feeConfig', {
			input: { blockchainId: 'C', block },
			params,
			answer: { json: { feeConfig, lastChangedAt: 0 } },
			items: [feeItem],
		}),
	),
	at('C')('evmSubnet.getFeeConfig', 'eth_feeConfig', {
		input: { blockchainId: 'C' },
		params: [],
		answer: { json: { feeConfig: { ...feeConfig, minBaseFee: MAX }, lastChangedAt: 0 } },
		items: [{ ...feeItem, feeConfig: { ...feeItem.feeConfig, minBaseFee: MAX } }],
	}),
];

const config = {
	chainId: 43214,
	allowFeeRecipients: true,
	homesteadBlock: 0,
	eip150Hash: `0x${'0'.repeat(64)}`,
	subnetEVMTimestamp: 0,
	contractDeployerAllowListConfig: { adminAddresses: ['0x8db9'], blockTimestamp: 0 },
	upgrades: {
		precompileUpgrades: [
			{ feeManagerConfig: { adminAddresses: null, blockTimestamp: 1, disable: true } },
		],
	},
};
const ofC = { chainId: 43114, homesteadBlock: 0, durangoTimestamp: 1709740800 };
const recordedConfig = resultOf('diff-eth_getChainConfig-evm') as typeof recordedFees;

export const configs = [
	at(SUBNET_EVM)('evmSubnet.getChainConfig', 'eth_getChainConfig', {
		input: { blockchainId: SUBNET_EVM },
		params: [],
		answer: { recorded: 'diff-eth_getChainConfig-evm' },
		items: [{ ...recordedConfig, feeConfig: asItem(recordedConfig.feeConfig) }],
		rejected: [{}],
		world: ofChain,
		inWorld: {
			part: ({ chainId, warpConfig, upgrades }) => ({
				chainId: String(chainId),
				warpConfig,
				upgrades: Array.isArray((upgrades as Record<string, unknown>).precompileUpgrades),
			}),
			expected(world, dialect) {
				const chain = chainIn(world);
				// The documents show a genesis without a time.
				const blockTimestamp = dialect === 'live' ? chain.blockTime(0) : 0;
				return [{ chainId: chain.chainId, warpConfig: { blockTimestamp }, upgrades: true }];
			},
		},
		refused: noChain,
	}),
	at('C')('evmSubnet.getChainConfig', 'eth_getChainConfig', {
		input: { blockchainId: 'C' },
		params: [],
		answer: { json: { ...config, feeConfig } },
		items: [{ ...config, feeConfig: asItem(feeConfig) }],
	}),
	at('C')('evmSubnet.getChainConfig', 'eth_getChainConfig', {
		input: { blockchainId: 'C' },
		params: [],
		answer: { json: ofC },
		items: [ofC],
	}),
	at(SUBNET_EVM)('evmSubnet.getActivePrecompiles', 'eth_getActivePrecompilesAt', {
		input: { blockchainId: SUBNET_EVM },
		params: [],
		answer: { recorded: 'diff-eth_getActivePrecompilesAt-evm' },
		items: [resultOf('diff-eth_getActivePrecompilesAt-evm')],
		rejected: ['text', 7, true, null, [], { feeManagerConfig: true }],
		world: (world) => ({
			...ofChain(world),
			// Between the switch of the allow list and its end.
			timestamp: new Date(chainIn(world).blockTime(600_000) * 1000).toISOString(),
		}),
		inWorld: {
			part: (item) => Object.keys(item).sort(),
			expected: () => [
				['contractNativeMinterConfig', 'feeManagerConfig', 'txAllowListConfig', 'warpConfig'],
			],
		},
		refused: notOnC,
	}),
	...[{}, { feeManagerConfig: { adminAddresses: ['0x8db9'], blockTimestamp: 0 } }].map((json) =>
		at('C')('evmSubnet.getActivePrecompiles', 'eth_getActivePrecompilesAt', {
			input: { blockchainId: 'C', timestamp: '2026-09-01T00:00:00Z' },
			params: [1788220800],
			answer: { json },
			items: [json],
		}),
	),
];

const rules = [
	{
		ethRules: { IsHomestead: true, IsByzantium: true, IsCancun: false },
		avalancheRules: { IsSubnetEVM: true, IsDurango: true, IsEtna: false },
		precompiles: { feeManagerConfig: { timestamp: 1668985957 } },
	},
	{
		ethRules: { ChainID: 43214, IsHomestead: true, IsOsaka: false },
		avalancheRules: { IsGranite: true, IsHelicon: false },
		precompiles: {},
	},
];

export const activeRules = [
	at(SUBNET_EVM)('evmSubnet.getActiveRules', 'eth_getActiveRulesAt', {
		input: { blockchainId: SUBNET_EVM },
		params: [],
		answer: { recorded: 'diff-eth_getActiveRulesAt-evm' },
		items: [resultOf('diff-eth_getActiveRulesAt-evm')],
		rejected: [{ precompiles: {} }],
		world: (world) => ({ ...ofChain(world), timestamp: '' }),
		inWorld: {
			part: ({ precompiles, ...item }) => ({
				...item,
				hasAllowList: 'txAllowListConfig' in (precompiles as object),
			}),
			expected: () => [
				{
					ethRules: { IsCancun: true },
					avalancheRules: { IsDurango: true, IsEtna: true },
					hasAllowList: false,
				},
			],
		},
		refused: notOnC,
	}),
	...rules.map((json) =>
		at('C')('evmSubnet.getActiveRules', 'eth_getActiveRulesAt', {
			input: { blockchainId: 'C', timestamp: 1788220800 },
			params: [1788220800],
			answer: { json },
			missing: true,
			items: [json],
		}),
	),
];
