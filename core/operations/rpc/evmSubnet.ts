import { z } from 'zod/v4';
import { inputOf } from '../data/fields';
import { declare, field } from '../declare';
import { nodeIds, timestamp } from '../kinds';
import { bool, integer, many, maybe, maybeMany, number, text } from '../shared';
import { evmBlock, evmChain, subnetEvmChain } from './fields';
import { wholeNumber } from './shapes';

const SPEC = 'Node JSON-RPC: EVM subnet API';

/** coreth, which runs the C-Chain, has none of these. */
const SUBNET_EVM_ONLY =
	'Only chains that run subnet-evm have this: the C-Chain does not. For another chain, check the Blockchain ID, and that the node runs the chain and is not bootstrapping.';

/** A method of an EVM chain: parameters go by their place. */
function call(method: string) {
	return {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/rpc',
		method,
		params: 'positional',
	} as const;
}

function feeConfig() {
	return {
		gasLimit: integer(),
		targetBlockRate: integer('Seconds between blocks'),
		minBaseFee: integer('Smallest unit of the native token'),
		targetGas: integer(),
		baseFeeChangeDenominator: integer(),
		minBlockGasCost: integer(),
		maxBlockGasCost: integer(),
		blockGasCostStep: integer(),
	};
}

function at() {
	return field(timestamp().optional(), {
		in: 'params',
		label: 'Time',
		description: 'Unix seconds or a date-time; the time of the latest block when left out',
		placeholder: '2026-09-01T00:00:00Z',
		show: 'main',
	});
}

/** What gas costs on an EVM chain. */
export const getFeeConfig = declare({
	id: 'evmSubnet.getFeeConfig',
	node: 'avalancheRpc',
	resource: 'EVM Subnet',
	operation: 'Get Fee Config',
	action: 'Get the fee config of an EVM chain',
	description:
		'eth_feeConfig: returns the fee config of a subnet-evm chain (EVM subnet or L1) at a block, and the block that changed it last; the C-Chain does not have this method',
	service: 'node',
	call: call('eth_feeConfig'),
	availability: SUBNET_EVM_ONLY,
	input: inputOf({
		blockchainId: subnetEvmChain(),
		block: field(evmBlock().optional(), {
			in: 'params',
			label: 'Block',
			description:
				'Block number (decimal or 0x hex), latest, pending, earliest, or a block hash; latest when left out',
			placeholder: 'latest',
			default: 'latest',
			show: 'main',
		}),
	}),
	output: () =>
		z.looseObject({
			feeConfig: z.looseObject(feeConfig()),
			lastChangedAt: integer('Block that changed it last; 0 where none did'),
		}),
	spec: SPEC,
});

/** Precompile configs stand beside the named fields under names of their own. */
function chainConfig() {
	return {
		chainId: wholeNumber('EVM chain id'),
		feeConfig: maybe(feeConfig()),
		allowFeeRecipients: bool(),
		homesteadBlock: integer(),
		eip150Block: integer(),
		eip150Hash: text(),
		eip155Block: integer(),
		eip158Block: integer(),
		byzantiumBlock: integer(),
		constantinopleBlock: integer(),
		petersburgBlock: integer(),
		istanbulBlock: integer(),
		muirGlacierBlock: integer(),
		subnetEVMTimestamp: integer('Unix seconds'),
		durangoTimestamp: integer('Unix seconds'),
		etnaTimestamp: integer('Unix seconds'),
		fortunaTimestamp: integer('Unix seconds'),
		graniteTimestamp: integer('Unix seconds'),
		heliconTimestamp: integer('Unix seconds'),
		upgrades: maybe({ precompileUpgrades: maybeMany({}) }),
	};
}

/** The rules that an EVM chain was made with. */
export const getChainConfig = declare({
	id: 'evmSubnet.getChainConfig',
	node: 'avalancheRpc',
	resource: 'EVM Subnet',
	operation: 'Get Chain Config',
	action: 'Get the chain config of an EVM chain',
	description:
		'eth_getChainConfig: returns chain ID, fee config, fork blocks and times, precompile configs and upgrades of an EVM chain; on the C-Chain without upgrades',
	service: 'node',
	call: call('eth_getChainConfig'),
	input: inputOf({ blockchainId: evmChain() }),
	output: () => z.looseObject(chainConfig()),
	spec: SPEC,
});

