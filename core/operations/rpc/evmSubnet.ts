import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';

import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { nodeResources } from '../resources';
import { nodeIds } from '../../fields/identifiers';
import { timestamp } from '../../fields/moments';
import { evmBlock, evmChain, subnetEvmChain } from './fields';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.evmSubnet,
	service: 'node',
	spec: 'Node JSON-RPC: EVM subnet API',
} as const;

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
		gasLimit: out.count({ unit: 'gas' }),
		targetBlockRate: out.duration('s', 'Between blocks'),
		minBaseFee: out.wei(),
		targetGas: out.count({ unit: 'gas' }),
		baseFeeChangeDenominator: out.count(),
		minBlockGasCost: out.uint64(),
		maxBlockGasCost: out.uint64(),
		blockGasCostStep: out.uint64(),
	};
}

function at() {
	return field(timestamp().optional(), {
		in: 'params',
		label: 'Time',
		description: 'Unix seconds or a date-time; the time of the latest block by default',
		placeholder: '2026-09-01T00:00:00Z',
		show: 'main',
	});
}

/** What gas costs on an EVM chain. */
export const getFeeConfig = declare({
	id: 'evmSubnet.getFeeConfig',
	...COMMON,
	entry: { value: 'getFeeConfig', name: 'Get Fee Config' },
	action: 'Get the fee config of an EVM chain',
	description:
		'eth_feeConfig: returns the fee config of a subnet-evm chain (EVM subnet or L1) at a block, and the block that last changed it; the C-Chain does not have this method',
	call: call('eth_feeConfig'),
	availability: SUBNET_EVM_ONLY,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		block: field(evmBlock().optional(), {
			in: 'params',
			label: 'Block',
			description:
				'Block number (decimal or 0x hex), latest, pending, earliest, or a block hash; latest by default',
			placeholder: 'latest',
			default: 'latest',
			show: 'main',
		}),
	}),
	output: out.object({
		feeConfig: out.required(out.object(feeConfig())),
		lastChangedAt: out.count('Block that last changed it; 0 if none did'),
	}),
});

/** Precompile configs stand beside the named fields under names of their own. */
function chainConfig() {
	return {
		chainId: out.required(out.count('EVM chain id')),
		feeConfig: out.object(feeConfig()),
		allowFeeRecipients: out.flag(),
		homesteadBlock: out.count(),
		eip150Block: out.count(),
		eip150Hash: out.hash(),
		eip155Block: out.count(),
		eip158Block: out.count(),
		byzantiumBlock: out.count(),
		constantinopleBlock: out.count(),
		petersburgBlock: out.count(),
		istanbulBlock: out.count(),
		muirGlacierBlock: out.count(),
		subnetEVMTimestamp: out.seconds(),
		durangoTimestamp: out.seconds(),
		etnaTimestamp: out.seconds(),
		fortunaTimestamp: out.seconds(),
		graniteTimestamp: out.seconds(),
		heliconTimestamp: out.seconds(),
		// Of the C-Chain.
		daoForkBlock: out.count(),
		daoForkSupport: out.flag(),
		berlinBlock: out.count(),
		londonBlock: out.count(),
		shanghaiTime: out.seconds(),
		cancunTime: out.seconds(),
		apricotPhase1BlockTimestamp: out.seconds(),
		apricotPhase2BlockTimestamp: out.seconds(),
		apricotPhase3BlockTimestamp: out.seconds(),
		apricotPhase4BlockTimestamp: out.seconds(),
		apricotPhase5BlockTimestamp: out.seconds(),
		apricotPhasePre6BlockTimestamp: out.seconds(),
		apricotPhase6BlockTimestamp: out.seconds(),
		apricotPhasePost6BlockTimestamp: out.seconds(),
		banffBlockTimestamp: out.seconds(),
		cortinaBlockTimestamp: out.seconds(),
		durangoBlockTimestamp: out.seconds(),
		upgrades: out.object({ precompileUpgrades: out.objects({}) }),
	};
}