/** Which precompiles are on. */
export const getActivePrecompiles = declare({
	id: 'evmSubnet.getActivePrecompiles',
	node: 'avalancheRpc',
	resource: 'EVM Subnet',
	operation: 'Get Active Precompiles',
	action: 'Get the active precompiles of an EVM chain',
	description:
		'eth_getActivePrecompilesAt: returns the configs of the precompiles of a subnet-evm chain that are active at a time, by name; the C-Chain does not have this method',
	service: 'node',
	call: call('eth_getActivePrecompilesAt'),
	availability: SUBNET_EVM_ONLY,
	input: inputOf({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: () => z.record(z.string(), z.looseObject({})).describe('Precompile configs by name'),
	deprecated:
		'Use EVM Subnet > Get Active Rules (eth_getActiveRulesAt), which names the precompiles, too',
	spec: SPEC,
});

/** Which rules are on. */
export const getActiveRules = declare({
	id: 'evmSubnet.getActiveRules',
	node: 'avalancheRpc',
	resource: 'EVM Subnet',
	operation: 'Get Active Rules',
	action: 'Get the active rules of an EVM chain',
	description:
		'eth_getActiveRulesAt: returns the Ethereum and Avalanche rules and the precompiles of a subnet-evm chain that are active at a time; use it to see whether an upgrade has arrived; the C-Chain does not have this method',
	service: 'node',
	call: call('eth_getActiveRulesAt'),
	availability: SUBNET_EVM_ONLY,
	input: inputOf({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: () =>
		z.looseObject({
			ethRules: z.looseObject({
				ChainID: integer('EVM chain id'),
				IsHomestead: bool(),
				IsByzantium: bool(),
				IsCancun: bool(),
			}),
			avalancheRules: maybe({
				IsSubnetEVM: bool(),
				IsDurango: bool(),
				IsEtna: bool(),
				IsFortuna: bool(),
				IsGranite: bool(),
				IsHelicon: bool(),
			}),
			precompiles: z
				.record(z.string(), z.looseObject({ timestamp: integer('Unix seconds') }))
				.nullish()
				.describe('Active since, by the name of the precompile config'),
		}),
	spec: SPEC,
});

/** Who validates an EVM L1 or subnet, as its own chain knows it. */
export const getCurrentEvmValidators = declare({
	id: 'evmSubnet.getCurrentValidators',
	node: 'avalancheRpc',
	resource: 'EVM Subnet',
	operation: 'Get Many Validators',
	action: 'Get many validators of an EVM chain',
	description:
		'validators.getCurrentValidators: lists the validators of a subnet-evm chain (EVM subnet or L1) with weight, activity, connection and uptime, as the queried node sees them; the C-Chain does not have this API',
	service: 'node',
	call: {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/validators',
		method: 'validators.getCurrentValidators',
		params: 'named',
		// Between a registration on the P-Chain and the chain's next sync of uptimes.
		notReady: /failed to get uptime .*not found/,
	},
	availability: SUBNET_EVM_ONLY,
	input: inputOf({
		blockchainId: subnetEvmChain(),
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description: 'Only these nodes, separated by commas',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: () =>
		z.looseObject({
			validators: many({
				validationID: text('Of the L1, or the transaction that added a subnet validator, cb58'),
				nodeID: z.string(),
				weight: integer(),
				startTimestamp: integer('Unix seconds'),
				isActive: bool('False where an L1 validator has no balance left on the P-Chain'),
				isL1Validator: bool(),
				isConnected: bool('Connected to the queried node'),
				uptimeSeconds: integer(),
				uptimePercentage: number('From 0 to 100'),
			}),
		}),
	items: 'validators',
	spec: SPEC,
});