/** The rules that an EVM chain was made with. */
export const getChainConfig = declare({
	id: 'evmSubnet.getChainConfig',
	...COMMON,
	entry: { value: 'getChainConfig', name: 'Get Chain Config' },
	action: 'Get the chain config of an EVM chain',
	description:
		'eth_getChainConfig: returns chain ID, fee config, fork blocks and times, precompile configs and upgrades of an EVM chain; on the C-Chain without upgrades',
	call: call('eth_getChainConfig'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object(chainConfig()),
});

/** Which precompiles are on. */
export const getActivePrecompiles = declare({
	id: 'evmSubnet.getActivePrecompiles',
	...COMMON,
	entry: { value: 'getActivePrecompiles', name: 'Get Active Precompiles' },
	action: 'Get the active precompiles of an EVM chain',
	description:
		'eth_getActivePrecompilesAt: returns the configs of the precompiles of a subnet-evm chain that are active at a time, by name; the C-Chain does not have this method',
	call: call('eth_getActivePrecompilesAt'),
	availability: SUBNET_EVM_ONLY,
	input: fieldSet({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: out.map(out.object({}), 'name of the precompile config'),
	deprecated:
		'Use EVM Chain Details > Get Active Rules (eth_getActiveRulesAt), which also returns the precompiles',
});

/** Which rules are on. */
export const getActiveRules = declare({
	id: 'evmSubnet.getActiveRules',
	...COMMON,
	entry: { value: 'getActiveRules', name: 'Get Active Rules' },
	action: 'Get the active rules of an EVM chain',
	description:
		'eth_getActiveRulesAt: returns the Ethereum and Avalanche rules and the precompiles of a subnet-evm chain that are active at a time; use it to check whether an upgrade is active; the C-Chain does not have this method',
	call: call('eth_getActiveRulesAt'),
	availability: SUBNET_EVM_ONLY,
	input: fieldSet({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: out.object({
		ethRules: out.required(
			out.object({
				ChainID: out.count('EVM chain id'),
				IsHomestead: out.flag(),
				IsByzantium: out.flag(),
				IsCancun: out.flag(),
			}),
		),
		avalancheRules: out.object({
			IsSubnetEVM: out.flag(),
			IsDurango: out.flag(),
			IsEtna: out.flag(),
			IsFortuna: out.flag(),
			IsGranite: out.flag(),
			IsHelicon: out.flag(),
		}),
		precompiles: out.map(
			out.object({ timestamp: out.seconds('Active since') }),
			'name of the precompile config',
		),
	}),
});

/** Who validates an EVM L1 or subnet, as its own chain knows it. */
export const getCurrentEvmValidators = declareList({
	id: 'evmSubnet.getCurrentValidators',
	...COMMON,
	entry: { value: 'getManyValidators', name: 'Get Many Validators' },
	action: 'Get many validators of an EVM chain',
	description:
		'validators.getCurrentValidators: lists the validators of a subnet-evm chain (EVM subnet or L1) with weight, activity, connection and uptime, as the queried node sees them; the C-Chain does not have this API',
	call: {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/validators',
		method: 'validators.getCurrentValidators',
		params: 'named',
		// Between a registration on the P-Chain and the chain's next sync of uptimes.
		notReady: /failed to get uptime .*not found/,
	},
	availability: SUBNET_EVM_ONLY,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description: 'Only these nodes, separated by commas',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: out.object({
		validators: out.many({
			validationID: out.id(
				'Validation ID on an L1, or the transaction that added a subnet validator, cb58',
			),
			nodeID: out.required(out.nodeId()),
			weight: out.uint64(),
			startTimestamp: out.seconds(),
			isActive: out.flag('False if an L1 validator has no balance left on the P-Chain'),
			isL1Validator: out.flag(),
			isConnected: out.flag('Connected to the queried node'),
			uptimeSeconds: out.duration('s'),
			uptimePercentage: out.percent('From 0 to 100'),
		}),
	}),
	items: 'validators',
});
